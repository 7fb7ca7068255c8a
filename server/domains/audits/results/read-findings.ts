import type { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { componentLabel } from "@/server/scanner/component";
import { ruleFacts } from "@/server/scanner/rule-facts";
import type { Finding } from "./contract";

type Row = Omit<Finding, "help" | "wcag" | "component"> & { component: string | null };

/**
 * Reads elements in scan order, with their triage. `where` refers to `n`, the rows of violation_nodes; pages and issues
 * are joined only for the rows returned.
 */
export const readFindings = async (db: Db, websiteId: string, where: Prisma.Sql, take: number): Promise<Finding[]> => {
  const rows = await db.$queryRaw<Row[]>`
    SELECT n.id, i.id AS issue_id, n.rule_id, n.outcome, n.impact, n.page_id, p.final_url AS page_url,
           p.title AS page_title, n.selector, n.html, n.message, n.related, n.component,
           coalesce(i.status, 'open') AS status, i.note, i.assignee_id, u.name AS assignee_name
    FROM (SELECT * FROM violation_nodes n WHERE ${where} ORDER BY n.id LIMIT ${take}) n
    JOIN scan_audits p ON p.id = n.page_id
    LEFT JOIN issues i ON i.website_id = ${websiteId}::uuid AND i.fingerprint = n.fingerprint
    LEFT JOIN users u ON u.id = i.assignee_id
    ORDER BY n.id`;
  return rows.map(({ component, ...row }) => {
    const { help, wcag } = ruleFacts(row.rule_id);
    const named = component && { id: component, label: componentLabel(component) ?? component };
    return { ...row, help, wcag, component: named || null };
  });
};
