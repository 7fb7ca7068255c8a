import { createHash } from "node:crypto";
import type { AnyRouter } from "@trpc/server";
import type { Call, CallContext, Principal } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { log } from "@/server/core/log";
import { invalidInput, toAppError } from "@/server/core/problem";
import { readProperty } from "@/server/core/property";
import { dataOfPage, isPage } from "@/server/core/schema";
import { type FileStream, streamResponse } from "@/server/core/stream";
import { decodeBody, parseJsonObject, readCapped } from "./body";
import type { Declaration, Method } from "./declaration";
import { createMatcher, listRoutes, type Match, type Route } from "./routes";
import { noteWrongToken, refuseTokenGuessing } from "./token-guessing";

/** Returns the signed-in user who sent a request, or null; see server/domains/identity/auth. */
export type Authenticate = (headers: Headers) => Promise<Principal | null>;

/** Returns the context of a request. server/core/client-address sets the client's IP address. */
export const createCallContext = (
  request: Request,
  transport: Call["transport"],
  authenticate: Authenticate,
): CallContext => {
  let body: Promise<Buffer> | undefined;
  let principal: Promise<Principal | null> | undefined;
  return {
    call: {
      id: newId(),
      transport,
      method: request.method,
      ip: request.headers.get("x-client-ip") ?? "unknown",
      headers: request.headers,
      readBody: (max) => {
        body ??= readCapped(request, max);
        return body;
      },
    },
    reply: { headers: new Headers() },
    authenticate: () => {
      principal ??= authenticate(request.headers);
      return principal;
    },
  };
};

const json = (context: CallContext, status: number, body: object): Response => {
  const { headers } = context.reply;
  const bytes = Buffer.from(JSON.stringify(body));
  headers.set("Content-Type", "application/json; charset=utf-8");
  // Without Content-Length, Next.js compresses even the smallest response.
  headers.set("Content-Length", String(bytes.length));
  return new Response(bytes, { status, headers });
};

/**
 * Logs the cause of a 5xx error with the request id. The response doesn't contain the cause. `not_configured` has no
 * cause.
 */
export const logFailure = (context: CallContext, error: unknown): void => {
  const problem = toAppError(error);
  if (problem.status < 500 || problem.code === "not_configured" || problem.isLogged) return;
  log.error({ request_id: context.call.id, err: problem.cause ?? problem }, problem.message);
};

/** Retry-After for `unavailable`: how long a restart usually takes. */
const unavailableSeconds = 5;

export const errorResponse = (context: CallContext, error: unknown): Response => {
  const problem = toAppError(error);
  logFailure(context, problem);
  if (problem.status === 401) context.reply.headers.set("WWW-Authenticate", "Bearer");
  const { code, message, details = null } = problem;
  const wait = readProperty(details, "retry_after_seconds");
  if (code === "unavailable") context.reply.headers.set("Retry-After", String(unavailableSeconds));
  if (typeof wait === "number") context.reply.headers.set("Retry-After", String(wait));
  return json(context, problem.status, {
    success: false,
    data: null,
    error: { code, message, details },
    meta: { request_id: context.call.id },
  });
};

const answerIn = async (context: CallContext, make: () => Promise<Response>): Promise<Response> => {
  context.reply.headers.set("X-Request-Id", context.call.id);
  context.reply.headers.set("Cache-Control", "no-store");
  const response = await make().catch((error: unknown) => errorResponse(context, error));
  response.headers.set("X-Request-Id", context.call.id);
  return response;
};

/** Handles a request to a route outside the routers. If `make` throws, returns the error in the envelope. */
export const answerWith = (request: Request, make: () => Promise<Response>): Promise<Response> =>
  answerIn(
    createCallContext(request, "rest", async () => null),
    make,
  );

/** Like `answerWith`, but for links that contain a token or signature. Limits guessing. */
export const answerLink = (request: Request, make: () => Promise<Response>): Promise<Response> => {
  const context = createCallContext(request, "rest", async () => null);
  return answerIn(context, async () => {
    await refuseTokenGuessing(context.call);
    try {
      return await make();
    } catch (error) {
      await noteWrongToken(context.call, toAppError(error));
      throw error;
    }
  });
};

/** Returns a handler for the methods that a route outside the routers rejects. `allow` lists the methods it accepts. */
export const refuseAllBut =
  (allow: string) =>
  async (request: Request): Promise<Response> => {
    const response = await answerWith(request, async () => {
      throw new AppError("method_not_allowed", `Method not allowed. This URL accepts ${allow}.`);
    });
    response.headers.set("Allow", allow);
    return response;
  };

/** Handles the methods that a read-only route rejects. */
export const refuseChange = refuseAllBut("GET, HEAD, OPTIONS");

