import type { WebsiteAudit } from "@/generated/prisma/client";
import type { Db, SystemCtx } from "@/server/core/context";
import { auditEnded } from "@/server/core/events";
import { applyCrossPageRules } from "./apply-cross-page-rules";
import { compareAudits, previousAudit } from "./compare-audits";
import type { Budget, PartialAudit } from "./contract";
import { listMissingUrls } from "./found-urls";
import { notifyCompletion, notifyFailure } from "./notify-end";
import { recogniseFindings } from "./recognition";
import { scoreWebsite } from "./score-website";
import { deleteOutlines } from "./stored-outlines";
import { summariseComponents } from "./summarise-components";
import { type AuditSummary, summarisePages } from "./summarise-pages";
import { applyPolicies } from "./triage-policies";
import { deleteAuditJourneys } from "./website-journeys";

const changesOf = async (
  db: Db,
  audit: Pick<WebsiteAudit, "id" | "org_id" | "website_id">,
): Promise<Exclude<AuditSummary["changes"], undefined>> => {
  const base = await previousAudit(db, audit);
  await recogniseFindings(db, audit, base?.id ?? null);
  await applyPolicies(db, audit);
  if (!base) return null;
  const compared = { audit_id: audit.id, base_id: base.id, website_id: audit.website_id };
  return { base_id: base.id, counts: await compareAudits(db, compared) };
};

const summarise = async (db: Db, audit: Parameters<typeof changesOf>[1]): Promise<AuditSummary> => ({
  ...(await summarisePages(db, audit.id)),
  components: await summariseComponents(db, audit.id),
  changes: await changesOf(db, audit),
});

/** Marks an audit as failed and notifies the person who started it. Does nothing if the audit has ended. */
export const failAudit = async (ctx: SystemCtx, id: string, code: string, message: string): Promise<void> => {
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, status: "in_progress" },
    data: { status: "failed", error_code: code, error_message: message, completed_at: new Date() },
  });
  if (count === 0) return;
  await deleteOutlines(ctx.db, id);
  await deleteAuditJourneys(ctx.db, id);
  await notifyFailure(ctx, id, message);
  ctx.emit(auditEnded.create({ audit_id: id }));
};

/** Maximum number of missing pages that are listed by URL. */
const mostExamples = 20;

const noPageInBudget: Record<Budget, string> = {
  time: "The audit ran out of time before any page was scanned. The website may be too slow; try again later.",
  cpu: "The audit ran out of processor time before any page was scanned. The start page needs too much processing.",
  bytes:
    "The audit reached its download limit before any page was scanned, because the start page is too large. Reduce its size, or start from another page.",
};

/**
 * Ends an audit that has used up a budget. Completes it with the pages saved so far and records which pages are
 * missing, or fails it if no page was saved. Does nothing if the audit has ended.
 */
export const endPartial = async (ctx: SystemCtx, id: string, reason: Budget): Promise<void> => {
  await ctx.db.$queryRaw`SELECT 1 FROM website_audits WHERE id = ${id}::uuid FOR UPDATE`;
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id } });
  const { status, pages_done, pages_failed, pages_total } = audit;
  if (status !== "in_progress") return;
  if (pages_done + pages_failed === 0) return failAudit(ctx, id, "budget_used_up", noPageInBudget[reason]);
  const pages_missing = Math.max(0, pages_total - pages_done - pages_failed);
  if (pages_missing > 0) {
    const partial: PartialAudit = {
      reason,
      pages_missing,
      examples: await listMissingUrls(ctx.db, id, Math.min(pages_missing, mostExamples)),
    };
    await ctx.db.websiteAudit.update({ where: { id }, data: { partial } });
  }
  await completeAudit(ctx, id);
};

/** Records pages that journeys didn't reach, unless a budget ran out and the audit is partial anyway. */
const noteUnreached = async (db: Db, { id, partial }: WebsiteAudit): Promise<void> => {
  if (partial !== null) return;
  const where = { audit_id: id, error_code: "journey_failed" };
  const pages_missing = await db.scanAudit.count({ where });
  if (pages_missing === 0) return;
  const pages = await db.scanAudit.findMany({ where, orderBy: { id: "asc" }, take: mostExamples });
  const missing: PartialAudit = {
    reason: "journey",
    pages_missing,
    examples: pages.map(({ title, url }) => title ?? url),
  };
  await db.websiteAudit.update({ where: { id }, data: { partial: missing } });
};

/**
 * Completes an audit once all its pages have been saved: compares the pages, writes the scores and the summary, and
 * queues emails and events in the caller's transaction. Fails the audit if no page was scanned. Does nothing if the
 * audit has ended.
 */
export const completeAudit = async (ctx: SystemCtx, id: string): Promise<void> => {
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id } });
  if (audit.status !== "in_progress") return;
  if (audit.pages_done === 0) {
    const page = await ctx.db.scanAudit.findFirst({ where: { audit_id: id }, orderBy: { id: "asc" } });
    const reason = page?.error_message ?? "No pages were found to scan.";
    return failAudit(ctx, id, page?.error_code ?? "no_pages", reason);
  }
  await noteUnreached(ctx.db, audit);
  await applyCrossPageRules(ctx.db, audit);
  const summary: object = await summarise(ctx.db, audit);
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, status: "in_progress" },
    data: {
      status: "completed",
      phase: "saving",
      pages_total: audit.pages_done + audit.pages_failed,
      ...(await scoreWebsite(ctx.db, id)),
      summary,
      completed_at: new Date(),
    },
  });
  if (count === 0) return;
  await deleteAuditJourneys(ctx.db, id);
  await notifyCompletion(ctx, id);
  ctx.emit(auditEnded.create({ audit_id: id }));
};
