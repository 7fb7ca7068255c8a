import { randomInt } from "node:crypto";
import type { createRestHandler } from "@/server/endpoint/rest";

export type RestHandler = ReturnType<typeof createRestHandler>;

export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON envelope, or null if the response has none. */
  body: {
    success: boolean;
    data: unknown;
    error: { code: string; message: string; details: unknown } | null;
    meta: { request_id: string; next_cursor: string | null };
  } | null;
  /** `body.data`, untyped so that tests can read it without casts. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the values that they read.
  data: any;
}

export interface RestClient {
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/** Returns a random IP address, so that callers don't share limits per IP address. */
export const uniqueAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const readReply = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = isJson && text ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, body, data: body?.data };
};

/** Creates a client that calls the REST handler in this process, as the server does for a request from `ip`. */
export const createRestClient = (
  handler: RestHandler,
  commonHeaders: () => Promise<Record<string, string>>,
): RestClient => {
  const send: RestClient["send"] = async (method, path, body, headers = {}) => {
    const all = { ...(await commonHeaders()), ...headers };
    const raw = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    const type: Record<string, string> = raw === undefined ? {} : { "content-type": "application/json" };
    const request = new Request(new URL(path, "http://localhost:8000"), {
      method,
      headers: { ...type, ...all },
      ...(raw === undefined ? {} : { body: raw }),
    });
    return readReply(await handler(request));
  };
  return {
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    delete: (path, headers) => send("DELETE", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
  };
};
