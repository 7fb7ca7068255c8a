import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { env } from "@/server/core/env";
import { authenticate } from "@/server/domains/identity/auth";
import { readCapped } from "@/server/endpoint/body";
import { createOpenApiDocument, type OpenApiDocument } from "@/server/endpoint/openapi";
import { createCallContext, createRestHandler, errorResponse, logFailure } from "@/server/endpoint/rest";
import { appRouter } from "./router";

/** Serves both services over REST. */
export const handleRest = createRestHandler(appRouter, authenticate);

/** Maximum size of a tRPC request in bytes. A batch of calls is a single request. */
const trpcBytes = 5_000_000;

/** Serves the typed clients of the bundled apps over tRPC. */
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

/** Returns the OpenAPI document, generated once. */
export const openApiDocument = (): OpenApiDocument => {
  document ??= createOpenApiDocument(appRouter, env.BASE_URL);
  return document;
};
