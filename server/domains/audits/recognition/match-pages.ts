import { groupBy } from "@/server/core/group-by";
import { pageKey, partialPageKey, readAddress } from "./page-key";

export interface ScannedPage {
  /** The URL that was requested. */
  url: string;
  final_url: string;
  title: string | null;
}

/** A page in an earlier audit. */
export interface KnownPage {
  final_url: string;
  title: string | null;
}

/** The distinctive content of each page: one string for each finding that has content of its own. */
export type Contents = ReadonlyMap<string, readonly string[]>;

const MIN_SHARED = 2;
const MIN_SHARE = 0.6;

/**
 * Reports whether two URLs have the same path but different values of a parameter. Such URLs belong to different pages,
 * no matter what else the pages have in common.
 */
const isContradicted = (a: string, b: string): boolean => {
  const [mine, theirs] = [readAddress(a), readAddress(b)];
  const values = new Map(theirs.parameters);
  return mine.path === theirs.path && mine.parameters.some(([name, value]) => (values.get(name) ?? value) !== value);
};

/** Recognises pages from earlier audits; keys come from `pageKey`. Every known page is matched at most once. */
class PageMatcher {
  readonly found = new Map<string, string>();
  private readonly now: Map<string, ScannedPage>;
  private readonly before: Map<string, KnownPage>;

  constructor(now: readonly ScannedPage[], before: readonly KnownPage[]) {
    this.now = new Map(now.map((page) => [pageKey(page.final_url), page]));
    this.before = new Map(before.map((page) => [pageKey(page.final_url), page]));
  }

  private settle(now: string, before: string): void {
    const [page, known] = [this.now.get(now), this.before.get(before)];
    if (!page || !known || isContradicted(page.final_url, known.final_url)) return;
    this.found.set(now, before);
    this.now.delete(now);
    this.before.delete(before);
  }

  /** Matches two pages with the same key if no other page in either audit has this key. */
  private settleUnique(keyOf: (page: KnownPage) => string | null): void {
    const before = groupBy(this.before.values(), keyOf);
    for (const [key, [page, ...more]] of groupBy<KnownPage>(this.now.values(), keyOf)) {
      const [known, ...others] = before.get(key) ?? [];
      if (page && known && more.length + others.length === 0)
        this.settle(pageKey(page.final_url), pageKey(known.final_url));
    }
  }

  byUrl(): void {
    for (const key of [...this.now.keys()]) this.settle(key, key);
  }

  /** Matches each page with the known page whose URL now redirects to it. */
  byRedirect(): void {
    for (const [key, page] of [...this.now]) this.settle(key, pageKey(page.url));
  }

  /**
   * Matches pages by path and parameters. Ignores parameters found in only one of the audits, because they were
   * probably added or removed; the values of all other parameters must match.
   */
  byParameters(): void {
    const namesOf = (pages: Iterable<KnownPage>) => {
      const names = new Map<string, Set<string>>();
      for (const { final_url } of pages) {
        const { path, parameters } = readAddress(final_url);
        const set = names.get(path) ?? new Set();
        for (const [name] of parameters) set.add(name);
        names.set(path, set);
      }
      return names;
    };
    const now = namesOf(this.now.values());
    const before = namesOf(this.before.values());
    this.settleUnique(({ final_url }) => {
      const address = readAddress(final_url);
      const others = before.get(address.path);
      if (!others) return null;
      return partialPageKey(address, new Set([...(now.get(address.path) ?? [])].filter((name) => others.has(name))));
    });
  }

  byTitle(): void {
    this.settleUnique(({ title }) => title?.trim() || null);
  }

  /**
   * Matches renamed pages by the contents of their findings, best matches first. Contents that occur on several pages,
   * such as a menu, are ignored.
   */
  byContents(now: Contents, before: Contents): void {
    const rareOf = (pages: Iterable<string>, contents: Contents): Map<string, Set<string>> => {
      const rows = [...pages].flatMap((page) => [...new Set(contents.get(page))].map((text) => ({ page, text })));
      const unique = [...groupBy(rows, ({ text }) => text).values()].filter((found) => found.length === 1).flat();
      return new Map(
        [...groupBy(unique, ({ page }) => page)].map(([page, found]) => [page, new Set(found.map(({ text }) => text))]),
      );
    };
    const mine = rareOf(now.keys(), now);
    const theirs = rareOf(before.keys(), before);
    const owners = new Map([...theirs].flatMap(([page, texts]) => [...texts].map((text) => [text, page] as const)));
    const pairs = [...mine]
      .filter(([page]) => this.now.has(page))
      .flatMap(([page, texts]) => {
        const shared = new Map<string, number>();
        for (const text of texts) {
          const owner = owners.get(text);
          if (owner !== undefined) shared.set(owner, (shared.get(owner) ?? 0) + 1);
        }
        return [...shared].map(([known, count]) => {
          const smaller = Math.min(texts.size, theirs.get(known)?.size ?? 0);
          return { page, known, count, share: count / smaller };
        });
      });
    pairs.sort((a, b) => b.share - a.share || b.count - a.count || (a.page < b.page ? -1 : 1));
    for (const { page, known, count, share } of pairs)
      if (count >= MIN_SHARED && share >= MIN_SHARE) this.settle(page, known);
  }
}

/**
 * Maps the key of each page of an audit to the key that earlier audits used for it. Compares URLs, redirects,
 * parameters, the contents of findings, and titles, in this order. New pages are not included.
 */
export const matchPages = (
  pages: { now: readonly ScannedPage[]; before: readonly KnownPage[] },
  contents: { now: Contents; before: Contents },
): Map<string, string> => {
  const matcher = new PageMatcher(pages.now, pages.before);
  matcher.byUrl();
  matcher.byRedirect();
  matcher.byParameters();
  matcher.byContents(contents.now, contents.before);
  matcher.byTitle();
  return matcher.found;
};
