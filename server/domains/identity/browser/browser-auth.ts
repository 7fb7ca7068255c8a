import type { NextApiRequest, NextApiResponse } from "next";
import * as nextAuth from "next-auth";
import { getLimiter } from "@/server/adapters/limiter";
import type { CallContext } from "@/server/core/context";
import { readCookies } from "@/server/core/cookies";
import { env } from "@/server/core/env";
import { limits } from "@/server/core/limits";
import { log } from "@/server/core/log";
import { readProperty } from "@/server/core/property";
import { parseJsonObject, readCapped } from "@/server/endpoint/body";
import { createCallContext, errorResponse } from "@/server/endpoint/rest";
import { authenticate } from "../auth/authenticate";
import { clearSiteData } from "../auth/clear-site-data";
import { rememberDevice } from "../auth/known-device";
import { authOptions } from "./auth-options";
import { readLinking } from "./read-linking";

// biome-ignore lint/style/noProcessEnv: next-auth reads its own URL only from the environment.
process.env["NEXTAUTH_URL"] = `${env.BASE_URL}/api/auth`;

type NextAuthHandler = (typeof nextAuth)["default"];

/**
 * In a bundle, the import is the function itself; in Node.js, it is the CommonJS exports object, which contains the
 * function.
 */
const handler = (readProperty(nextAuth.default, "default") ?? nextAuth.default) as NextAuthHandler;

const actions = new Set(["providers", "session", "csrf", "signin", "signout", "callback", "verify-request", "error"]);

const segmentsOf = (request: Request): string[] => new URL(request.url).pathname.split("/").filter(Boolean).slice(2);

/** Reports whether a request under /api/auth is for next-auth; all other requests are for our own endpoints. */
export const isBrowserAuth = (request: Request): boolean => actions.has(segmentsOf(request)[0] ?? "");

const readForm = async (request: Request): Promise<Record<string, unknown>> => {
  const body = await readCapped(request, 64_000);
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body.toString()));
  return parseJsonObject(request.headers, body);
};

const toNextRequest = async (request: Request): Promise<NextApiRequest> => {
  const query = { ...Object.fromEntries(new URL(request.url).searchParams), nextauth: segmentsOf(request) };
  const { method, headers } = request;
  const body = method === "POST" ? await readForm(request) : undefined;
  return {
    method,
    query,
    body,
    cookies: readCookies(headers),
    headers: Object.fromEntries(headers),
  } as unknown as NextApiRequest;
};

/** Collects the parts of a Next.js page response that next-auth uses, and converts them to a web Response. */
const createCollector = (headers: Headers) => {
  let status = 200;
  let body: string | null = null;
  const collector = {
    status: (code: number) => {
      status = code;
      return collector;
    },
    getHeader: (name: string) => (name.toLowerCase() === "set-cookie" ? headers.getSetCookie() : headers.get(name)),
    setHeader: (name: string, value: string | readonly string[]) => {
      headers.delete(name);
      for (const one of [value].flat()) headers.append(name, one);
      return collector;
    },
    json: (value: unknown) => {
      headers.set("Content-Type", "application/json");
      body = JSON.stringify(value);
    },
    send: (value: unknown) => {
      if (typeof value === "string") body = value;
      else if (value !== undefined) collector.json(value);
    },
    end: () => undefined,
  };
  return {
    response: collector as unknown as NextApiResponse,
    toResponse: () => new Response(body, { status, headers }),
  };
};

/**
 * Rate limits per IP address. Sign-in attempts share a limit with `POST /api/auth/login`, so that a client can't double
 * its attempts by using both. Starting a provider sign-in has its own limit, because each start makes us call the
 * provider.
 */
const countedAs: Readonly<Record<string, string>> = { callback: "auth:auth.login", signin: "auth:auth.provider" };

const refuseFlood = async ({ call, reply }: CallContext, action = ""): Promise<Response | null> => {
  const name = countedAs[action];
  if (!name || (action === "signin" && call.method === "GET")) return null;
  const { limit, windowSeconds } = limits.auth;
  const taken = await getLimiter().take({ name, limit, windowSeconds }, call.ip);
  if (taken.allowed) return null;
  const url = `${env.BASE_URL}/sign-in?error=rate_limited`;
  if (call.method === "GET") return Response.redirect(url, 302);
  reply.headers.set("Retry-After", String(taken.resetInSeconds));
  return Response.json({ url }, { status: 429, headers: reply.headers });
};

/** Reports whether the response deletes the session cookie. A sign-out without a valid CSRF token only shows a page. */
const hasSignedOut = (headers: Headers): boolean =>
  headers.getSetCookie().some((cookie) => /^[^=]*session-token=;/.test(cookie));

const answer = async (request: Request, context: CallContext): Promise<Response> => {
  const [action] = segmentsOf(request);
  const refused = await refuseFlood(context, action);
  if (refused) return refused;
  const { call } = context;
  const linking = action === "callback" ? await readLinking(request.headers, call) : null;
  const { response, toResponse } = createCollector(context.reply.headers);
  let signedIn: string | null = null;
  const onSignIn = (user_id: string): void => {
    signedIn = user_id;
  };
  await handler(await toNextRequest(request), response, authOptions({ call, linking, onSignIn }));
  if (signedIn) rememberDevice(context.reply.headers, call, signedIn);
  context.reply.headers.set("Cache-Control", "no-store");
  if (action === "signout" && hasSignedOut(context.reply.headers)) clearSiteData(context.reply.headers);
  return toResponse();
};

/** Serves next-auth: the browser's sign-in, sign-out and session. */
export const handleBrowserAuth = async (request: Request): Promise<Response> => {
  const context = createCallContext(request, "rest", authenticate);
  const { id: request_id, method } = context.call;
  context.reply.headers.set("X-Request-Id", request_id);
  const response = await answer(request, context).catch((error: unknown) => errorResponse(context, error));
  log.info({ request_id, method, path: new URL(request.url).pathname, status: response.status }, "call");
  return response;
};
