import { auditEnded } from "@/inngest/events";
import type { Db, SystemCtx } from "@/server/core/context";
import { announceCompletion, announceFailure } from "./announce-end";
import type { Scores } from "./contract";
import { summarisePages } from "./summarise-pages";

const areas = ["accessibility", "performance", "seo", "quality"] as const;

/** Mean of the pages that have a score, rounded as siteScore does: one decimal, and never up to 100. */
const siteScores = async (db: Db, auditId: string): Promise<Scores> => {
  const mean = (area: string): string =>
    `least(round(avg(score_${area})::numeric, 1), CASE WHEN avg(score_${area}) < 100 THEN 99.9 ELSE 100 END)::float AS ${area}`;
  const [row] = await db.$queryRawUnsafe<Scores[]>(
    `SELECT ${areas.map(mean).join(", ")} FROM scan_audits WHERE audit_id = $1::uuid`,
    auditId,
  );
  return row ?? { accessibility: null, performance: null, seo: null, quality: null };
};

/** Marks an audit failed, tells who started it. Does nothing to one that has ended. */
export const failAudit = async (ctx: SystemCtx, id: string, code: string, message: string): Promise<void> => {
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, status: "in_progress" },
    data: { status: "failed", error_code: code, error_message: message, completed_at: new Date() },
  });
  if (count === 0) return;
  await announceFailure(ctx, id, message);
  ctx.emit(auditEnded.create({ audit_id: id }));
};

/**
 * Ends an audit whose pages are all here: scores, summary, mails and events in the caller's transaction. An audit
 * none of whose pages could be scanned has failed. Does nothing to one that has ended.
 */
export const completeAudit = async (ctx: SystemCtx, id: string): Promise<void> => {
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id } });
  if (audit.status !== "in_progress") return;
  if (audit.pages_done === 0) {
    const page = await ctx.db.scanAudit.findFirst({ where: { audit_id: id }, orderBy: { id: "asc" } });
    const reason = page?.error_message ?? "No page was found to scan.";
    return failAudit(ctx, id, page?.error_code ?? "no_pages", reason);
  }
  const scores = await siteScores(ctx.db, id);
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, status: "in_progress" },
    data: {
      status: "completed",
      phase: "saving",
      pages_total: audit.pages_done + audit.pages_failed,
      score_accessibility: scores.accessibility,
      score_performance: scores.performance,
      score_seo: scores.seo,
      score_quality: scores.quality,
      summary: (await summarisePages(ctx.db, id)) as object,
      completed_at: new Date(),
    },
  });
  if (count === 0) return;
  await announceCompletion(ctx, id);
  ctx.emit(auditEnded.create({ audit_id: id }));
};
