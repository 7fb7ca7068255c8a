import type { WebsiteAudit } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { AuditOptions, type AuditScope } from "./contract";
import { readAuditGroups } from "./url-lists";

type ScopedAudit = Pick<WebsiteAudit, "id" | "options">;

const readList = async (db: Db, { id }: ScopedAudit, list_only: boolean): Promise<AuditScope["url_list"]> => {
  const groups = await readAuditGroups(db, id);
  if (groups.length === 0) return null;
  const counts = await db.scanAudit.groupBy({
    by: ["page_group"],
    where: { audit_id: id, page_group: { not: null } },
    _count: true,
  });
  const pagesOf = new Map(counts.map(({ page_group, _count }) => [page_group, _count]));
  return {
    urls: groups.reduce((sum, { urls }) => sum + urls.length, 0),
    list_only,
    groups: groups.map(({ name, urls }) => ({ name, urls: urls.length, pages: pagesOf.get(name) ?? 0 })),
  };
};

/** Returns what limits or extends an audit, apart from its pages. */
export const readScope = async (db: Db, audit: ScopedAudit): Promise<AuditScope> => {
  const { list_only = false } = AuditOptions.parse(audit.options);
  return { url_list: await readList(db, audit, list_only) };
};
