import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "@/server/core/error-code";
import type { FetchedHead, Fetcher } from "../guard/fetcher";
import { type Pacer, parseRetryAfter } from "./pacer";

export interface BrokenLink {
  url: string;
  /** HTTP status; null if the server couldn't be reached. */
  status: number | null;
}

export interface LinkChecker {
  /** Records the status of a page that has been loaded, so that it isn't requested again. */
  learn(address: string, status: number): void;
  /** The URLs that are known to return a PDF. */
  readonly pdfs: Set<string>;
  /** Checks URLs on the website, each only once per audit, and returns those that are broken. */
  findBroken(addresses: readonly string[], signal: AbortSignal): Promise<BrokenLink[]>;
}

const CONCURRENCY = 4;
const TIMEOUT_MS = 10_000;
/** Time limit for checking the links on a page. Links that haven't been checked by then are assumed to work. */
const PAGE_TIMEOUT_MS = 10_000;

type Answer = number | "unreachable" | "unknown";

export const isPdfType = (contentType: string): boolean => /^\s*application\/pdf\b/i.test(contentType);

const isBroken = (answer: Answer): boolean =>
  answer === "unreachable" ||
  answer === 404 ||
  answer === 410 ||
  (typeof answer === "number" && answer >= 500 && answer !== 503);

/**
 * Checks a website's internal links. Requests at most `maxRequests` URLs, with HEAD and then with GET if HEAD fails. A
 * refused URL (401, 403, 429, 503) isn't considered broken, because visitors may be able to open it.
 */
export const createLinkChecker = (fetcher: Fetcher, pacer: Pacer, maxRequests: number): LinkChecker => {
  const answers = new Map<string, Promise<Answer>>();
  let running = 0;
  let requests = 0;
  const waiting: (() => void)[] = [];
  const pdfs = new Set<string>();
  const noteType = (url: string, { contentType }: FetchedHead): void => {
    if (isPdfType(contentType)) pdfs.add(url);
  };

  const request = async (url: string, signal: AbortSignal): Promise<Answer> => {
    try {
      await pacer.pause(new URL(url).host, signal);
      const head = await fetcher.fetch(url, { method: "HEAD", timeoutMs: TIMEOUT_MS, signal });
      if (head.status === 429 || head.status === 503)
        pacer.slowDown(new URL(url).host, parseRetryAfter(head.retryAfter));
      noteType(url, head);
      if (!isBroken(head.status) && head.status !== 405 && head.status !== 501) return head.status;
      const full = await fetcher.fetch(url, { timeoutMs: TIMEOUT_MS, signal });
      noteType(url, full);
      return full.status;
    } catch (error) {
      const code = errorCode(error);
      return code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EREDIRECTS" ? "unreachable" : "unknown";
    }
  };
  const check = async (url: string, signal: AbortSignal): Promise<Answer> => {
    if (requests >= maxRequests) return "unknown";
    requests += 1;
    while (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await request(url, signal);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  const statusOf = (url: string, signal: AbortSignal): Promise<Answer> => {
    const known = answers.get(url);
    if (known) return known;
    const answer = check(url, signal);
    answers.set(url, answer);
    return answer;
  };
  return {
    pdfs,
    learn: (address, status) => answers.set(address, Promise.resolve(status)),
    findBroken: async (addresses, signal) => {
      const late = sleep(PAGE_TIMEOUT_MS, "unknown" as const, { ref: false });
      const checked = await Promise.all(
        [...new Set(addresses)].map(async (url) => ({
          url,
          answer: await Promise.race([statusOf(url, signal), late]),
        })),
      );
      return checked
        .filter(({ answer }) => isBroken(answer))
        .map(({ url, answer }) => ({ url, status: typeof answer === "number" ? answer : null }));
    },
  };
};
