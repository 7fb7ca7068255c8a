import { authenticate } from "@/server/auth/authenticate";
import { handleBrowserAuth, isBrowserAuth } from "@/server/auth/browser-auth";
import { createRestHandler } from "@/server/core/rest";
import { appRouter } from "@/server/router";

export const dynamic = "force-dynamic";

const rest = createRestHandler(appRouter, authenticate);

// Next gives every path under /api/auth to this folder, so endpoints such as login are handed on from here.
const handle = (request: Request): Promise<Response> =>
  isBrowserAuth(request) ? handleBrowserAuth(request) : rest(request);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
