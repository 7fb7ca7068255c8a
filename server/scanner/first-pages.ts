import { setImmediate } from "node:timers/promises";
import type { ScanOptions } from "./contract";
import type { Site } from "./crawl/discover-site";
import type { Frontier } from "./crawl/frontier";
import { sampleWebsite, type WebsiteSample } from "./sample/sample-website";

const LISTED_AT_ONCE = 500;

export interface FirstPages {
  site: Site;
  options: ScanOptions;
  frontier: Frontier;
  signal: AbortSignal;
  /** Maximum number of pages, not counting those that journeys lead to. */
  maxPages: number;
  /** URLs of pages that have already been scanned and whose links still have to be followed. */
  skipped: readonly string[];
  isWanted: (address: string) => boolean;
  /** Delivers a page that couldn't be scanned, for a URL that isn't part of the website. */
  refuse: (url: string, group: string | null) => Promise<void>;
}

/** Adds listed URLs in parts, so that a long sitemap doesn't block this process. */
const addListed = async ({ site, frontier, signal }: FirstPages, source: "known" | "sitemap"): Promise<void> => {
  const { listed } = site;
  for (let first = 0; first < listed.length; first += LISTED_AT_ONCE) {
    frontier.add(listed.slice(first, first + LISTED_AT_ONCE), source, first);
    await setImmediate();
    signal.throwIfAborted();
  }
};

const addUrlGroups = async ({ options, frontier, signal, refuse }: FirstPages): Promise<void> => {
  let first = 1;
  for (const { name, urls } of options.url_groups) {
    for (let at = 0; at < urls.length; at += LISTED_AT_ONCE) {
      const part = urls.slice(at, at + LISTED_AT_ONCE);
      const foreign = frontier.addListed(part, name, first);
      for (const url of foreign) await refuse(url, name);
      first += part.length;
      await setImmediate();
      signal.throwIfAborted();
    }
  }
};

/**
 * Queues the pages that are known before any page is loaded: the start page, and then either a sample or the URL list
 * and the sitemaps. Returns the sample if one was drawn.
 */
export const queueFirstPages = async (first: FirstPages): Promise<WebsiteSample | null> => {
  const { site, options, frontier, maxPages, skipped, isWanted } = first;
  const { startUrl, listed } = site;
  const limited = { ...options, max_pages: maxPages };
  const sample = options.sample ? sampleWebsite({ frontier, isWanted, startUrl, listed, options: limited }) : null;
  frontier.add([startUrl], "start");
  if (sample) {
    frontier.listOnly = true;
    for (const [at, { url, group }] of sample.pages.entries()) frontier.addListed([url], group, at);
    return sample;
  }
  await addUrlGroups(first);
  const isKnown = (options.known_urls ?? []).length > 0;
  if (!isKnown) for (const url of skipped) frontier.addForLinks(url);
  await addListed(first, isKnown ? "known" : "sitemap");
  return null;
};
