import type { WebsiteAudit } from "@/generated/prisma/client";
import type { Db, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { impacts } from "@/server/core/impact";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { acrossOrganisations } from "@/server/endpoint/scoped-db";
import { toPartialOutput, toScoresOutput, withWebsite } from "./audit-output";
import { previousAudit } from "./compare-audits";

export const resultsUrl = (auditId: string): string => `${env.BASE_URL}/accessibility/audits/${auditId}`;

const readAudit = (db: Db, id: string) =>
  acrossOrganisations(db).websiteAudit.findUniqueOrThrow({ where: { id }, include: withWebsite });

const aboutOf = ({ id, website_id, website }: Awaited<ReturnType<typeof readAudit>>) => ({
  audit_id: id,
  website_id,
  website_url: website.url,
  results_url: resultsUrl(id),
});

/** Queues the webhook event for the end of an audit. */
export const webhookScanEnd = async (ctx: SystemCtx, auditId: string): Promise<void> => {
  const audit = await readAudit(ctx.db, auditId);
  const { status } = audit;
  if (status === "in_progress") return;
  await queueWebhook(ctx, {
    org_id: audit.org_id,
    type: `scan.${status}`,
    key: auditId,
    data: {
      ...aboutOf(audit),
      status,
      pages_done: audit.pages_done,
      pages_failed: audit.pages_failed,
      scores: toScoresOutput(audit),
      partial: toPartialOutput(audit),
      error: audit.error_code && { code: audit.error_code, message: audit.error_message },
      started_at: audit.started_at,
      completed_at: audit.completed_at,
    },
  });
};

/** Maximum number of issues listed in one event. The event's count includes all issues. */
const listedIssues = 20;

/**
 * Includes all issues found since the previous completed audit, so that issues first found in a cancelled audit count
 * as new.
 */
const newIssuesOf = async (db: Db, audit: Pick<WebsiteAudit, "id" | "org_id" | "website_id">) => {
  const { id, org_id, website_id } = audit;
  const base = await previousAudit(db, audit);
  return {
    org_id,
    website_id,
    last_seen_audit_id: id,
    status: "open" as const,
    first_failed_audit_id: base ? { gt: base.id } : { not: null },
  };
};

type NewIssues = Awaited<ReturnType<typeof newIssuesOf>>;

const countByImpact = async (db: Db, where: NewIssues): Promise<Map<string | null, number>> => {
  const groups = await db.issue.groupBy({ by: ["impact"], where, _count: { _all: true } });
  return new Map(groups.map(({ impact, _count }) => [impact, _count._all]));
};

const shown = { id: true, rule_id: true, impact: true, page_url: true, selector: true } as const;

/** Lists issues in order of impact, critical first. */
const listWorst = async (db: Db, where: NewIssues): Promise<object[]> => {
  const found: object[] = [];
  for (const impact of [...impacts, null]) {
    if (found.length === listedIssues) break;
    const page = { orderBy: { id: "asc" }, take: listedIssues - found.length } as const;
    found.push(...(await db.issue.findMany({ where: { ...where, impact }, select: shown, ...page })));
  }
  return found;
};

/** Queues one webhook event for all new issues of a completed audit. Does nothing if there are none. */
export const webhookNewIssues = async (ctx: SystemCtx, auditId: string): Promise<void> => {
  const audit = await readAudit(ctx.db, auditId);
  await queueWebhook(ctx, {
    org_id: audit.org_id,
    type: "issue.found",
    key: auditId,
    data: async () => {
      const where = await newIssuesOf(ctx.db, audit);
      const counts = await countByImpact(ctx.db, where);
      const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
      if (count === 0) return null;
      return {
        ...aboutOf(audit),
        count,
        by_impact: Object.fromEntries(impacts.map((impact) => [impact, counts.get(impact) ?? 0])),
        issues: await listWorst(ctx.db, where),
      };
    },
  });
};
