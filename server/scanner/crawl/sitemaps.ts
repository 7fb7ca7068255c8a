import type { Fetcher } from "../guard/fetcher";
import { type SitemapContents, SitemapReader } from "./sitemap-reader";

/**
 * Maximum size of one sitemap, whether compressed or not (sitemaps.org), and limits for all sitemaps of a website
 * together.
 */
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_TOTAL_BYTES = 250 * 1024 * 1024;
const MAX_SITEMAPS = 200;
/** sitemaps.org doesn't allow nested indexes, but some websites have them. */
const MAX_DEPTH = 3;
const MAX_DURATION_MS = 60_000;

/** Returns the URLs in the text of a sitemap. */
export const parseSitemap = (text: string, limit = Number.POSITIVE_INFINITY): SitemapContents => {
  const reader = new SitemapReader(limit);
  reader.write(text);
  return reader.end();
};

export interface SitemapSearch {
  fetcher: Fetcher;
  origin: string;
  /** Sitemaps from robots.txt or the caller. If there are none, the two usual URLs are tried. */
  listed: readonly string[];
  maxPages: number;
  signal?: AbortSignal | undefined;
  /** Milliseconds after which no more sitemaps are read; defaults to one minute. */
  maxDurationMs?: number;
}

/**
 * Returns the pages listed in the website's sitemaps, in order. Follows indexes and decompresses gzip. Skips sitemaps
 * that can't be read; from a truncated sitemap, returns the pages before the truncation.
 */
export const readSitemaps = async (search: SitemapSearch): Promise<string[]> => {
  const { origin, listed, maxPages } = search;
  const starts = listed.length > 0 ? listed : [`${origin}/sitemap.xml`, `${origin}/sitemap_index.xml`];
  const queue = starts.slice(0, MAX_SITEMAPS).map((url) => ({ url, depth: 1 }));
  const seen = new Set<string>();
  const pages = new Set<string>();
  const late = AbortSignal.timeout(search.maxDurationMs ?? MAX_DURATION_MS);
  let bytesLeft = MAX_TOTAL_BYTES;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (late.aborted || bytesLeft <= 0 || seen.size >= MAX_SITEMAPS || pages.size >= maxPages) break;
    if (seen.has(next.url)) continue;
    seen.add(next.url);
    const { found, bytes } = await readOne(search, next.url, { late, bytesLeft, limit: maxPages - pages.size });
    bytesLeft -= bytes;
    for (const page of found.pages) pages.add(page);
    if (next.depth < MAX_DEPTH)
      for (const url of found.sitemaps.slice(0, MAX_SITEMAPS)) queue.push({ url, depth: next.depth + 1 });
  }
  return [...pages];
};

const readOne = async (
  { fetcher, signal }: SitemapSearch,
  url: string,
  { late, bytesLeft, limit }: { late: AbortSignal; bytesLeft: number; limit: number },
): Promise<{ found: SitemapContents; bytes: number }> => {
  const decoder = new TextDecoder();
  const reader = new SitemapReader(Math.max(limit, MAX_SITEMAPS));
  let bytes = 0;
  const take = (chunk: Buffer, status: number): boolean => {
    bytes += chunk.length;
    return status === 200 && reader.write(decoder.decode(chunk, { stream: true }));
  };
  try {
    await fetcher.stream(url, take, {
      maxBytes: Math.min(MAX_BYTES, bytesLeft),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
  } catch {
    signal?.throwIfAborted();
  }
  const { pages, sitemaps } = reader.end();
  return { found: { pages: pages.slice(0, limit), sitemaps }, bytes };
};