const queryOf = (url: URL): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((key) => {
      const values = url.searchParams.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );

const inputOf = async ({ call }: CallContext, url: URL, declared: Declaration): Promise<Record<string, unknown>> => {
  if (declared.method === "GET" || declared.method === "DELETE") return queryOf(url);
  const raw = await call.readBody(declared.maxBytes);
  const fromBody = parseJsonObject(
    call.headers,
    await decodeBody(call.headers, raw, declared.maxBytes),
    declared.crossOrigin,
  );
  return declared.verify ? { ...queryOf(url), ...fromBody } : fromBody;
};

/**
 * Adds the path parameters to the input. Throws if the input already contains one of them, because the values could
 * differ.
 */
const mergeInput = (given: Record<string, unknown>, params: Match["params"]): Record<string, unknown> => {
  const twice = Object.keys(params).filter((name) => Object.hasOwn(given, name));
  if (twice.length > 0)
    throw invalidInput(twice.map((name) => ({ path: name, message: `"${name}" is already set in the path.` })));
  return { ...given, ...params };
};

/**
 * Reports whether the client already has the response. Uses weak comparison (RFC 9110 §13.1.2), because a proxy that
 * compresses responses marks our ETags as weak.
 */
const knows = (headers: Headers, tag: string): boolean =>
  (headers.get("if-none-match") ?? "")
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === tag || each === "*");

const success = (context: CallContext, { output: schema, declared }: Route, output: unknown): Response => {
  const { headers } = context.reply;
  if (declared.redirects) {
    headers.set("Location", String(readProperty(output, "location")));
    return new Response(null, { status: declared.status, headers });
  }
  if (declared.status === 204) return new Response(null, { status: 204, headers });
  const page = schema && isPage(schema) ? (output as { items: unknown[]; next_cursor: string | null }) : null;
  const data = page ? dataOfPage(page) : output;
  if (declared.etag) {
    const tag = `"${createHash("sha1").update(JSON.stringify(data)).digest("base64url")}"`;
    headers.set("ETag", tag);
    headers.set("Cache-Control", "private, no-cache");
    if (knows(context.call.headers, tag)) return new Response(null, { status: 304, headers });
  }
  const meta = { request_id: context.call.id, next_cursor: page?.next_cursor ?? null };
  return json(context, declared.status, { success: true, data, error: null, meta });
};

const allowed = ({ routes }: Match): string => {
  const methods: string[] = [...routes.keys()];
  if (routes.has("GET")) methods.push("HEAD");
  return [...methods, "OPTIONS"].join(", ");
};

const pick = (context: CallContext, match: Match | null): Route => {
  if (!match) throw new AppError("not_found", "Unknown URL. See /api/docs for all endpoints.");
  const { method } = context.call;
  const route = match.routes.get((method === "HEAD" ? "GET" : method) as Method);
  if (route) return route;
  context.reply.headers.set("Allow", allowed(match));
  throw new AppError("method_not_allowed", `Method not allowed. This URL accepts ${allowed(match)}.`);
};

const preflight: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
};

const answerOptions = ({ reply: { headers } }: CallContext, match: Match): Response => {
  headers.set("Allow", allowed(match));
  const isCrossOrigin = [...match.routes.values()].some(({ declared }) => declared.crossOrigin);
  for (const [name, value] of Object.entries(isCrossOrigin ? preflight : {})) headers.set(name, value);
  return new Response(null, { status: 204, headers });
};

const answer = async (context: CallContext, url: URL, match: Match | null): Promise<Response> => {
  if (match && context.call.method === "OPTIONS") return answerOptions(context, match);
  const route = pick(context, match);
  const { declared, name, procedure } = route;
  const output = await procedure({
    ctx: context,
    path: name,
    type: procedure._def.type,
    getRawInput: async () => mergeInput(await inputOf(context, url, declared), match?.params ?? {}),
    signal: undefined,
    batchIndex: 0,
  });
  return declared.streams ? streamResponse(context, output as FileStream) : success(context, route, output);
};

/** Like `createRestHandler`, but for calls with a context and without a Request. Doesn't log the call. */
export const createCallHandler = (router: AnyRouter) => {
  const match = createMatcher(listRoutes(router));
  return (context: CallContext, url: URL): Promise<Response> => {
    context.reply.headers.set("X-Request-Id", context.call.id);
    context.reply.headers.set("Cache-Control", "no-store");
    return answer(context, url, match(url.pathname)).catch((error: unknown) => errorResponse(context, error));
  };
};

/**
 * Serves every endpoint of a router as REST: wraps data in the JSON envelope, accepts URLs with and without a trailing
 * slash, and handles 404, 405 with Allow, and HEAD. The body is read only after the procedure has checked access and
 * limits.
 */
export const createRestHandler = (router: AnyRouter, authenticate: Authenticate) => {
  const handle = createCallHandler(router);
  return async (request: Request): Promise<Response> => {
    const started = performance.now();
    const url = new URL(request.url);
    const context = createCallContext(request, "rest", authenticate);
    const response = await handle(context, url);
    const ms = Math.round(performance.now() - started);
    log.info(
      { request_id: context.call.id, method: request.method, path: url.pathname, status: response.status, ms },
      "call",
    );
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
};
