import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { isUrl } from "@/server/core/is-url";
import { MAX_LIST_LENGTH, type UrlGroup, type UrlListFormat } from "@/server/scanner/contract";
import { explainRefusal, readUrlList, UrlListError } from "@/server/scanner/url-list/read-url-list";
import { UsageError } from "./arguments";

const formats: Readonly<Record<string, UrlListFormat>> = { ".csv": "csv", ".tsv": "csv", ".xml": "sitemap" };

const SHOWN = 10;

const readContent = async (path: string): Promise<string> => {
  try {
    // Each character takes at most four bytes.
    if ((await stat(path)).size > MAX_LIST_LENGTH * 4) throw new UsageError(`The file ${path} is too large.`);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The file ${path} couldn't be read.`);
  }
};

/** Returns the URL of the website to which a list belongs, determined from the first URL in the list. */
const firstUrl = (content: string, path: string): string => {
  const [found] = /https?:\/\/[^\s"'<>,;]{1,2000}/i.exec(content.slice(0, 100_000)) ?? [];
  if (!found || !isUrl(found)) throw new UsageError(`The file ${path} contains no URLs.`);
  return `${new URL(found).origin}/`;
};

/**
 * Reads the file named by `--urls`. Without a website, the list belongs to the website of its first URL. Throws
 * UsageError if the list can't be used or contains URLs that can't be scanned, because leaving them out could go
 * unnoticed.
 */
export const readUrls = async (path: string, website: string | null): Promise<{ url: string; groups: UrlGroup[] }> => {
  const content = await readContent(path);
  const url = website ?? firstUrl(content, path);
  try {
    const { groups, refused, refusals } = readUrlList(content, url, formats[extname(path).toLowerCase()] ?? "auto");
    if (refused === 0) return { url, groups };
    const shown = refusals.slice(0, SHOWN).map(({ line, text, reason }) => {
      return `  line ${line}: ${text}: ${explainRefusal(reason)}`;
    });
    const more = refused > SHOWN ? [`  … and ${refused - SHOWN} more`] : [];
    throw new UsageError([`${path} contains URLs that can't be scanned on ${url}:`, ...shown, ...more].join("\n"));
  } catch (error) {
    if (error instanceof UrlListError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
};
