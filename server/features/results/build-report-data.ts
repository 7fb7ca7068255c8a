import type { Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { presentScores } from "@/server/features/audits";
import { readBranding } from "@/server/features/organisations";
import type { ReportData } from "@/server/features/reports/contract";
import { readLighthouse, readSummary } from "./get-results";
import { countsOf } from "./judge-rules";
import { worstPages } from "./read-pages";
import { readRules } from "./read-rollup";
import { examplesPerRule, issueOf, reportCriteria } from "./report-parts";

const pagesInReport = 1_000;

interface ExampleRow {
  rule_id: string;
  page_url: string;
  selector: string;
  html: string;
}

/** The first few elements of each failing rule, at most one a page, so that they show where it happens. */
const readExamples = async (db: Db, auditId: string, ruleIds: readonly string[]): Promise<ExampleRow[]> =>
  db.$queryRaw<ExampleRow[]>`
    SELECT rule.id AS rule_id, p.final_url AS page_url, n.selector, n.html
    FROM unnest(${ruleIds}::text[]) AS rule (id)
    CROSS JOIN LATERAL (
      SELECT v.page_id FROM violations v
      WHERE v.audit_id = ${auditId}::uuid AND v.rule_id = rule.id AND v.outcome = 'violation'
      ORDER BY v.page_id LIMIT ${examplesPerRule}
    ) AS hit
    CROSS JOIN LATERAL (
      SELECT selector, html FROM violation_nodes
      WHERE page_id = hit.page_id AND rule_id = rule.id AND outcome = 'violation' ORDER BY id LIMIT 1
    ) AS n
    JOIN scan_audits p ON p.id = hit.page_id`;

/** The data of a report (contract §7, schema version 1) from what is stored of an audit. */
export const buildReportData = async (db: Db, auditId: string): Promise<ReportData> => {
  const audit = await db.websiteAudit.findUnique({ where: { id: auditId }, include: { website: true } });
  if (!audit) throw notFound("audit", auditId);
  const rules = await readRules(db, auditId);
  const failing = rules.filter((rule) => rule.nodes > 0);
  const examples = await readExamples(
    db,
    auditId,
    failing.map((rule) => rule.rule_id),
  );
  const pages = await worstPages(db, auditId, pagesInReport);
  return {
    website: { url: audit.website.url, name: audit.website.name },
    audit: {
      id: audit.id,
      started_at: audit.created_at.toISOString(),
      completed_at: audit.completed_at?.toISOString() ?? null,
      standard: "WCAG 2.2 A and AA",
      engine: "axe-core",
      pages_scanned: audit.pages_done,
      pages_failed: audit.pages_failed,
    },
    scores: presentScores(audit),
    summary: countsOf(rules),
    pages: pages.map(({ final_url, title, http_status, error_message, scores, counts }) => ({
      url: final_url,
      title,
      http_status,
      error: error_message,
      scores,
      counts,
    })),
    issues: failing.map((rule) =>
      issueOf(
        rule,
        examples.filter((example) => example.rule_id === rule.rule_id).map(({ rule_id: _, ...example }) => example),
      ),
    ),
    criteria: reportCriteria(rules),
    ...(await readSummary(db, audit)),
    lighthouse: readLighthouse(audit),
    branding: await readBranding(db, audit.org_id),
  };
};
