import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { isObject } from "@/server/core/property";

/** Returns the error for a body of more than `max` bytes. */
export const tooLarge = (max: number): AppError =>
  new AppError("too_large", `The request body is too large. The limit is ${max.toLocaleString("en")} bytes.`, {
    limit_bytes: max,
  });

/** Throws the error for a body that was cut off. */
export const brokenOff = (cause: unknown): never => {
  throw new AppError("invalid_json", "The request body ended unexpectedly.", undefined, { cause });
};

/** Reads the body of a request. Throws `too_large` as soon as the body exceeds `max` bytes. */
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

/** Decompresses a body with `Content-Encoding: gzip`. Throws `too_large` if the result exceeds `max` bytes. */
export const decodeBody = async (headers: Headers, body: Buffer, max: number): Promise<Buffer> => {
  const encoding = (headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding === "identity") return body;
  if (encoding !== "gzip")
    throw new AppError("unsupported_media_type", "Unsupported Content-Encoding. Use gzip, or none.");
  return unzip(body, { maxOutputLength: max }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(max)
      : new AppError("invalid_json", "The request body isn't valid gzip.");
  });
};

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;
const jsonOrTextType = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain)(?:\s*;|$)/i;

/** Parses the JSON object in a body; an empty body is an empty object. With `asText`, text/plain is accepted too. */
export const parseJsonObject = (headers: Headers, body: Buffer, asText = false): Record<string, unknown> => {
  if (body.length === 0) return {};
  const type = headers.get("content-type") ?? "";
  if (!(asText ? jsonOrTextType : jsonType).test(type))
    throw new AppError("unsupported_media_type", "Send the body with Content-Type: application/json.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new AppError("invalid_json", "The request body isn't valid JSON.");
  }
  if (!isObject(value)) throw invalidInput([{ path: "", message: "The body must be a JSON object." }]);
  return value;
};
