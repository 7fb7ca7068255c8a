import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { readScope, toPartialOutput, toScoresOutput } from "@/server/domains/audits";
import {
  countsOf,
  countUnscanned,
  readLighthouse,
  readRules,
  readSummary,
  worstPages,
} from "@/server/domains/audits/results";
import { describeReach, nameEngine, nameStandard } from "@/server/domains/audits/rules";
import type { RuleTotals } from "@/server/domains/audits/totals";
import { acrossOrganisations } from "@/server/endpoint/scoped-db";
import {
  type AccessibilityInfo,
  type ElementBox,
  type Reach,
  ScanOptions,
  type StripPicture,
} from "@/server/scanner/contract";
import { secondEngine } from "@/server/scanner/engines";
import { readBranding } from "../branding";
import type { ReportData } from "../contract";
import type { ReportExample, ReportIssue } from "../report-data";
import { addFixes } from "./add-fixes";
import { addPictures, type EvidenceSource } from "./add-pictures";
import { readReportDocuments } from "./read-documents";
import { examplesPerRule, issueOf, reportCriteria } from "./report-parts";

const pagesInReport = 1_000;

interface ExampleRow {
  rule_id: string;
  page_url: string;
  selector: string;
  html: string;
  views: string[];
  reach: Reach | null;
  box: ElementBox | null;
  strip: (Omit<StripPicture, "content_type" | "data"> & { key: string })[] | null;
  accessibility: AccessibilityInfo | null;
  key: string | null;
  width: number | null;
  height: number | null;
}

const sourceOf = ({ box, strip: pictures, accessibility, key, width, height }: ExampleRow): EvidenceSource | null => {
  const picture = box && key && width && height ? { box, width, height, read: () => getStore().get(key) } : null;
  const strip = pictures?.map((each) => ({ ...each, read: () => getStore().get(each.key) })) ?? null;
  return picture || strip ? { accessibility, picture, strip } : null;
};

/**
 * Reads the first few elements of each failing rule, at most one per page, so that the examples come from different
 * pages.
 */
const readExamples = async (db: Db, auditId: string, ruleIds: readonly string[]): Promise<ExampleRow[]> =>
  db.$queryRaw<ExampleRow[]>`
    SELECT rule.id AS rule_id, p.final_url AS page_url, n.selector, n.html, n.views, n.reach, n.box, n.accessibility, s.key,
           s.width, s.height, (
             SELECT jsonb_agg(picture || jsonb_build_object('key', kept.key) ORDER BY place)
             FROM jsonb_array_elements(n.strip) WITH ORDINALITY AS t (picture, place)
             JOIN screenshots kept ON kept.id = (picture ->> 'screenshot_id')::uuid
             HAVING count(*) = jsonb_array_length(n.strip)
           ) AS strip
    FROM unnest(${ruleIds}::text[]) AS rule (id)
    CROSS JOIN LATERAL (
      SELECT v.page_id FROM violations v
      WHERE v.audit_id = ${auditId}::uuid AND v.rule_id = rule.id AND v.outcome = 'violation'
      ORDER BY v.page_id LIMIT ${examplesPerRule}
    ) AS hit
    CROSS JOIN LATERAL (
      SELECT selector, html, views, reach, box, strip, accessibility FROM violation_nodes
      WHERE page_id = hit.page_id AND rule_id = rule.id AND outcome = 'violation'
      ORDER BY strip IS NULL, box IS NULL, id LIMIT 1
    ) AS n
    JOIN scan_audits p ON p.id = hit.page_id
    LEFT JOIN screenshots s ON s.id = p.screenshot_id`;

/** Converts the failing rules to issues with examples, a verified fix and, for the most urgent ones, a picture. */
const readIssues = async (
  db: Db,
  audit: { id: string; website_id: string },
  rules: readonly RuleTotals[],
): Promise<ReportIssue[]> => {
  const rows = await readExamples(
    db,
    audit.id,
    rules.map((rule) => rule.rule_id),
  );
  const sources = new Map<ReportExample, EvidenceSource>();
  const exampleOf = (row: ExampleRow): ReportExample => {
    const views = row.views.length > 0 ? { views: row.views } : {};
    const reach = row.reach ? { reach: describeReach(row.reach) } : {};
    const example = { page_url: row.page_url, selector: row.selector, html: row.html, ...views, ...reach };
    const source = sourceOf(row);
    if (source) sources.set(example, source);
    return example;
  };
  const issues = rules.map((rule) => issueOf(rule, rows.filter((row) => row.rule_id === rule.rule_id).map(exampleOf)));
  await addPictures(issues, sources);
  await addFixes(db, audit, issues);
  return issues;
};

const ReportOptions = ScanOptions.pick({ standard: true, depth: true, second_engine: true });

const describeSecondEngine = async (db: Db, audit_id: string) => ({
  name: nameEngine(secondEngine),
  elements: await db.violationNode.count({
    where: { audit_id, outcome: "needs_review", engines: { equals: [secondEngine] } },
  }),
});

/** Builds the data of a report (schema version 1) from a stored audit. The caller must have checked permissions. */
export const buildReportData = async (db: Db, auditId: string): Promise<ReportData> => {
  const audit = await acrossOrganisations(db).websiteAudit.findUnique({
    where: { id: auditId },
    include: { website: true },
  });
  if (!audit) throw notFound("audit", auditId);
  const { standard, depth, second_engine } = ReportOptions.parse(audit.options);
  const partial = toPartialOutput(audit);
  const rules = await readRules(db, auditId);
  const failing = rules.filter((rule) => rule.nodes > 0);
  const pages = await worstPages(db, auditId, pagesInReport);
  return {
    website: { url: audit.website.url, name: audit.website.name },
    audit: {
      id: audit.id,
      started_at: audit.created_at.toISOString(),
      completed_at: audit.completed_at?.toISOString() ?? null,
      standard: nameStandard(standard),
      engine: "axe-core",
      ...(second_engine ? { second_engine: await describeSecondEngine(db, auditId) } : {}),
      depth,
      pages_scanned: audit.pages_done,
      pages_failed: audit.pages_failed,
      not_scanned: await countUnscanned(db, auditId),
      scope: await readScope(db, audit),
      ...(partial ? { partial } : {}),
    },
    scores: toScoresOutput(audit),
    summary: countsOf(rules),
    pages: pages.map(({ final_url, title, template, http_status, error_code, error_message, scores, counts }) => ({
      url: final_url,
      title,
      template,
      http_status,
      error: error_message,
      scores,
      // A page that couldn't be scanned has no counts, which isn't the same as a count of zero.
      counts: error_code === null ? counts : null,
    })),
    issues: await readIssues(db, audit, failing),
    criteria: reportCriteria(rules, standard, audit.pages_done),
    ...(await readSummary(db, audit)),
    lighthouse: readLighthouse(audit),
    documents: await readReportDocuments(db, auditId),
    branding: await readBranding(db, audit.org_id),
  };
};
