import type { WebsiteAudit } from "@/generated/prisma/client";
import type { Db, SystemCtx } from "@/server/core/context";
import { notifyChat, queueEmail } from "@/server/domains/messaging/delivery";
import { missingPages } from "./audit-output";
import { previousAudit } from "./compare-audits";
import { resultsUrl, webhookNewIssues, webhookScanEnd } from "./emit-webhooks";

interface Started {
  org_id: string;
  started_by: string | null;
  schedule_id: string | null;
}

const makerOf = async (db: Db, schedule_id: string): Promise<string | null> => {
  const schedule = await db.schedule.findUnique({ where: { id: schedule_id }, select: { created_by: true } });
  return schedule?.created_by ?? null;
};

/**
 * Returns the email address to notify when an audit ends. This is the address of the person who started the audit or
 * created its schedule or, if that person is no longer a member, of an owner.
 */
export const addressOf = async (db: Db, { org_id, schedule_id, ...audit }: Started): Promise<string | null> => {
  const started_by = schedule_id ? await makerOf(db, schedule_id) : audit.started_by;
  const members = await db.membership.findMany({
    where: { org_id, disabled_at: null, OR: [{ user_id: { in: started_by ? [started_by] : [] } }, { role: "owner" }] },
    orderBy: { created_at: "asc" },
    select: { user_id: true, user: { select: { email: true } } },
  });
  const member = members.find(({ user_id }) => user_id === started_by) ?? members[0];
  return member?.user.email ?? null;
};

const countsOf = async (db: Db, auditId: string) => {
  const { _sum } = await db.scanAudit.aggregate({
    where: { audit_id: auditId },
    _sum: { critical: true, serious: true, moderate: true, minor: true },
  });
  return {
    critical: _sum.critical ?? 0,
    serious: _sum.serious ?? 0,
    moderate: _sum.moderate ?? 0,
    minor: _sum.minor ?? 0,
  };
};

/**
 * Returns true only once per organisation, even if several audits end at once, because only one of the concurrent
 * updates matches the row.
 */
const isFirstOfOrganisation = async (db: Db, orgId: string): Promise<boolean> => {
  const { count } = await db.organisation.updateMany({
    where: { id: orgId, first_scan_completed_at: null },
    data: { first_scan_completed_at: new Date() },
  });
  return count === 1;
};

/** Reports whether the schedule sends a summary of changes instead of the completion email. */
const hasScheduleSummary = async (db: Db, audit: WebsiteAudit): Promise<boolean> =>
  audit.schedule_id !== null && (await previousAudit(db, audit)) !== null;

/**
 * Sends the completion email and webhooks, and posts to the operator's chat if this is the organisation's first
 * completed audit.
 */
export const notifyCompletion = async (ctx: SystemCtx, auditId: string): Promise<void> => {
  await webhookScanEnd(ctx, auditId);
  await webhookNewIssues(ctx, auditId);
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id: auditId }, include: { website: true } });
  const first = await isFirstOfOrganisation(ctx.db, audit.org_id);
  const { url } = audit.website;
  if (first) notifyChat(ctx, `First audit completed: ${url}`);
  if (await hasScheduleSummary(ctx.db, audit)) return;
  const to = await addressOf(ctx.db, audit);
  if (!to) return;
  await queueEmail(ctx, {
    to,
    brand: "accessibility",
    template: first ? "first-scan-complete" : "scan-complete",
    data: {
      website_url: url,
      score: audit.score_accessibility,
      score_low: audit.score_low,
      counts: await countsOf(ctx.db, auditId),
      results_url: resultsUrl(auditId),
      ...missingPages(audit),
    },
    idempotencyKey: `audit-ended/${auditId}`,
  });
};

/** Sends the email and webhooks that explain why the audit failed. */
export const notifyFailure = async (ctx: SystemCtx, auditId: string, reason: string): Promise<void> => {
  await webhookScanEnd(ctx, auditId);
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id: auditId }, include: { website: true } });
  const to = await addressOf(ctx.db, audit);
  if (!to) return;
  await queueEmail(ctx, {
    to,
    brand: "accessibility",
    template: "scan-failed",
    data: { website_url: audit.website.url, reason, audit_url: resultsUrl(auditId) },
    idempotencyKey: `audit-ended/${auditId}`,
  });
};
