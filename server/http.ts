import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { authenticate } from "@/server/auth/authenticate";
import { readCapped } from "@/server/core/body";
import { env } from "@/server/core/env";
import { createOpenApiDocument, type OpenApiDocument } from "@/server/core/openapi";
import { createCallContext, createRestHandler, errorResponse, logFailure } from "@/server/core/rest";
import { appRouter } from "./router";

/** Serves REST, both services. */
export const handleRest = createRestHandler(appRouter, authenticate);

/** Largest tRPC request in bytes; a batch of calls is one request. */
const trpcBytes = 5_000_000;

/** Serves the typed clients of the bundled apps. */
export const handleTrpc = async (request: Request): Promise<Response> => {
  const context = createCallContext(request, "trpc", authenticate);
  context.reply.headers.set("X-Request-Id", context.call.id);
  context.reply.headers.set("Cache-Control", "no-store");
  try {
    const body = request.method === "POST" ? { body: new Uint8Array(await readCapped(request, trpcBytes)) } : {};
    return await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: new Request(request.url, { method: request.method, headers: request.headers, ...body }),
      router: appRouter,
      createContext: () => context,
      responseMeta: () => ({ headers: context.reply.headers }),
      onError: ({ error }) => logFailure(context, error),
    });
  } catch (error) {
    return errorResponse(context, error);
  }
};

let document: OpenApiDocument | undefined;

/** The OpenAPI document, generated once. */
export const openApiDocument = (): OpenApiDocument => {
  document ??= createOpenApiDocument(appRouter, env.BASE_URL);
  return document;
};
