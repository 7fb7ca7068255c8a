import type { Db, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueWebhook } from "@/server/features/webhooks";
import { previousAudit } from "./compare-audits";
import { presentScores, withWebsite } from "./present";

export const resultsUrl = (auditId: string): string => `${env.BASE_URL}/accessibility/audits/${auditId}`;

const readAudit = (db: Db, id: string) => db.websiteAudit.findUniqueOrThrow({ where: { id }, include: withWebsite });

const aboutOf = ({ id, website_id, website }: Awaited<ReturnType<typeof readAudit>>) => ({
  audit_id: id,
  website_id,
  website_url: website.url,
  results_url: resultsUrl(id),
});

/** Tells webhooks that an audit has ended, and how. */
export const webhookScanEnd = async (ctx: SystemCtx, auditId: string): Promise<void> => {
  const audit = await readAudit(ctx.db, auditId);
  const status = audit.status as "completed" | "failed" | "cancelled";
  await queueWebhook(ctx, {
    org_id: audit.org_id,
    type: `scan.${status}`,
    key: auditId,
    data: {
      ...aboutOf(audit),
      status,
      pages_done: audit.pages_done,
      pages_failed: audit.pages_failed,
      scores: presentScores(audit),
      error: audit.error_code && { code: audit.error_code, message: audit.error_message },
      started_at: audit.started_at,
      completed_at: audit.completed_at,
    },
  });
};

/** Issues that one event lists; its count covers all. */
const listedIssues = 20;

const impacts = ["critical", "serious", "moderate", "minor", null] as const;

/** New since the last completed audit, so that what a cancelled one saw first is told too. */
const newIssuesOf = async (db: Db, { id, website_id }: { id: string; website_id: string }) => {
  const base = await previousAudit(db, { id, website_id });
  return {
    website_id,
    last_seen_audit_id: id,
    status: "open",
    ...(base ? { first_seen_audit_id: { gt: base.id } } : {}),
  };
};

type NewIssues = Awaited<ReturnType<typeof newIssuesOf>>;

const countByImpact = async (db: Db, where: NewIssues): Promise<Map<string | null, number>> => {
  const groups = await db.issue.groupBy({ by: ["impact"], where, _count: { _all: true } });
  return new Map(groups.map(({ impact, _count }) => [impact, _count._all]));
};

const shown = { id: true, rule_id: true, impact: true, page_url: true, selector: true } as const;

/** The worst first. */
const listWorst = async (db: Db, where: NewIssues): Promise<object[]> => {
  const found: object[] = [];
  for (const impact of impacts) {
    if (found.length === listedIssues) break;
    const page = { orderBy: { id: "asc" }, take: listedIssues - found.length } as const;
    found.push(...(await db.issue.findMany({ where: { ...where, impact }, select: shown, ...page })));
  }
  return found;
};

/** Tells webhooks what a completed audit found anew: one event, however many there are, and none when there are none. */
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
        by_impact: Object.fromEntries(impacts.flatMap((impact) => (impact ? [[impact, counts.get(impact) ?? 0]] : []))),
        issues: await listWorst(ctx.db, where),
      };
    },
  });
};
