import type { IncomingMessage, ServerResponse } from "node:http";
import { type ErrorCode, errorTable } from "@/server/core/errors";
import { newId } from "@/server/core/ids";

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

const isReadable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const problemOf = ({ method = "", url = "" }: IncomingMessage): { code: ErrorCode; message: string } | null => {
  const [path = ""] = url.split("?");
  if (!isReadable(path)) return { code: "invalid_input", message: "The URL isn't valid. Check its percent-encoding." };
  if (!methods.split(", ").includes(method))
    return { code: "method_not_allowed", message: `Use one of these methods: ${methods}.` };
  return null;
};

/** Responds to requests that Next.js would otherwise reject without our envelope. Returns true if it has responded. */
export const refuseEarly = (request: IncomingMessage, response: ServerResponse): boolean => {
  const problem = problemOf(request);
  if (!problem) return false;
  const request_id = newId();
  const error = { ...problem, details: null };
  response.writeHead(errorTable[problem.code].status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-Id": request_id,
    ...(problem.code === "method_not_allowed" ? { Allow: methods } : {}),
  });
  response.end(JSON.stringify({ success: false, data: null, error, meta: { request_id } }));
  request.resume();
  return true;
};
