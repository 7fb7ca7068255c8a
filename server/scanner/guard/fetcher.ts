import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { request } from "undici";
import type { Guard } from "@/server/outside/guard";
import { guardedAgent } from "@/server/outside/guarded-agent";

export interface FetchedHead {
  status: number;
  /** URL after redirects. */
  url: string;
  contentType: string;
  retryAfter: string | null;
}

export interface Fetched extends FetchedHead {
  body: Buffer;
}

export interface FetchOptions {
  method?: "GET" | "HEAD";
  /** Maximum size of the response, in bytes. A larger response causes an error. */
  maxBytes?: number;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Called with the URL that each redirect leads to. May throw an error to prevent the URL from being requested. */
  checkRedirect?: (url: string) => void;
  /** Returns additional headers for each request, including those after redirects. */
  headersFor?: (url: string) => Promise<Record<string, string>>;
}

export interface Fetcher {
  /**
   * Loads an http(s) URL, following up to ten redirects. Throws if the server can't be reached or the response is too
   * large.
   */
  fetch(url: string, options?: FetchOptions): Promise<Fetched>;
  /**
   * Like `fetch`, but passes the body to `take` in chunks as they arrive, and stops reading once `take` returns false.
   * If the body exceeds `maxBytes`, passes on the chunks up to that point and then throws.
   */
  stream(url: string, take: (chunk: Buffer, status: number) => boolean, options?: FetchOptions): Promise<FetchedHead>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 10;
const MAX_BYTES = 10 * 1024 * 1024;

const header = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** Yields the chunks of a stream. Throws if they exceed `maxBytes`. */
async function* bounded(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes)
      throw Object.assign(new Error(`The response is larger than ${maxBytes} bytes.`), { code: "ETOOLARGE" });
    yield chunk;
  }
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/**
 * Yields a body in chunks. Recognises gzip by its first bytes and decompresses it. Limits both the compressed and the
 * decompressed size.
 */
async function* readBody(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const packed = bounded(stream, maxBytes);
  let head = Buffer.alloc(0);
  for (let next = await packed.next(); !next.done; next = await packed.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length > 1) break;
  }
  const whole = startingWith(head, packed);
  if (head[0] !== 0x1f || head[1] !== 0x8b) yield* whole;
  else
    yield* bounded(
      pipeline(Readable.from(whole), createGunzip(), () => undefined),
      maxBytes,
    );
}

/**
 * Creates the scanner's HTTP client for robots.txt, sitemaps, link checks and documents. All connections go through the
 * guard.
 */
export const createFetcher = (guard: Guard, userAgent: string): Fetcher => {
  const agent = guardedAgent(guard);
  const fetchOnce = async (url: string, options: FetchOptions) => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 20_000);
    const answer = await request(url, {
      dispatcher: agent,
      method: options.method ?? "GET",
      headers: {
        "user-agent": userAgent,
        accept: "*/*",
        "accept-encoding": "gzip",
        ...(await options.headersFor?.(url)),
      },
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    if (answer.statusCode < 200 || answer.statusCode > 599) {
      answer.body.destroy();
      throw new Error(`${url} returned status ${answer.statusCode}.`);
    }
    return answer;
  };
  const follow = async (start: string, options: FetchOptions) => {
    let url = start;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      if (!/^https?:$/.test(new URL(url).protocol)) throw new Error(`${url} isn't an HTTP URL.`);
      const answer = await fetchOnce(url, options);
      const location = header(answer.headers["location"]);
      if (answer.statusCode < 300 || answer.statusCode >= 400 || location === null) return { url, answer };
      await answer.body.dump();
      url = new URL(location, url).href;
      options.checkRedirect?.(url);
    }
    throw Object.assign(new Error(`${start} redirects more than ${MAX_REDIRECTS} times.`), { code: "EREDIRECTS" });
  };
  const stream: Fetcher["stream"] = async (start, take, options = {}) => {
    const { url, answer } = await follow(start, options);
    const { statusCode: status, headers, body } = answer;
    for await (const chunk of readBody(body, options.maxBytes ?? MAX_BYTES)) if (!take(chunk, status)) break;
    return {
      status,
      url,
      contentType: header(headers["content-type"]) ?? "",
      retryAfter: header(headers["retry-after"]),
    };
  };
  return {
    stream,
    fetch: async (url, options) => {
      const chunks: Buffer[] = [];
      const head = await stream(url, (chunk) => chunks.push(chunk) > 0, options);
      return { ...head, body: Buffer.concat(chunks) };
    },
    close: () => agent.destroy(),
  };
};

/** Returns a fetcher that requests content in this language (a BCP 47 tag), as the audit's browser does. */
export const requestLanguage = (fetcher: Fetcher, language: string): Fetcher => {
  const withLanguage = (options: FetchOptions = {}): FetchOptions => ({
    ...options,
    headersFor: async (url) => ({ "accept-language": language, ...(await options.headersFor?.(url)) }),
  });
  return {
    ...fetcher,
    fetch: (url, options) => fetcher.fetch(url, withLanguage(options)),
    stream: (url, take, options) => fetcher.stream(url, take, withLanguage(options)),
  };
};
