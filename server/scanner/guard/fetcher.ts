import { createGunzip } from "node:zlib";
import { request } from "undici";
import type { Guard } from "@/server/outside/guard";
import { guardedAgent } from "@/server/outside/guarded-agent";

export interface Fetched {
  status: number;
  /** Address after redirects. */
  url: string;
  contentType: string;
  retryAfter: string | null;
  body: Buffer;
}

export interface FetchOptions {
  method?: "GET" | "HEAD";
  /** More than this is an error. */
  maxBytes?: number;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface Fetcher {
  /** Loads an http(s) address, following up to ten redirects. Throws when it cannot be reached or is too large. */
  fetch(url: string, options?: FetchOptions): Promise<Fetched>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 10;
const MAX_BYTES = 10 * 1024 * 1024;

const header = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** Reads a body, unpacking gzip whether a header or only its first bytes say so, up to `maxBytes` of the result. */
const readBody = async (stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> => {
  const packed = await collect(stream, maxBytes);
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  const gunzip = createGunzip();
  gunzip.end(packed);
  return collect(gunzip, maxBytes);
};

const collect = async (stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes)
      throw Object.assign(new Error(`The answer is larger than ${maxBytes} bytes.`), { code: "ETOOLARGE" });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The scanner's own HTTP client, for robots.txt, sitemaps and link checks; every connection goes by the guard. */
export const createFetcher = (guard: Guard, userAgent: string): Fetcher => {
  const agent = guardedAgent(guard);
  const fetchOnce = async (url: string, options: FetchOptions) => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 20_000);
    const answer = await request(url, {
      dispatcher: agent,
      method: options.method ?? "GET",
      headers: { "user-agent": userAgent, accept: "*/*", "accept-encoding": "gzip" },
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    return answer;
  };
  return {
    fetch: async (start, options = {}) => {
      let url = start;
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        if (!/^https?:$/.test(new URL(url).protocol)) throw new Error(`${url} is not an http address.`);
        const { statusCode: status, headers, body } = await fetchOnce(url, options);
        const location = header(headers["location"]);
        if (status >= 300 && status < 400 && location !== null) {
          await body.dump();
          url = new URL(location, url).href;
          continue;
        }
        return {
          status,
          url,
          contentType: header(headers["content-type"]) ?? "",
          retryAfter: header(headers["retry-after"]),
          body: await readBody(body, options.maxBytes ?? MAX_BYTES),
        };
      }
      throw Object.assign(new Error(`${start} redirects more than ${MAX_REDIRECTS} times.`), { code: "EREDIRECTS" });
    },
    close: () => agent.destroy(),
  };
};
