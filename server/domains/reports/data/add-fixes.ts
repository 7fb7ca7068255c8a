import type { Db } from "@/server/core/context";
import { readWebsiteFixes } from "@/server/domains/audits/fixes";
import type { ReportIssue } from "../report-data";

interface Row {
  rule_id: string;
  page_url: string;
  selector: string;
  html: string;
}

/** Adds to each issue the newest verified fix for any of its findings in the audit. */
export const addFixes = async (
  db: Db,
  audit: { id: string; website_id: string },
  issues: readonly ReportIssue[],
): Promise<void> => {
  const fixes = await readWebsiteFixes(db, audit.website_id);
  if (fixes.verified.length === 0) return;
  const wanted = fixes.verified.map((finding, place) => ({ ...finding, place }));
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (f.place) n.rule_id, p.final_url AS page_url, n.selector, n.html
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
         AS f (rule_id text, page_url text, selector text, place int)
    JOIN scan_audits p ON p.audit_id = ${audit.id}::uuid AND p.final_url = f.page_url
    JOIN violation_nodes n ON n.page_id = p.id AND n.rule_id = f.rule_id AND n.outcome = 'violation'
         AND left(n.selector, length(f.selector)) = f.selector
    ORDER BY f.place, n.id`;
  for (const row of rows) {
    const issue = issues.find(({ rule_id }) => rule_id === row.rule_id);
    if (!issue || issue.suggested_fix) continue;
    const fix = await fixes.read(row);
    if (fix?.verified_in && fix.correct_code !== "")
      issue.suggested_fix = { page_url: row.page_url, code: fix.correct_code, verified_in: fix.verified_in };
  }
};
