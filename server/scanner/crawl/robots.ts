import type { Fetcher } from "../guard/fetcher";
import { ROBOTS_TOKEN } from "../user-agent";
import { readRobotsRules } from "./robots-rules";

export interface Robots {
  allows(address: string): boolean;
  /** Pause between two pages from a host, as requested by the website; at most ten seconds. */
  crawlDelayMs: number;
  sitemaps: string[];
}

/** Maximum number of bytes to read (RFC 9309, section 2.5). */
const MAX_BYTES = 512 * 1024;
const MAX_DELAY_SECONDS = 10;

export const allowAll: Robots = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };

const parse = (text: string): Robots => {
  const { allows, crawlDelay, sitemaps } = readRobotsRules(text, ROBOTS_TOKEN);
  return {
    allows: (address) => {
      const { pathname, search } = new URL(address);
      return allows(pathname + search);
    },
    crawlDelayMs: Math.min(crawlDelay ?? 0, MAX_DELAY_SECONDS) * 1_000,
    sitemaps,
  };
};

/**
 * Reads an origin's /robots.txt according to RFC 9309: everything is allowed if the file doesn't exist, and nothing is
 * allowed while the server returns errors (5xx). If the host can't be reached, everything is allowed, because its pages
 * will fail anyway.
 */
export const readRobots = async (fetcher: Fetcher, origin: string, signal?: AbortSignal): Promise<Robots> => {
  const url = `${origin}/robots.txt`;
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): boolean => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes < MAX_BYTES;
    };
    const { status } = await fetcher.stream(url, take, { signal });
    if (status >= 500) return { ...allowAll, allows: () => false };
    return status >= 400 ? allowAll : parse(Buffer.concat(chunks).subarray(0, MAX_BYTES).toString("utf8"));
  } catch {
    signal?.throwIfAborted();
    return allowAll;
  }
};
