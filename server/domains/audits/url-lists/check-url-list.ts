import type { Ctx } from "@/server/core/context";
import { explainRefusal, writeUrlList } from "@/server/scanner/url-list/read-url-list";
import { getWebsite } from "../websites";
import type { CheckUrlList, UrlListCheck } from "./contract";
import { countGroups, readContent } from "./read-list";

/** Reads a list and returns what would be saved, without saving it. */
export const checkUrlList = async (ctx: Ctx, { id, ...sent }: CheckUrlList): Promise<UrlListCheck> => {
  const { url, effective_settings } = await getWebsite(ctx, { id });
  const { groups, urls, duplicates, refused, refusals } = readContent(sent, url);
  return {
    urls,
    groups: countGroups(groups),
    most_scanned: Math.min(urls, effective_settings.max_pages),
    duplicates,
    refused,
    refusals: refusals.map((refusal) => ({ ...refusal, message: explainRefusal(refusal.reason) })),
    content: writeUrlList(groups),
  };
};
