import { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { toComponent } from "@/server/scanner/component";
import type { ElementBox } from "@/server/scanner/contract";
import { ruleFacts, seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import type { StripRow } from "..";
import type { Finding } from "./contract";
import { screenshotUrl, stripColumn, toFindingStrip } from "./get-screenshot";

export interface EvidenceColumns {
  box: ElementBox | null;
  screenshot_width: number | null;
  screenshot_height: number | null;
  strip: StripRow | null;
}

interface Row
  extends Omit<Finding, "help" | "wcag" | "component" | "screenshot" | "strip" | "policy">,
    EvidenceColumns {
  audit_id: string;
  component: string | null;
  policy_id: string | null;
  policy_reason: string | null;
}

/** Returns the screenshot that shows an element, with the element's box; null if there is none. */
export const toFindingScreenshot = (
  audit_id: string,
  page_id: string,
  { box, screenshot_width: width, screenshot_height: height }: Omit<EvidenceColumns, "strip">,
): Finding["screenshot"] =>
  box && width && height ? { url: screenshotUrl(audit_id, page_id), width, height, box } : null;

/**
 * Reads elements in scan order, with their triage. `where` refers to `n`, the rows of violation_nodes. Pages and issues
 * are joined only for the rows returned.
 */
export const readFindings = async (db: Db, websiteId: string, where: Prisma.Sql, take: number): Promise<Finding[]> => {
  const rows = await db.$queryRaw<Row[]>`
    SELECT n.id, n.audit_id, i.id AS issue_id, n.rule_id, n.outcome, n.impact, n.page_id, p.final_url AS page_url,
           p.title AS page_title, n.selector, n.html, n.message, n.engines, n.views, n.reach, n.related, n.component, n.box,
           n.accessibility, ${Prisma.raw(stripColumn)}, s.width AS screenshot_width,
           s.height AS screenshot_height,
           coalesce(i.status, 'open') AS status, i.note, i.assignee_id, u.name AS assignee_name,
           coalesce(i.triage_expires_at, t.expires_at) AS triage_expires_at, t.id AS policy_id,
           t.reason AS policy_reason
    FROM (SELECT * FROM violation_nodes n WHERE ${where} ORDER BY n.id LIMIT ${take}) n
    JOIN scan_audits p ON p.id = n.page_id
    LEFT JOIN screenshots s ON s.id = p.screenshot_id
    LEFT JOIN issues i ON i.website_id = ${websiteId}::uuid AND i.fingerprint = n.fingerprint
    LEFT JOIN triage_policies t ON t.id = i.policy_id
    LEFT JOIN users u ON u.id = i.assignee_id
    ORDER BY n.id`;
  return rows.map(
    ({ component, audit_id, box, screenshot_width, screenshot_height, strip, policy_id, policy_reason, ...row }) => {
      const { help, wcag } = ruleFacts(row.rule_id);
      const screenshot = toFindingScreenshot(audit_id, row.page_id, {
        box,
        screenshot_width,
        screenshot_height,
      });
      const policy = policy_id && policy_reason ? { id: policy_id, reason: policy_reason } : null;
      return {
        ...row,
        engines: seenBy(row.rule_id, row.engines),
        views: viewsOf(row.views),
        help,
        wcag,
        component: toComponent(component),
        screenshot,
        strip: toFindingStrip(audit_id, row.id, strip),
        policy,
      };
    },
  );
};
