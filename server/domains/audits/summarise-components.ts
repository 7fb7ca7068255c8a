import type { Db } from "@/server/core/context";
import { componentLabel } from "@/server/scanner/component";

/** A component, such as the menu, with the number of its failing elements. */
export interface ComponentSummary {
  id: string;
  label: string;
  findings: number;
  pages: number;
  rules: string[];
  sample: { page_id: string; selector: string };
}

export interface ComponentsSummary {
  /** All failing elements, with or without a component. */
  findings: number;
  /** Number of components; `components` lists those with the most findings. */
  total: number;
  components: ComponentSummary[];
}

const kept = 100;

type Row = Omit<ComponentSummary, "label" | "sample"> & { page_id: string; selector: string; total: number };

const readGroups = (db: Db, auditId: string): Promise<Row[]> =>
  db.$queryRaw<Row[]>`
    WITH groups AS (
      SELECT component, count(*)::int AS findings, count(DISTINCT page_id)::int AS pages,
             array_agg(DISTINCT rule_id) AS rules, min(id::text)::uuid AS first, count(*) OVER ()::int AS total
      FROM violation_nodes
      WHERE audit_id = ${auditId}::uuid AND outcome = 'violation' AND component IS NOT NULL
      GROUP BY component ORDER BY 2 DESC, 1 LIMIT ${kept}
    )
    SELECT g.component AS id, g.findings, g.pages, g.rules, g.total, n.page_id, n.selector
    FROM groups g JOIN violation_nodes n ON n.id = g.first ORDER BY g.findings DESC, g.component`;

/** Groups an audit's failing elements by component. There are no components if the scanner doesn't report any. */
export const summariseComponents = async (db: Db, auditId: string): Promise<ComponentsSummary> => {
  const rows = await readGroups(db, auditId);
  const findings = await db.violationNode.count({ where: { audit_id: auditId, outcome: "violation" } });
  return {
    findings,
    total: rows[0]?.total ?? 0,
    components: rows.map(({ page_id, selector, total: _, ...row }) => ({
      ...row,
      label: componentLabel(row.id) ?? row.id,
      sample: { page_id, selector },
    })),
  };
};
