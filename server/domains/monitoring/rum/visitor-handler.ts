import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { CallContext } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { brokenOff, tooLarge } from "@/server/endpoint/body";
import { router } from "@/server/endpoint/endpoint";
import { createCallHandler, errorResponse } from "@/server/endpoint/rest";
import { rumRouter } from "./router";

const beaconPath = /^\/api\/rum\/?(?:\?|$)/;
const scriptPath = /^\/rum\.js\/?(?:\?|$)/;
const readHeaders = ["content-type", "content-encoding", "content-length", "origin", "user-agent", "dnt", "sec-gpc"];

const readAll = async (request: IncomingMessage, max: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > max) throw tooLarge(max);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const readCapped = async (request: IncomingMessage, max: number): Promise<Buffer> => {
  if (Number(request.headers["content-length"] ?? 0) > max) throw tooLarge(max);
  return readAll(request, max).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return brokenOff(error);
  });
};

const contextOf = (request: IncomingMessage): CallContext => {
  const headers = new Headers();
  for (const name of readHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return {
    call: {
      id: newId(),
      transport: "rest",
      method: request.method ?? "",
      ip: String(request.headers["x-client-ip"] ?? "unknown"),
      headers,
      readBody: (max) => readCapped(request, max),
    },
    reply: { headers: new Headers() },
    authenticate: async () => null,
  };
};

/** Sends the response. After an error, closes the connection if the request body wasn't fully read. */
const send = async (request: IncomingMessage, outgoing: ServerResponse, response: Response): Promise<void> => {
  if (!request.complete && response.status >= 400) outgoing.shouldKeepAlive = false;
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.end(response.body && request.method !== "HEAD" ? Buffer.from(await response.arrayBuffer()) : undefined);
};

const handleBeacon = createCallHandler(router({ rum: rumRouter }));
const beaconUrl = new URL("http://localhost/api/rum/");

interface Script {
  text: Buffer;
  zipped: Buffer;
  etag: string;
}

const packScript = (text: Buffer): Script => {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { text, zipped: gzipSync(text, { level: 9 }), etag: `W/"${hash}"` };
};

/** Returns a function that reads the script on its first call, and again only if reading failed. */
const readOnce = (read: () => Promise<Buffer>): (() => Promise<Script>) => {
  let script: Promise<Script> | undefined;
  return () => {
    script ??= read().then(packScript);
    script.catch(() => (script = undefined));
    return script;
  };
};

const scriptHeaders = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Access-Control-Allow-Origin": "*",
  Vary: "Accept-Encoding",
};

const answerScript = async (
  request: IncomingMessage,
  { call }: CallContext,
  script: () => Promise<Script>,
): Promise<Response> => {
  const method = request.method ?? "";
  const headers = new Headers({ ...scriptHeaders, "X-Request-Id": call.id });
  if (method === "OPTIONS") {
    headers.set("Allow", "GET, HEAD, OPTIONS");
    return new Response(null, { status: 204, headers });
  }
  if (method !== "GET" && method !== "HEAD")
    throw new AppError("method_not_allowed", "Method not allowed. This URL accepts GET, HEAD, OPTIONS.");
  const { text, zipped, etag } = await script();
  headers.set("ETag", etag);
  if (request.headers["if-none-match"]?.includes(etag.slice(2))) return new Response(null, { status: 304, headers });
  const isZipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (isZipped) headers.set("Content-Encoding", "gzip");
  const body = isZipped ? zipped : text;
  headers.set("Content-Length", String(body.length));
  return new Response(new Uint8Array(body), { headers });
};

const refuse = (context: CallContext, error: unknown): Response => {
  const { headers } = context.reply;
  headers.set("X-Request-Id", context.call.id);
  headers.set("Cache-Control", "no-store");
  if (error instanceof AppError && error.code === "method_not_allowed") headers.set("Allow", "GET, HEAD, OPTIONS");
  return errorResponse(context, error);
};

type VisitorHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Returns a function that handles beacons and requests for /rum.js before they reach Next.js, which would take several
 * times as long. The function passes beacons to their declared endpoint, and returns true if it handles the request.
 */
export const createVisitorHandler = (readScript: () => Promise<Buffer>): VisitorHandler => {
  const script = readOnce(readScript);
  return (request, response) => {
    const url = request.url ?? "";
    const isBeacon = request.method === "POST" && beaconPath.test(url);
    if (!isBeacon && !scriptPath.test(url)) return false;
    const context = contextOf(request);
    const answer = isBeacon
      ? handleBeacon(context, beaconUrl)
      : answerScript(request, context, script).catch((error: unknown) => refuse(context, error));
    answer.then((reply) => send(request, response, reply)).catch(() => response.destroy());
    return true;
  };
};
