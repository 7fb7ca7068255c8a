import type { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { componentLabel } from "@/server/scanner/component";
import type { Box } from "@/server/scanner/contract";
import { ruleFacts } from "@/server/scanner/rule-facts";
import type { Finding } from "./contract";
import { screenshotUrl } from "./get-screenshot";

export interface EvidenceColumns {
  box: Box | null;
  screenshot_width: number | null;
  screenshot_height: number | null;
}

type Row = Omit<Finding, "help" | "wcag" | "component" | "screenshot"> & EvidenceColumns & { component: string | null };

/** Returns the screenshot that shows an element, if there is one. */
export const toFindingScreenshot = (
  audit_id: string,
  page_id: string,
  { box, screenshot_width: width, screenshot_height: height }: EvidenceColumns,
): Finding["screenshot"] =>
  box && width && height ? { url: screenshotUrl(audit_id, page_id), width, height, box } : null;

/**
 * Reads elements in scan order, with their triage. `where` refers to `n`, the rows of violation_nodes; pages and issues
 * are joined only for the rows returned.
 */
export const readFindings = async (db: Db, websiteId: string, where: Prisma.Sql, take: number): Promise<Finding[]> => {
  const rows = await db.$queryRaw<(Row & { audit_id: string })[]>`
    SELECT n.id, n.audit_id, i.id AS issue_id, n.rule_id, n.outcome, n.impact, n.page_id, p.final_url AS page_url,
           p.title AS page_title, n.selector, n.html, n.message, n.related, n.component, n.box,
           n.accessibility, s.width AS screenshot_width, s.height AS screenshot_height,
           coalesce(i.status, 'open') AS status, i.note, i.assignee_id, u.name AS assignee_name
    FROM (SELECT * FROM violation_nodes n WHERE ${where} ORDER BY n.id LIMIT ${take}) n
    JOIN scan_audits p ON p.id = n.page_id
    LEFT JOIN screenshots s ON s.id = p.screenshot_id
    LEFT JOIN issues i ON i.website_id = ${websiteId}::uuid AND i.fingerprint = n.fingerprint
    LEFT JOIN users u ON u.id = i.assignee_id
    ORDER BY n.id`;
  return rows.map(({ component, audit_id, box, screenshot_width, screenshot_height, ...row }) => {
    const { help, wcag } = ruleFacts(row.rule_id);
    const named = component && { id: component, label: componentLabel(component) ?? component };
    const screenshot = toFindingScreenshot(audit_id, row.page_id, { box, screenshot_width, screenshot_height });
    return { ...row, help, wcag, component: named || null, screenshot };
  });
};
