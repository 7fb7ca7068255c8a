import type { Fetcher } from "../guard/fetcher";

const MAX_BYTES = 50 * 1024 * 1024;
const MAX_SITEMAPS = 200;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decode = (text: string): string =>
  text
    .replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, "$1")
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (decimal) return String.fromCodePoint(Number(decimal));
      return hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (entities[name] ?? whole);
    })
    .trim();

/**
 * Addresses in a sitemap (sitemaps.org 0.9), XML or plain text. `<loc>` is looked for in the text, as real sitemaps are
 * often not well-formed; the prefixed `<image:loc>` is none of ours.
 */
export const parseSitemap = (text: string): { pages: string[]; sitemaps: string[] } => {
  if (!text.includes("<")) {
    return {
      pages: text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => /^https?:/i.test(line)),
      sitemaps: [],
    };
  }
  const found = [...text.matchAll(/<loc>\s*([\s\S]*?)\s*<\/loc>/gi)].map((match) => decode(match[1] ?? ""));
  return /<sitemapindex[\s>]/i.test(text) ? { pages: [], sitemaps: found } : { pages: found, sitemaps: [] };
};

export interface SitemapSearch {
  fetcher: Fetcher;
  origin: string;
  /** From robots.txt or from the caller; without any the two usual places are tried. */
  listed: readonly string[];
  maxPages: number;
  signal?: AbortSignal | undefined;
}

/** Pages listed by the site's sitemaps, indexes and gzip unpacked, in their order. What cannot be read is left out. */
export const readSitemaps = async ({ fetcher, origin, listed, maxPages, signal }: SitemapSearch): Promise<string[]> => {
  const queue = listed.length > 0 ? [...listed] : [`${origin}/sitemap.xml`, `${origin}/sitemap_index.xml`];
  const seen = new Set<string>();
  const pages = new Set<string>();
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (seen.has(url)) continue;
    if (seen.size >= MAX_SITEMAPS || pages.size >= maxPages) break;
    seen.add(url);
    const found = await readOne(fetcher, url, signal);
    queue.push(...found.sitemaps);
    for (const page of found.pages.slice(0, maxPages - pages.size)) pages.add(page);
  }
  return [...pages];
};

const readOne = async (fetcher: Fetcher, url: string, signal?: AbortSignal) => {
  try {
    const { status, body } = await fetcher.fetch(url, { maxBytes: MAX_BYTES, signal });
    return status === 200 ? parseSitemap(body.toString("utf8")) : { pages: [], sitemaps: [] };
  } catch {
    signal?.throwIfAborted();
    return { pages: [], sitemaps: [] };
  }
};
