import { request } from "undici";
import { readRetryAfter } from "@/server/adapters/retry-after";
import { BlockedAddressError } from "@/server/outside/guard";
import { guardedAgent } from "@/server/outside/guarded-agent";
import { mayBePlain, webhookGuard } from "./check-address";

const timeoutMs = 10_000;
const keptCharacters = 1_000;
const mostBytes = 16_384;

export interface Answer {
  /** Null when there was none. */
  http_status: number | null;
  response_ms: number;
  /** Null when it arrived. */
  error: string | null;
  answer: string;
  retry_after_seconds?: number | undefined;
}

/** As much as is kept; what breaks off or comes slowly after the status changes nothing. */
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
    // The status said it all.
  }
  const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
  return [...text].slice(0, keptCharacters).join("");
};

const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: "There is no such host.",
  EAI_AGAIN: "The name of the host could not be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection broke off.",
  UND_ERR_SOCKET: "The connection broke off.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
};

/** Names no address: what a name leads to inside the operator's network is nobody else's business. */
const problemOf = (error: unknown): string => {
  if (error instanceof BlockedAddressError) return "The address is private.";
  const { code = "", name } = (error ?? {}) as { code?: string; name?: string };
  if (name === "TimeoutError" || name === "AbortError") return `No answer within ${timeoutMs / 1_000} seconds.`;
  return problems[code] ?? `It could not be reached${code ? ` (${code})` : ""}.`;
};

const statusProblem = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `It answered ${status}; redirects are not followed.`;
  return `It answered ${status}.`;
};

const send = async (url: string, headers: Record<string, string>, body: string) => {
  const signal = AbortSignal.timeout(timeoutMs);
  const dispatcher = guardedAgent(webhookGuard(), { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  try {
    const response = await request(url, { dispatcher, method: "POST", headers, body, signal });
    return { ...response, answer: await readStart(response.body) };
  } finally {
    await dispatcher.destroy();
  }
};

/** Posts a body once, by the guard, following no redirect. Never throws: what goes wrong is part of the answer. */
export const postWebhook = async (url: string, signed: Record<string, string>, body: string): Promise<Answer> => {
  const begin = performance.now();
  const took = () => Math.round(performance.now() - begin);
  const refused = (error: string): Answer => ({ http_status: null, response_ms: took(), error, answer: "" });
  try {
    const target = new URL(url);
    if (target.protocol === "http:" && !(await mayBePlain(target)))
      return refused("The address is not https, and its host is not one that the operator allows without.");
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
