import { handleBrowserAuth, isBrowserAuth } from "@/server/domains/identity/browser";
import { handleRest } from "@/server/http";

export const dynamic = "force-dynamic";

// Endpoints such as login are forwarded from here, because Next.js routes every path under /api/auth to this folder.
const handle = (request: Request): Promise<Response> =>
  isBrowserAuth(request) ? handleBrowserAuth(request) : handleRest(request);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
