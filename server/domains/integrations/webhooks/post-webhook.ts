import { request } from "undici";
import { readRetryAfter } from "@/server/adapters/retry-after";
import { env } from "@/server/core/env";
import { errorCode } from "@/server/core/error-code";
import { readProperty } from "@/server/core/property";
import { BlockedAddressError } from "@/server/outside/guard";
import { guardedAgent } from "@/server/outside/guarded-agent";
import { mayBePlain, webhookGuard } from "./check-address";

const timeoutMs = 10_000;
const keptCharacters = 1_000;
const mostBytes = 16_384;

export interface Answer {
  /** Null if there was no response. */
  http_status: number | null;
  response_ms: number;
  /** Null if the event was delivered. */
  error: string | null;
  answer: string;
  retry_after_seconds?: number | undefined;
}

/**
 * Reads only the part of the body that we store. An interrupted or slow body doesn't affect the outcome, which depends
 * only on the status.
 */
const readStart = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostBytes) break;
    }
  } catch {
    // Ignores errors in the body, because the outcome depends only on the status.
  }
  const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
  return [...text].slice(0, keptCharacters).join("");
};

/** The same message for unknown and private host names, so that it doesn't reveal which private names exist. */
const noPublicAddress = "The host has no public IP address.";

const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: noPublicAddress,
  EAI_AGAIN: "The host name couldn't be resolved.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was interrupted.",
  UND_ERR_SOCKET: "The connection was interrupted.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
};

/** Describes an error without IP addresses, because those in the operator's network are private. */
const problemOf = (error: unknown): string => {
  if (error instanceof BlockedAddressError) return noPublicAddress;
  const code = errorCode(error) ?? "";
  const name = readProperty(error, "name");
  if (name === "TimeoutError" || name === "AbortError") return `No response within ${timeoutMs / 1_000} seconds.`;
  return problems[code] ?? `The endpoint couldn't be reached${code ? ` (${code})` : ""}.`;
};

const statusProblem = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The endpoint returned ${status}. Redirects aren't followed.`;
  return `The endpoint returned ${status}.`;
};

const send = async (url: string, headers: Record<string, string>, body: string) => {
  const signal = AbortSignal.timeout(timeoutMs);
  let isPrivate = false;
  const guard = webhookGuard(() => {
    isPrivate = true;
  });
  const dispatcher = guardedAgent(guard, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  try {
    const response = await request(url, { dispatcher, method: "POST", headers, body, signal });
    // Responses from the operator's own network are shown only if the operator has set WEBHOOK_PRIVATE_HOSTS.
    const isShown = !isPrivate || env.WEBHOOK_PRIVATE_HOSTS !== undefined;
    return { ...response, answer: isShown ? await readStart(response.body) : "" };
  } finally {
    await dispatcher.destroy();
  }
};

/** Posts a body once, through the guard, without following redirects. Never throws: the result contains any error. */
export const postWebhook = async (url: string, signed: Record<string, string>, body: string): Promise<Answer> => {
  const begin = performance.now();
  const took = () => Math.round(performance.now() - begin);
  const refused = (error: string): Answer => ({ http_status: null, response_ms: took(), error, answer: "" });
  try {
    const target = new URL(url);
    if (target.protocol === "http:" && !(await mayBePlain(target)))
      return refused("The URL must use https. The operator doesn't allow http for this host.");
    const headers = { "content-type": "application/json", "user-agent": "Curbcut-Webhooks/0.1", ...signed };
    const { statusCode, headers: answered, answer } = await send(url, headers, body);
    const retryAfter = answered["retry-after"];
    return {
      http_status: statusCode,
      response_ms: took(),
      error: statusProblem(statusCode),
      answer,
      retry_after_seconds: readRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter),
    };
  } catch (error) {
    return refused(problemOf(error));
  }
};
