import { randomUUID } from "node:crypto";
import type { Fetcher } from "../guard/fetcher";
import { toPlainText } from "../page/walls/clues";
import type { Pacer } from "./pacer";

/** Reports whether the website returns a page with this visible text for a URL that can't exist. */
export type IsLikeMissing = (page: { finalUrl: string; text: string }, signal: AbortSignal) => Promise<boolean>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const FEWEST_WORDS = 5;

/** Returns the words of an HTML document, including those of its scripts. */
const wordsOf = (html: string): Set<string> =>
  new Set(
    toPlainText(
      html
        .split("<")
        .map((part) => part.slice(part.indexOf(">") + 1))
        .join(" "),
    ).split(" "),
  );

interface Parts {
  fetcher: Fetcher;
  pacer: Pacer;
  isAllowed: (address: string) => boolean;
}

/**
 * Returns a function that compares pages with the response for a URL that can't exist. Requests this URL only once per
 * scan, when the first page has to be compared: servers that respond with status 200 send the same text for every
 * missing page.
 */
export const createMissingUrlCheck = ({ fetcher, pacer, isAllowed }: Parts): IsLikeMissing => {
  let answer: Promise<Set<string> | null> | undefined;
  const request = async (page: string, signal: AbortSignal): Promise<Set<string> | null> => {
    const url = new URL(`/curbcut-${randomUUID()}`, page);
    if (!isAllowed(url.href)) return null;
    try {
      await pacer.pause(url.host, signal);
      const { status, body } = await fetcher.fetch(url.href, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal });
      return status < 400 ? wordsOf(body.toString("utf8")) : null;
    } catch {
      signal.throwIfAborted();
      return null;
    }
  };
  return async ({ finalUrl, text }, signal) => {
    answer ??= request(finalUrl, signal);
    const missing = await answer;
    const words = new Set(toPlainText(text).trim().split(" "));
    if (!missing || words.size < FEWEST_WORDS) return false;
    const shared = [...words].filter((word) => missing.has(word)).length;
    return shared >= words.size * 0.9;
  };
};
