import type { Ctx } from "@/server/core/context";
import { findAudit } from "..";
import type { AuditKey, TriageCounts } from "./contract";
import { readRules } from "./read-rollup";

interface Row {
  rule_id: string;
  ignored: number;
  false_positive: number;
}

const readTriaged = (ctx: Ctx, audit: { id: string; website_id: string }): Promise<Row[]> =>
  ctx.db.$queryRaw<Row[]>`
    SELECT n.rule_id, count(*) FILTER (WHERE i.status = 'ignored')::int AS ignored,
           count(*) FILTER (WHERE i.status = 'false_positive')::int AS false_positive
    FROM issues i
    JOIN violation_nodes n
      ON n.audit_id = ${audit.id}::uuid AND n.fingerprint = i.fingerprint AND n.outcome = 'violation'
    WHERE i.website_id = ${audit.website_id}::uuid AND i.status IN ('ignored', 'false_positive')
    GROUP BY n.rule_id ORDER BY n.rule_id`;

/** Counts failing elements by triage status. Triage doesn't affect scores or other counts. */
export const countTriage = async (ctx: Ctx, { audit_id }: AuditKey): Promise<TriageCounts> => {
  const audit = await findAudit(ctx, audit_id);
  const rows = await readTriaged(ctx, audit);
  const found = new Map((await readRules(ctx.db, audit.id)).map(({ rule_id, nodes }) => [rule_id, nodes]));
  const rules = rows.map((row) => {
    const all = found.get(row.rule_id) ?? 0;
    return { ...row, found: all, open: all - row.ignored - row.false_positive };
  });
  const ignored = rules.reduce((sum, rule) => sum + rule.ignored, 0);
  const false_positive = rules.reduce((sum, rule) => sum + rule.false_positive, 0);
  const all = [...found.values()].reduce((sum, nodes) => sum + nodes, 0);
  return { found: all, open: all - ignored - false_positive, ignored, false_positive, rules };
};
