import type { ScanOptions } from "../contract";
import { addressKey } from "../crawl/addresses";
import { isListOnly } from "../crawl/discover-site";
import type { Frontier } from "../crawl/frontier";
import type { SampleRole } from "./contract";
import { drawSample, planSample } from "./draw-sample";

export interface WebsiteSample {
  pages: { url: string; group: string | null }[];
  /** Returns how a page was chosen for the sample; undefined if it isn't in the sample. */
  roleOf(url: string): SampleRole | undefined;
}

interface Parts {
  frontier: Pick<Frontier, "pageAddress" | "routes">;
  isWanted: (address: string) => boolean;
  startUrl: string;
  /** URLs from sitemaps. */
  listed: readonly string[];
  options: Pick<ScanOptions, "url_groups" | "list_only" | "max_pages" | "sample_seed">;
}

/**
 * Returns the pages that are known before any is loaded, by their keys: the start page, the URL list and the sitemaps.
 * With `list_only`, only the URL list counts.
 */
const readFrame = ({ frontier, isWanted, startUrl, listed, options }: Parts) => {
  const frame = new Map<string, { url: string; group: string | null }>();
  const add = (href: string, group: string | null): void => {
    const url = frontier.pageAddress(href);
    if (url === null || !isWanted(url)) return;
    const known = frame.get(addressKey(url));
    if (known) known.group ??= group;
    else frame.set(addressKey(url), { url, group });
  };
  if (!isListOnly(options)) add(startUrl, null);
  for (const { name, urls } of options.url_groups) {
    frontier.routes.trust(urls);
    for (const url of urls) add(url, name);
  }
  for (const url of listed) add(url, null);
  return frame;
};

/** Draws a sample of the known pages. Returns null if all of them can be scanned. */
export const sampleWebsite = (parts: Parts): WebsiteSample | null => {
  const frame = readFrame(parts);
  const { max_pages, sample_seed } = parts.options;
  const plan = planSample(
    [...frame.values()].map(({ url }) => url),
    max_pages,
  );
  if (!plan) return null;
  const roles = new Map<string, SampleRole>();
  const pages = drawSample(plan, sample_seed).map(({ url, ...role }) => {
    roles.set(addressKey(url), role);
    return { url, group: frame.get(addressKey(url))?.group ?? null };
  });
  return { pages, roleOf: (url) => roles.get(addressKey(url)) };
};
