import { Prisma } from "@/server/adapters/database/generated/client";
import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { findAudit } from "@/server/features/audits";
import type { Finding, ListIssues } from "./contract";
import { escapeLike } from "./escape-like";
import { readFindings } from "./read-findings";

const where = (
  { audit_id, cursor, impact, rule_id, page_id, status, component, q }: ListIssues,
  ruleIds: string[] | null,
): Prisma.Sql => {
  const conditions = [
    Prisma.sql`n.audit_id = ${audit_id}::uuid`,
    Prisma.sql`n.outcome = ${impact === "needs_review" ? "needs_review" : "violation"}`,
  ];
  if (cursor) conditions.push(Prisma.sql`n.id > ${cursor}::uuid`);
  if (impact && impact !== "needs_review") conditions.push(Prisma.sql`n.impact = ${impact}`);
  if (rule_id) conditions.push(Prisma.sql`n.rule_id = ${rule_id}`);
  if (ruleIds) conditions.push(Prisma.sql`n.rule_id = ANY(${ruleIds}::text[])`);
  if (page_id) conditions.push(Prisma.sql`n.page_id = ${page_id}::uuid`);
  if (component) conditions.push(Prisma.sql`n.component = ${component}`);
  if (status === "open") conditions.push(Prisma.sql`coalesce(i.status, 'open') = 'open'`);
  else if (status) conditions.push(Prisma.sql`i.status = ${status}`);
  if (q) {
    const pattern = `%${escapeLike(q)}%`;
    conditions.push(
      Prisma.sql`(n.html ILIKE ${pattern} OR n.selector ILIKE ${pattern} OR p.final_url ILIKE ${pattern})`,
    );
  }
  return Prisma.join(conditions, " AND ");
};

const rulesOf = async (ctx: Ctx, auditId: string, criterion: string): Promise<string[]> => {
  const rows = await ctx.db.auditRule.findMany({
    where: { audit_id: auditId, wcag: { has: criterion } },
    select: { rule_id: true },
  });
  return rows.map((row) => row.rule_id);
};

/** Elements that fail, page by page in the order of the scan, with what was decided about each. */
export const listFindings = async (
  ctx: Ctx,
  input: ListIssues,
): Promise<{ items: Finding[]; next_cursor: string | null }> => {
  const audit = await findAudit(ctx, input.audit_id);
  const ruleIds = input.criterion ? await rulesOf(ctx, audit.id, input.criterion) : null;
  const items = await readFindings(ctx.db, audit.website_id, where(input, ruleIds), input.limit + 1);
  return toPage(items, input.limit);
};
