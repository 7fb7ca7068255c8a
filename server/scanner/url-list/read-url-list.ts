import { toOneLine } from "@/server/core/one-line";
import { truncate } from "@/server/core/truncate";
import { addressKey } from "../crawl/addresses";
import { createUrlClassifier } from "./classify-url";
import {
  MAX_GROUP_NAME,
  MAX_GROUPS,
  MAX_LIST_LENGTH,
  MAX_LISTED_URLS,
  type RefusalReason,
  type UrlGroup,
  type UrlListFormat,
} from "./contract";
import { type ListedUrl, readCsv, readSitemap, readText, type TakeUrl, UrlListError } from "./read-formats";

export { UrlListError } from "./read-formats";

const MAX_SHOWN_REFUSALS = 100;
const MAX_SHOWN_TEXT = 200;

export interface RefusedUrl {
  line: number;
  text: string;
  reason: RefusalReason;
}

export interface UrlList {
  /** The URLs without a group come first. */
  groups: UrlGroup[];
  urls: number;
  /** Number of URLs left out because they occur earlier in the list. */
  duplicates: number;
  /** Number of URLs that can't be scanned as part of the website. */
  refused: number;
  /** The first few refused URLs. */
  refusals: RefusedUrl[];
}

const isCsv = (content: string): boolean => {
  const line = content.trimStart().split("\n", 1)[0] ?? "";
  const first = line.split(/[,;\t]/, 1)[0] ?? "";
  return /["\t]/.test(line) || (/[,;]/.test(line) && !/^(?:https?:|\/|#)/i.test(first));
};

/**
 * Guesses the format. Commas and semicolons in a first line that begins with a URL don't make the list CSV, because
 * URLs can contain them.
 */
const guessFormat = (content: string): Exclude<UrlListFormat, "auto"> => {
  if (/^\s*</.test(content.slice(0, 1_000))) return "sitemap";
  return isCsv(content.slice(0, 20_000)) ? "csv" : "text";
};

const readers = { text: readText, csv: readCsv, sitemap: readSitemap };

const assertReadable = (content: string): void => {
  if (content.length > MAX_LIST_LENGTH)
    throw new UrlListError(
      `The list is too long: it has ${content.length.toLocaleString("en")} characters, and the limit is ` +
        `${MAX_LIST_LENGTH.toLocaleString("en")}. Split it, or remove some of the URLs.`,
    );
  if (content.includes("\0"))
    throw new UrlListError("This isn't a text file. Use an uncompressed text file, CSV file or XML sitemap.");
};

/** Collects URLs in their groups. */
class ListBuilder {
  private readonly groups = new Map<string | null, string[]>([[null, []]]);
  private readonly seen = new Set<string>();
  private readonly classify: ReturnType<typeof createUrlClassifier>;
  private readonly refusals: RefusedUrl[] = [];
  private refused = 0;
  private duplicates = 0;

  constructor(websiteUrl: string) {
    this.classify = createUrlClassifier(websiteUrl);
  }

  readonly take: TakeUrl = (listed) => {
    const found = this.classify(listed.text);
    if ("reason" in found) return this.refuse(listed, found.reason);
    const key = addressKey(found.url);
    if (this.seen.has(key)) {
      this.duplicates += 1;
      return;
    }
    const group = this.groupFor(listed.group);
    if (!group) return this.refuse(listed, "too_many_groups");
    this.seen.add(key);
    // URLs above the limit are counted, but not kept.
    if (this.seen.size <= MAX_LISTED_URLS) group.push(found.url);
  };

  finish(): UrlList {
    const { duplicates, refused, refusals } = this;
    const urls = this.seen.size;
    if (urls > MAX_LISTED_URLS)
      throw new UrlListError(
        `The list has ${urls.toLocaleString("en")} URLs, and the limit is ${MAX_LISTED_URLS.toLocaleString("en")}. ` +
          "Leave some out.",
      );
    if (urls + refused === 0) throw new UrlListError("The list contains no URLs. Put each URL on its own line.");
    const groups = [...this.groups].flatMap(([name, list]) => (list.length > 0 ? [{ name, urls: list }] : []));
    return { groups, urls, duplicates, refused, refusals };
  }

  private groupFor(given: string | null): string[] | null {
    const name = given === null ? null : truncate(toOneLine(given), MAX_GROUP_NAME).trim() || null;
    const known = this.groups.get(name);
    if (known) return known;
    if (this.groups.size > MAX_GROUPS) return null;
    const group: string[] = [];
    this.groups.set(name, group);
    return group;
  }

  private refuse({ line, text }: ListedUrl, reason: RefusalReason): void {
    this.refused += 1;
    if (this.refusals.length < MAX_SHOWN_REFUSALS)
      this.refusals.push({ line, text: truncate(text, MAX_SHOWN_TEXT), reason });
  }
}

/**
 * Reads a list of a website's URLs. URLs that can't be scanned as part of the website are refused, and duplicates are
 * merged. Throws UrlListError if the list as a whole can't be used; nothing is ever left out silently.
 */
export const readUrlList = (content: string, websiteUrl: string, format: UrlListFormat = "auto"): UrlList => {
  assertReadable(content);
  const text = content.startsWith("\ufeff") ? content.slice(1) : content;
  const builder = new ListBuilder(websiteUrl);
  readers[format === "auto" ? guessFormat(text) : format](text, builder.take);
  return builder.finish();
};

/** Writes a list as text for people to edit. */
export const writeUrlList = (groups: readonly UrlGroup[]): string =>
  groups.flatMap(({ name, urls }) => [...(name === null ? [] : [`# ${name}`]), ...urls]).join("\n");

const explanations: Readonly<Record<RefusalReason, string>> = {
  not_a_url: "This isn't a URL.",
  other_website: "This URL is on another website.",
  not_a_page: "This is a file, not a page.",
  too_long: "This URL is longer than 2,000 characters.",
  too_many_groups: `The list has more than ${MAX_GROUPS} groups.`,
};

export const explainRefusal = (reason: RefusalReason): string => explanations[reason];
