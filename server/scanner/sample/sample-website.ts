import type { ScanOptions } from "../contract";
import { addressKey, isLikelyFile } from "../crawl/addresses";
import { isListOnly } from "../crawl/discover-site";
import type { Frontier } from "../crawl/frontier";
import { createYielder } from "../yield-by-time";
import type { SampleRole } from "./contract";
import { drawSample, planSample } from "./draw-sample";

export interface WebsiteSample {
  pages: { url: string; group: string | null }[];
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
 * Returns the pages that are known before any is loaded, by their keys: the start page, the URL list and the sitemaps.
 * With `list_only`, only the URL list counts.
 */
const readFrame = async ({ frontier, isWanted, startUrl, listed, options, signal }: Parts) => {
  const frame = new Map<string, { url: string; group: string | null }>();
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
    for (const url of urls) await addPage(frontier.listedAddress(url), name);
  for (const url of listed) await addPage(frontier.pageAddress(url), null);
  return frame;
};

/** Draws a sample of the known pages. Returns null if all of them can be scanned. */
export const sampleWebsite = async (parts: Parts): Promise<WebsiteSample | null> => {
  const frame = await readFrame(parts);
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
