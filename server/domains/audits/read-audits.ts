import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { toPage } from "@/server/core/schema";
import { type AuditRow, toAuditOutput, withWebsite } from "./audit-output";
import type { Audit, AuditId, ListAudits } from "./contract";
import { withPlaces } from "./queue";
import { getWebsite } from "./websites";

export const findAudit = async (ctx: Ctx, id: string): Promise<AuditRow> => {
  const row = await ctx.db.websiteAudit.findFirst({ where: { id, org_id: ctx.org_id }, include: withWebsite });
  const [audit] = row ? await withPlaces(ctx.db, [row]) : [];
  if (!audit) throw notFound("audit", id);
  return audit;
};

export const getAudit = async (ctx: Ctx, { id }: AuditId): Promise<Audit> => toAuditOutput(await findAudit(ctx, id));

/** Lists audits, newest first. */
export const listAudits = async (
  ctx: Ctx,
  { limit, cursor, website_id, status }: ListAudits,
): Promise<{ items: Audit[]; next_cursor: string | null }> => {
  if (website_id) await getWebsite(ctx, { id: website_id });
  const rows = await ctx.db.websiteAudit.findMany({
    where: {
      org_id: ctx.org_id,
      ...(website_id ? { website_id } : {}),
      ...(status ? { status } : {}),
      ...(cursor ? { id: { lt: cursor } } : {}),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: withWebsite,
  });
  return toPage((await withPlaces(ctx.db, rows)).map(toAuditOutput), limit);
};
