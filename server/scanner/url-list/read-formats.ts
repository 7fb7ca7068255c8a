import { CsvError, parse } from "csv-parse/sync";
import { SitemapReader } from "../crawl/sitemap-reader";
import { MAX_LIST_ENTRIES, MAX_LISTED_URLS } from "./contract";

/** A URL as written in a list, with its group and its position. */
export interface ListedUrl {
  text: string;
  group: string | null;
  /** The line, starting at 1; in a sitemap, the position among the sitemap's URLs. */
  line: number;
}

/** Receives the URLs of a list one by one. */
export type TakeUrl = (listed: ListedUrl) => void;

/** Thrown for a list that can't be read at all. The message says what to do. */
export class UrlListError extends Error {
  override readonly name = "UrlListError";
}

const MAX_CSV_RECORD = 20_000;
const CHUNK = 65_536;

const tooMany = (what: string): UrlListError =>
  new UrlListError(
    `The list has more than ${MAX_LIST_ENTRIES.toLocaleString("en")} ${what}. Split it, or remove some of them: a website ` +
      `can have up to ${MAX_LISTED_URLS.toLocaleString("en")} URLs in its list.`,
  );

function* chunksOf(content: string): Generator<string> {
  for (let at = 0; at < content.length; at += CHUNK) yield content.slice(at, at + CHUNK);
}

/** Yields the lines of the text without copying them all at once. Throws UrlListError if there are too many. */
function* linesOf(content: string): Generator<string> {
  let at = 0;
  for (let line = 0; at <= content.length; line += 1) {
    if (line > MAX_LIST_ENTRIES) throw tooMany("lines");
    const found = content.indexOf("\n", at);
    const end = found < 0 ? content.length : found;
    yield content.slice(at, end).trim();
    at = end + 1;
  }
}

/** Reads text with one URL on each line. A line that begins with # names the group of the URLs below it. */
export const readText = (content: string, take: TakeUrl): void => {
  let group: string | null = null;
  let line = 0;
  for (const text of linesOf(content)) {
    line += 1;
    if (text.startsWith("#")) group = text.slice(1).trim() || null;
    else if (text !== "") take({ text, group, line });
  }
};

export const readSitemap = (content: string, take: TakeUrl): void => {
  const reader = new SitemapReader(MAX_LIST_ENTRIES + 1);
  for (const chunk of chunksOf(content)) if (!reader.write(chunk)) break;
  const { pages, sitemaps } = reader.end();
  if (sitemaps.length > 0)
    throw new UrlListError("This is a sitemap index, which lists other sitemaps. Use one of those sitemaps instead.");
  if (pages.length > MAX_LIST_ENTRIES) throw tooMany("URLs");
  for (const [index, text] of pages.entries()) take({ text, group: null, line: index + 1 });
};

const urlColumns = new Set(["url", "urls", "address", "page", "page url", "link", "loc", "location", "href"]);
const groupColumns = new Set(["group", "page group", "category", "section"]);

const isUrl = (cell: string): boolean => /^(?:https?:\/\/|\/)/i.test(cell);

interface Columns {
  url: number;
  /** Index of the column for groups, or -1 if there is none. */
  group: number;
}

/**
 * Finds the columns for URLs and groups by their names. If there is no header, uses the first cell with a URL and the
 * cell after it.
 */
const findColumns = (cells: readonly string[]): { columns: Columns; hasHeader: boolean } => {
  const names = cells.map((cell) => cell.toLowerCase());
  const named = names.findIndex((name) => urlColumns.has(name));
  const group = names.findIndex((name) => groupColumns.has(name));
  if (named >= 0) return { columns: { url: named, group }, hasHeader: true };
  const url = cells.findIndex(isUrl);
  if (url < 0)
    throw new UrlListError(
      "The CSV file has no column with URLs. Name the column “url” in the first line of the file.",
    );
  return { columns: { url, group: -1 }, hasHeader: false };
};

/** Returns the delimiter that occurs most often in the first line. */
const guessDelimiter = (content: string): string => {
  const [line = ""] = content.slice(0, MAX_CSV_RECORD).split("\n", 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
};

const atLine = (line: number | null): string => (line === null ? "" : ` in line ${line}`);

const explainLongRow = (line: number | null): string =>
  `The CSV file has a row${atLine(line)} of more than ${MAX_CSV_RECORD.toLocaleString("en")} characters. Check its quotation marks.`;

const explain = (error: CsvError): string => {
  const line = "lines" in error && typeof error.lines === "number" ? error.lines : null;
  if (error.code === "CSV_MAX_RECORD_SIZE") return explainLongRow(line);
  return `The CSV file is malformed${atLine(line)}. Check its quotation marks.`;
};

/**
 * Throws UrlListError if there are too many lines, or a line is too long. Checked first, because reading a row takes
 * time for each of its cells, even if they are empty.
 */
const assertLines = (content: string): void => {
  let number = 0;
  for (const line of linesOf(content)) {
    number += 1;
    if (line.length > MAX_CSV_RECORD) throw new UrlListError(explainLongRow(number));
  }
};

/** Reads a CSV file row by row. Rows may differ in length. */
export const readCsv = (content: string, take: TakeUrl): void => {
  assertLines(content);
  let columns: Columns | null = null;
  const onRow = (record: readonly string[], { lines: line }: { lines: number }): null => {
    if (columns === null) {
      const found = findColumns(record);
      columns = found.columns;
      if (found.hasHeader) return null;
    }
    const text = record[columns.url] ?? "";
    const group = columns.group < 0 ? "" : (record[columns.group] ?? "");
    if (text !== "") take({ text, group: group || null, line });
    return null;
  };
  try {
    parse(content, {
      bom: true,
      delimiter: guessDelimiter(content),
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_CSV_RECORD,
      on_record: onRow,
    });
  } catch (error) {
    throw error instanceof CsvError ? new UrlListError(explain(error), { cause: error }) : error;
  }
};
