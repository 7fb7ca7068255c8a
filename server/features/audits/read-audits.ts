import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { toPage } from "@/server/core/schema";
import { withPlaces } from "@/server/features/audit-queue";
import { getWebsite } from "@/server/features/websites";
import type { Audit, AuditId, LatestStatus, ListAudits, Progress } from "./contract";
import { type AuditRow, presentAudit, withWebsite } from "./present";

export const findAudit = async (ctx: Ctx, id: string): Promise<AuditRow> => {
  const row = await ctx.db.websiteAudit.findFirst({ where: { id, org_id: ctx.org_id }, include: withWebsite });
  const [audit] = row ? await withPlaces(ctx.db, [row]) : [];
  if (!audit) throw notFound("audit", id);
  return audit;
};

export const getAudit = async (ctx: Ctx, { id }: AuditId): Promise<Audit> => presentAudit(await findAudit(ctx, id));

/** Newest first. */
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
  return toPage((await withPlaces(ctx.db, rows)).map(presentAudit), limit);
};

const finishedPages = (row: Pick<AuditRow, "pages_done" | "pages_failed">): number => row.pages_done + row.pages_failed;

const percentOf = (row: AuditRow): number => {
  if (row.status === "completed") return 100;
  return row.pages_total === 0 ? 0 : Math.min(99, Math.floor((100 * finishedPages(row)) / row.pages_total));
};

/**
 * From the pace since the scan began up to the last callback, so that it changes with callbacks only; null before the
 * first page, so also in the queue, where it would be a guess at scans of others, and after the end.
 */
const etaOf = (row: AuditRow): number | null => {
  const done = finishedPages(row);
  if (row.status !== "in_progress" || done === 0) return null;
  const began = (row.started_at ?? row.created_at).getTime();
  const seconds = Math.max(0, (row.last_heard_at?.getTime() ?? began) - began) / 1_000;
  return Math.ceil((seconds / done) * Math.max(0, row.pages_total - done));
};

/** Progress of the newest audit, of one website or of the whole organisation. */
export const latestAuditStatus = async (ctx: Ctx, { website_id }: LatestStatus): Promise<Progress> => {
  const row = await ctx.db.websiteAudit.findFirst({
    where: { org_id: ctx.org_id, ...(website_id ? { website_id } : {}) },
    orderBy: { id: "desc" },
    include: withWebsite,
  });
  const [audit] = row ? await withPlaces(ctx.db, [row]) : [];
  if (!audit) throw notFound("audit of website", website_id ?? "of yours");
  const { id, status, phase, queue_position, pages_done, pages_failed, pages_total } = presentAudit(audit);
  return {
    audit_id: id,
    status,
    phase,
    queue_position,
    pages_done,
    pages_failed,
    pages_total,
    percent: percentOf(audit),
    eta_seconds: etaOf(audit),
  };
};
