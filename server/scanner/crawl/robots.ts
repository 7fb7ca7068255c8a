import robotsParser from "robots-parser";
import type { Fetcher } from "../guard/fetcher";
import { ROBOTS_TOKEN } from "../user-agent";

export interface Robots {
  allows(address: string): boolean;
  /** Pause between two pages of one host that the site asks for, at most ten seconds. */
  crawlDelayMs: number;
  sitemaps: string[];
}

const MAX_BYTES = 512 * 1024;
const MAX_DELAY_SECONDS = 10;

export const allowAll: Robots = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };

const parse = (url: string, text: string): Robots => {
  const parsed = robotsParser(url, text);
  return {
    allows: (address) => parsed.isAllowed(address, ROBOTS_TOKEN) ?? true,
    crawlDelayMs: Math.min(parsed.getCrawlDelay(ROBOTS_TOKEN) ?? 0, MAX_DELAY_SECONDS) * 1_000,
    sitemaps: parsed.getSitemaps(),
  };
};

/**
 * Reads /robots.txt of an origin as RFC 9309 says: without one everything is allowed, and while the server fails (5xx)
 * nothing is. A host that cannot be reached at all allows everything, as its pages will fail by themselves.
 */
export const readRobots = async (fetcher: Fetcher, origin: string, signal?: AbortSignal): Promise<Robots> => {
  const url = `${origin}/robots.txt`;
  try {
    const { status, body } = await fetcher.fetch(url, { maxBytes: MAX_BYTES, signal });
    if (status >= 500) return { ...allowAll, allows: () => false };
    return status >= 400 ? allowAll : parse(url, body.toString("utf8"));
  } catch {
    signal?.throwIfAborted();
    return allowAll;
  }
};
