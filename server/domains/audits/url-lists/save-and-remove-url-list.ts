import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { explainRefusal } from "@/server/scanner/url-list/read-url-list";
import { getWebsite } from "../websites";
import type { SaveUrlList, UrlListOf, WebsiteUrlList } from "./contract";
import { getUrlList } from "./get-url-list";
import { readContent } from "./read-list";

/**
 * Saves a website's URL list, replacing any earlier list. If a URL is refused, doesn't save the list unless
 * `skip_refused` is set.
 */
export const saveUrlList = async (ctx: Ctx, { id, skip_refused, ...sent }: SaveUrlList): Promise<WebsiteUrlList> => {
  const { db, org_id } = ctx;
  const { url } = await getWebsite(ctx, { id });
  const { groups, urls, refused, refusals } = readContent(sent, url);
  if (refused > 0 && !skip_refused)
    throw invalidInput(
      refusals.map(({ line, reason }) => ({ path: "content", message: `Line ${line}: ${explainRefusal(reason)}` })),
    );
  if (urls === 0)
    throw invalidInput([{ path: "content", message: "None of the URLs in the list can be scanned on this website." }]);
  const where = { website_id: id, org_id };
  await db.websiteUrlList.upsert({ where, create: { ...where, urls, groups }, update: { urls, groups } });
  return getUrlList(ctx, { id });
};

export const removeUrlList = async ({ db, org_id }: Ctx, { id }: UrlListOf): Promise<{ id: string }> => {
  const { count } = await db.websiteUrlList.deleteMany({ where: { website_id: id, org_id } });
  if (count === 0) throw notFound("URL list of the website", id);
  return { id };
};
