import type { ScanOptions } from "../contract";
import { addressKey, isLikelyFile } from "../crawl/addresses";
import { isListOnly } from "../crawl/discover-site";
import type { Frontier } from "../crawl/frontier";
import { createYielder } from "../yield-by-time";
import type { SampleRole } from "./contract";
import { drawSample, LEAST_SAMPLE, planSample } from "./draw-sample";

interface KnownPage {
  url: string;
  group: string | null;
}

export interface WebsiteSample {
  pages: KnownPage[];
  /** Listed URLs that aren't part of the website, up to their share of the page limit. */
  foreign: KnownPage[];
  /** Returns how a page was chosen for the sample; undefined if it isn't in the sample. */
  roleOf(url: string): SampleRole | undefined;
}

interface Parts {
  frontier: Pick<Frontier, "pageAddress" | "listedAddress">;
  isWanted: (address: string) => boolean;
  startUrl: string;
  /** URLs from sitemaps. */
  listed: readonly string[];
  options: Pick<ScanOptions, "url_groups" | "list_only" | "max_pages" | "sample_seed">;
  signal: AbortSignal;
}

/**
 * Maps the keys of URLs to the pages that are known before any page is loaded: the start page and the pages in the URL
 * list and the sitemaps. With `list_only`, only the URL list counts. Also returns the listed URLs that aren't part of
 * the website, with their groups.
 */
const readFrame = async ({ frontier, isWanted, startUrl, listed, options, signal }: Parts) => {
  const frame = new Map<string, KnownPage>();
  const foreign = new Map<string, string | null>();
  const letOthersRun = createYielder(signal);
  const add = (url: string | null, group: string | null): void => {
    if (url === null || !isWanted(url)) return;
    const known = frame.get(addressKey(url));
    if (known) known.group ??= group;
    else frame.set(addressKey(url), { url, group });
  };
  const addPage = async (url: string | null, group: string | null): Promise<void> => {
    if (url !== null && !isLikelyFile(url)) add(url, group);
    await letOthersRun();
  };
  if (!isListOnly(options)) add(frontier.pageAddress(startUrl), null);
  for (const { name, urls } of options.url_groups)
    for (const url of urls) {
      const address = frontier.listedAddress(url);
      if (address === null && !foreign.has(url)) foreign.set(url, name);
      await addPage(address, name);
    }
  for (const url of listed) await addPage(frontier.pageAddress(url), null);
  return { frame, foreign };
};

/**
 * Returns how many URLs on other websites may count towards the page limit. Leaves at least half of the limit for the
 * sample.
 */
const mostForeign = (maxPages: number): number =>
  Math.max(0, Math.min(Math.floor(maxPages / 2), maxPages - LEAST_SAMPLE));

/** Draws a sample of the known pages. Returns null if all known pages can be scanned. */
export const sampleWebsite = async (parts: Parts): Promise<WebsiteSample | null> => {
  const { frame, foreign: listed } = await readFrame(parts);
  const { max_pages, sample_seed } = parts.options;
  const foreign = [...listed].slice(0, mostForeign(max_pages)).map(([url, group]) => ({ url, group }));
  const plan = planSample(
    [...frame.values()].map(({ url }) => url),
    max_pages - foreign.length,
  );
  if (!plan) return null;
  const roles = new Map<string, SampleRole>();
  const pages = drawSample(plan, sample_seed).map(({ url, ...role }) => {
    roles.set(addressKey(url), role);
    return { url, group: frame.get(addressKey(url))?.group ?? null };
  });
  return { pages, foreign, roleOf: (url) => roles.get(addressKey(url)) };
};
