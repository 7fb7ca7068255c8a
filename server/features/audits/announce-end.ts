import type { WebsiteAudit } from "@/server/adapters/database/generated/client";
import type { Db, SystemCtx } from "@/server/core/context";
import { notifyChat, queueMail } from "@/server/features/messages";
import { resultsUrl, webhookNewIssues, webhookScanEnd } from "./announce-webhooks";
import { previousAudit } from "./compare-audits";

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
 * Who is told of an audit's end: who started it or made its schedule, as long as they are a member. When they have
 * left since, it is told to an owner.
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

/** True once per organisation, however many audits end at the same moment: the row takes only one such update. */
const isFirstOfOrganisation = async (db: Db, orgId: string): Promise<boolean> => {
  const { count } = await db.organisation.updateMany({
    where: { id: orgId, first_scan_completed_at: null },
    data: { first_scan_completed_at: new Date() },
  });
  return count === 1;
};

/** The schedule mails what has changed in the place of this. */
const hasScheduleSummary = async (db: Db, audit: WebsiteAudit): Promise<boolean> =>
  audit.schedule_id !== null && (await previousAudit(db, audit)) !== null;

/** Mails that the audit is complete and tells webhooks; the organisation's first one is also told to the team's chat. */
export const announceCompletion = async (ctx: SystemCtx, auditId: string): Promise<void> => {
  await webhookScanEnd(ctx, auditId);
  await webhookNewIssues(ctx, auditId);
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id: auditId }, include: { website: true } });
  const first = await isFirstOfOrganisation(ctx.db, audit.org_id);
  const { url } = audit.website;
  if (first) notifyChat(ctx, `First scan completed: ${url}`);
  if (await hasScheduleSummary(ctx.db, audit)) return;
  const to = await addressOf(ctx.db, audit);
  if (!to) return;
  await queueMail(ctx, {
    to,
    template: first ? "first-scan-complete" : "scan-complete",
    data: {
      website_url: url,
      score: audit.score_accessibility,
      counts: await countsOf(ctx.db, auditId),
      results_url: resultsUrl(auditId),
      app: "accessibility",
    },
    idempotencyKey: `audit-ended/${auditId}`,
  });
};

/** Mails why the audit failed, and tells webhooks. */
export const announceFailure = async (ctx: SystemCtx, auditId: string, reason: string): Promise<void> => {
  await webhookScanEnd(ctx, auditId);
  const audit = await ctx.db.websiteAudit.findUniqueOrThrow({ where: { id: auditId }, include: { website: true } });
  const to = await addressOf(ctx.db, audit);
  if (!to) return;
  await queueMail(ctx, {
    to,
    template: "scan-failed",
    data: { website_url: audit.website.url, reason, app: "accessibility" },
    idempotencyKey: `audit-ended/${auditId}`,
  });
};
