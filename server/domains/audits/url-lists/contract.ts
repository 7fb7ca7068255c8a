import { z } from "zod";
import { Id, Time } from "@/server/core/schema";
import { MAX_LIST_LENGTH, RefusalReason, UrlListFormat } from "@/server/scanner/contract";

const content = z
  .string()
  .max(MAX_LIST_LENGTH, `The list is too long. The limit is ${MAX_LIST_LENGTH.toLocaleString("en")} characters.`)
  .describe(
    "The list. In plain text, each URL is on a line of its own, and a line that begins with # names the group of the " +
      "URLs below it. In a CSV file, the columns are called url and group. A sitemap has no groups.",
  );
const format = UrlListFormat.default("auto").describe("Format of the content; auto detects it.");

export const UrlListOf = z.strictObject({ id: Id });
export type UrlListOf = z.infer<typeof UrlListOf>;

export const CheckUrlList = z.strictObject({ id: Id, content, format });
export type CheckUrlList = z.infer<typeof CheckUrlList>;

/** A new URL list, which replaces the whole existing list. */
export const SaveUrlList = CheckUrlList.extend({
  skip_refused: z
    .boolean()
    .default(false)
    .describe("Whether to save the other URLs if some are refused. By default, nothing is saved in that case."),
});
export type SaveUrlList = z.infer<typeof SaveUrlList>;

const GroupSize = z.object({
  name: z.string().nullable().describe("Name of the page group; null for URLs without a group."),
  urls: z.number().int().describe("Number of URLs in the group."),
});

const Counts = z.object({
  urls: z.number().int().describe("Number of URLs in the list."),
  groups: z.array(GroupSize),
  most_scanned: z
    .number()
    .int()
    .describe("Number of URLs in the list that an audit scans: no more than the website's maximum number of pages."),
});

export const UrlListCheck = Counts.extend({
  duplicates: z.number().int().describe("Number of URLs left out because the list already contains them."),
  refused: z.number().int().describe("Number of URLs that can't be scanned as part of the website."),
  refusals: z
    .array(
      z.object({
        line: z.number().int().describe("Line number in the list; in a sitemap, the position of the URL."),
        text: z.string().describe("Content of the line, shortened to 200 characters."),
        reason: RefusalReason,
        message: z.string().describe("Why the URL is refused."),
      }),
    )
    .describe("The first 100 refused URLs."),
  content: z.string().describe("The accepted URLs as editable text."),
});
export type UrlListCheck = z.input<typeof UrlListCheck>;

export const SavedUrlList = Counts.extend({
  content: z.string().describe("The list as editable text."),
  updated_at: Time,
});

export const WebsiteUrlList = z.object({
  url_list: SavedUrlList.nullable().describe("Null if the website has no URL list."),
});
export type WebsiteUrlList = z.input<typeof WebsiteUrlList>;
