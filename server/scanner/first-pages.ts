import type { ScanOptions } from "./contract";
import type { Site } from "./crawl/discover-site";
import type { Frontier } from "./crawl/frontier";
import { sampleWebsite, type WebsiteSample } from "./sample/sample-website";
import { createYielder } from "./yield-by-time";

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
  /** Delivers a page with an error for a listed URL that isn't part of the website. */
  refuse: (url: string, group: string | null) => Promise<void>;
}

const addListed = async ({ site, frontier, signal }: FirstPages, source: "known" | "sitemap"): Promise<void> => {
  const letOthersRun = createYielder(signal);
  for (const [at, url] of site.listed.entries()) {
    await letOthersRun();
    frontier.add([url], source, at);
  }
};

const addUrlGroups = async ({ options, frontier, signal, refuse }: FirstPages): Promise<void> => {
  const letOthersRun = createYielder(signal);
  let position = 1;
  for (const { name, urls } of options.url_groups) {
    for (const url of urls) {
      await letOthersRun();
      for (const foreign of frontier.addListed([url], name, position)) await refuse(foreign, name);
      position += 1;
    }
  }
};

/**
 * Queues the pages that are known before any page is loaded: the start page, and then either a sample or the URL list
 * and the sitemaps. Returns the sample if one was drawn.
 */
export const queueFirstPages = async (first: FirstPages): Promise<WebsiteSample | null> => {
  const { site, options, frontier, signal, maxPages, skipped, isWanted, refuse } = first;
  const { startUrl, listed } = site;
  const limited = { ...options, max_pages: maxPages };
  const parts = { frontier, isWanted, startUrl, listed, options: limited, signal };
  const sample = options.sample ? await sampleWebsite(parts) : null;
  frontier.add([startUrl], "start");
  if (sample) {
    frontier.listOnly = true;
    for (const { url, group } of sample.foreign) await refuse(url, group);
    for (const [at, { url, group }] of sample.pages.entries()) frontier.addListed([url], group, at);
    return sample;
  }
  await addUrlGroups(first);
  const isKnown = (options.known_urls ?? []).length > 0;
  if (!isKnown) for (const url of skipped) frontier.addForLinks(url);
  await addListed(first, isKnown ? "known" : "sitemap");
  return null;
};
