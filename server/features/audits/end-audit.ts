import { auditEnded } from "@/inngest/events";
import type { Db, SystemCtx } from "@/server/core/context";
import { meanScore } from "@/server/scanner/scores";
import { announceCompletion, announceFailure } from "./announce-end";
import { compareAudits, previousAudit } from "./compare-audits";
import { summariseComponents } from "./summarise-components";
import { type AuditSummary, summarisePages } from "./summarise-pages";

const scoreColumns = {
  score_accessibility: true,
  score_performance: true,
  score_seo: true,
  score_quality: true,
} as const;

/** Summed up by the database: an audit may have thousands of pages. */
const siteScores = async (db: Db, auditId: string): Promise<Record<keyof typeof scoreColumns, number | null>> => {
  const { _sum: sum, _count: pages } = await db.scanAudit.aggregate({
    where: { audit_id: auditId },
    _sum: scoreColumns,
    _count: scoreColumns,
  });
  const scoreOf = (column: keyof typeof scoreColumns) => meanScore(sum[column] ?? 0, pages[column]);
  return {
    score_accessibility: scoreOf("score_accessibility"),
    score_performance: scoreOf("score_performance"),
    score_seo: scoreOf("score_seo"),
    score_quality: scoreOf("score_quality"),
  };
};

const changesOf = async (
  db: Db,
  audit: { id: string; website_id: string },
): Promise<Exclude<AuditSummary["changes"], undefined>> => {
  const base = await previousAudit(db, audit);
  if (!base) return null;
  const compared = { audit_id: audit.id, base_id: base.id, website_id: audit.website_id };
  return { base_id: base.id, counts: await compareAudits(db, compared) };
};

const summarise = async (db: Db, audit: { id: string; website_id: string }): Promise<AuditSummary> => ({
  ...(await summarisePages(db, audit.id)),
  components: await summariseComponents(db, audit.id),
  changes: await changesOf(db, audit),
});

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
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, status: "in_progress" },
    data: {
      status: "completed",
      phase: "saving",
      pages_total: audit.pages_done + audit.pages_failed,
      ...(await siteScores(ctx.db, id)),
      summary: (await summarise(ctx.db, audit)) as object,
      completed_at: new Date(),
    },
  });
  if (count === 0) return;
  await announceCompletion(ctx, id);
  ctx.emit(auditEnded.create({ audit_id: id }));
};
