import { z } from "zod";
import { isOneLine } from "@/server/core/one-line";

/** Limits for a website's URL list. */
export const MAX_LISTED_URLS = 10_000;
export const MAX_GROUPS = 100;
/** Maximum number of lines in a list, or of URLs in a sitemap, including duplicates and refused URLs. */
export const MAX_LIST_ENTRIES = 20_000;
/** Maximum length of a list, in characters. */
export const MAX_LIST_LENGTH = 4_000_000;
export const MAX_GROUP_NAME = 100;

export const UrlListFormat = z.enum(["auto", "text", "csv", "sitemap"]);
export type UrlListFormat = z.infer<typeof UrlListFormat>;

/** The name of a page group, one line long. */
export const GroupName = z.string().trim().min(1).max(MAX_GROUP_NAME).refine(isOneLine, "Use one line of text.");

/** URLs to scan before all others, in this order. URLs in a group without a name don't belong to any group. */
export const UrlGroup = z.object({
  name: GroupName.nullable().default(null),
  urls: z.array(z.string().min(1).max(4_096)).max(MAX_LISTED_URLS),
});
export type UrlGroup = z.infer<typeof UrlGroup>;

export const RefusalReason = z.enum(["not_a_url", "other_website", "not_a_page", "too_long", "too_many_groups"]);
export type RefusalReason = z.infer<typeof RefusalReason>;
