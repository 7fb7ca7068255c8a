import type { Ctx, Db } from "@/server/core/context";
import type { UrlGroup } from "@/server/scanner/contract";
import { readGroups } from "./read-list";

/** Copies a website's URL list to an audit, so that later changes to the list don't affect the audit. */
export const copyUrlList = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  { audit_id, website_id }: { audit_id: string; website_id: string },
): Promise<void> => {
  const list = await db.websiteUrlList.findFirst({ where: { website_id, org_id } });
  if (list) await db.auditUrlList.create({ data: { audit_id, urls: list.urls, groups: readGroups(list.groups) } });
};

/** Returns the URL list of an audit; an empty list if it has none. */
export const readAuditGroups = async (db: Db, audit_id: string): Promise<UrlGroup[]> => {
  const list = await db.auditUrlList.findUnique({ where: { audit_id } });
  return list ? readGroups(list.groups) : [];
};
