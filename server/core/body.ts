import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "./errors";
import { invalidInput } from "./problem";

/** The refusal of a body with more than `max` bytes. */
export const tooLarge = (max: number): AppError =>
  new AppError("too_large", `The body may have at most ${max.toLocaleString("en")} bytes.`, { limit_bytes: max });

/** Throws the refusal of a body that ended before its end. */
export const brokenOff = (cause: unknown): never => {
  throw new AppError("invalid_json", "The body broke off.", undefined, { cause });
};

/** Reads a request's body while counting: stops at the first byte over `max` with `too_large`. */
export const readCapped = async (request: Request, max: number): Promise<Buffer> => {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge(max);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) break;
    size += value.length;
    if (size > max) {
      await reader.cancel();
      throw tooLarge(max);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
};

const unzip = promisify(gunzip);

/** Undoes `Content-Encoding: gzip`, at most to `max` bytes. */
export const decodeBody = async (headers: Headers, body: Buffer, max: number): Promise<Buffer> => {
  const encoding = (headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding === "identity") return body;
  if (encoding !== "gzip") throw new AppError("unsupported_media_type", "Only gzip is understood as Content-Encoding.");
  return unzip(body, { maxOutputLength: max }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(max)
      : new AppError("invalid_json", "The body is not readable gzip.");
  });
};

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;
const jsonOrTextType = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain)(?:\s*;|$)/i;

/** The JSON object in a body; an empty body is an empty object. `asText` lets it come as text/plain too. */
export const parseJsonObject = (headers: Headers, body: Buffer, asText = false): Record<string, unknown> => {
  if (body.length === 0) return {};
  const type = headers.get("content-type") ?? "";
  if (!(asText ? jsonOrTextType : jsonType).test(type))
    throw new AppError("unsupported_media_type", "Send the body as Content-Type: application/json.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new AppError("invalid_json", "The body is not readable JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidInput([{ path: "", message: "The body must be a JSON object." }]);
  return value as Record<string, unknown>;
};
