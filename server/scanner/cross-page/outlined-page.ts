import { isUrl } from "@/server/core/is-url";
import { readRoute } from "../hash-route";
import type { PageOutline } from "../page-result";

/** A page to compare with others. */
export interface OutlinedPage {
  /** The URL after redirects. */
  url: string;
  /** Sort key of the page, as returned by `rankOf`. */
  rank: string;
  outline: PageOutline;
}

/** The outcome of a rule for one of the page's elements. `node` is the element's index in the outline. */
export interface NodeOutcome {
  node: number;
  outcome: "passed" | "failed" | "needs_review";
  /** What differs from other pages; empty if the element passed. */
  detail: string;
}

/**
 * A rule that compares pages. First all pages are added, then each page is evaluated. Memory is bounded, and the
 * outcome depends only on the pages and the order in which they are added.
 */
export interface PageComparer {
  add(page: OutlinedPage): void;
  evaluate(page: OutlinedPage): NodeOutcome[];
}

const pathOf = (url: string): string => (isUrl(url) ? new URL(url).pathname + readRoute(url) : url);

/** Returns the path of a URL, without any page number. */
export const pathWithoutNumber = (url: string): string =>
  pathOf(url).replace(/(?:\/index\.\w{1,5}|\/(?:page|seite|p)[/-]?\d{1,6}\/?|\/)$/, "");

/** Returns a page's sort key. The start page comes first, and each page comes before the pages below it. */
export const rankOf = (url: string): string => {
  const path = pathOf(url).replace(/(?:\/|\/index\.\w{1,5})$/, "");
  const depth = path.split("/").length;
  return `${String(depth).padStart(4, "0")} ${String(url.length).padStart(5, "0")} ${url}`;
};

/** Pages that have something in common: how many there are, and the first of them by rank. */
export interface Pages {
  count: number;
  example: string;
  /** The rank of `example`. */
  rank: string;
}

export const noPages = (): Pages => ({ count: 0, example: "", rank: "" });

export const addPage = (pages: Pages, { url, rank }: Pick<OutlinedPage, "url" | "rank">): void => {
  pages.count += 1;
  if (pages.rank !== "" && pages.rank <= rank) return;
  pages.example = url;
  pages.rank = rank;
};

/** Comparison function for `sort`: by number of pages, largest first, and then by rank. */
export const mostPagesFirst = (one: Pages, other: Pages): number => {
  if (one.count !== other.count) return other.count - one.count;
  return one.rank < other.rank ? -1 : 1;
};

/** Returns the item that occurs on the most pages. */
export const mostCommon = <Item extends { pages: Pages }>(items: Iterable<Item>): Item | undefined => {
  let best: Item | undefined;
  for (const item of items) if (!best || mostPagesFirst(item.pages, best.pages) < 0) best = item;
  return best;
};

export const describePages = ({ count, example }: Pick<Pages, "count" | "example">): string =>
  count === 1 ? `on ${example}` : `on ${count} other pages, such as ${example}`;

/**
 * Returns a map's value for a key. If there is none, adds and returns a new value, or returns null if the map is full.
 */
export const remember = <Value>(
  map: Map<string, Value>,
  key: string,
  { create, most }: { create: () => Value; most: number },
): Value | null => {
  const known = map.get(key);
  if (known !== undefined || map.size >= most) return known ?? null;
  const created = create();
  map.set(key, created);
  return created;
};
