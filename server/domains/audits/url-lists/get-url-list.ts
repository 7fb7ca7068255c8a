import type { Ctx } from "@/server/core/context";
import { writeUrlList } from "@/server/scanner/url-list/read-url-list";
import { getWebsite } from "../websites";
import type { UrlListOf, WebsiteUrlList } from "./contract";
import { countGroups, readGroups } from "./read-list";

export const getUrlList = async (ctx: Pick<Ctx, "db" | "org_id">, { id }: UrlListOf): Promise<WebsiteUrlList> => {
  const { effective_settings } = await getWebsite(ctx, { id });
  const row = await ctx.db.websiteUrlList.findFirst({ where: { website_id: id, org_id: ctx.org_id } });
  if (!row) return { url_list: null };
  const groups = readGroups(row.groups);
  return {
    url_list: {
      urls: row.urls,
      groups: countGroups(groups),
      most_scanned: Math.min(row.urls, effective_settings.max_pages),
      content: writeUrlList(groups),
      updated_at: row.updated_at,
    },
  };
};
