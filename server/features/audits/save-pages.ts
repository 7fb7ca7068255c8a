import { createHash } from "node:crypto";
import type { Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { RuleResult } from "@/server/scanner/contract";
import { ruleFacts } from "@/server/scanner/rule-facts";
import type { CallbackPage } from "./callback-contract";
import {
  type AuditKey,
  insertIssues,
  insertNodes,
  insertViolations,
  type NodeRow,
  type RuleRow,
  upsertRules,
  type ViolationRow,
} from "./result-tables";

export type NumberedPage = CallbackPage & { page_id: string; result_key: string };

type Outcome = "violation" | "needs_review";

/** Page without query and fragment, so that a tracking parameter does not make old findings new ones. */
const pagePath = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

/** What makes a finding the same one in the next audit: rule, page and place. */
export const fingerprintOf = (ruleId: string, pageUrl: string, selector: string): string =>
  createHash("sha256")
    .update(JSON.stringify([ruleId, pagePath(pageUrl), selector]))
    .digest("base64url");

const nodeRows = (audit: AuditKey, page: NumberedPage, rule: RuleResult, outcome: Outcome): NodeRow[] =>
  rule.nodes.map((node) => ({
    id: newId(),
    audit_id: audit.id,
    page_id: page.page_id,
    rule_id: rule.rule_id,
    outcome,
    impact: rule.impact,
    selector: node.selector,
    html: node.html,
    message: node.failure_summary,
    related: node.related,
    fingerprint: fingerprintOf(rule.rule_id, page.final_url ?? page.url, node.selector),
    page_url: page.final_url ?? page.url,
  }));

const violationRow = (audit: AuditKey, page: NumberedPage, rule: RuleResult, outcome: Outcome): ViolationRow => ({
  audit_id: audit.id,
  page_id: page.page_id,
  rule_id: rule.rule_id,
  outcome,
  impact: rule.impact,
  nodes: rule.node_count,
});

const findings = ({ axe }: NumberedPage): [RuleResult, Outcome][] => [
  ...(axe?.violations ?? []).map((rule): [RuleResult, Outcome] => [rule, "violation"]),
  ...(axe?.incomplete ?? []).map((rule): [RuleResult, Outcome] => [rule, "needs_review"]),
];

const blankRule = (audit_id: string, rule_id: string): RuleRow => ({
  audit_id,
  ...ruleFacts(rule_id),
  impact: null,
  failed_nodes: 0,
  failed_pages: 0,
  review_nodes: 0,
  review_pages: 0,
  passed_nodes: 0,
  passed_pages: 0,
});

const addFinding = (row: RuleRow, rule: RuleResult, outcome: Outcome): void => {
  if (outcome === "violation") {
    row.failed_nodes += rule.node_count;
    row.failed_pages += 1;
    row.impact = rule.impact;
  } else {
    row.review_nodes += rule.node_count;
    row.review_pages += 1;
    row.impact ??= rule.impact;
  }
  row.help ||= rule.help;
  row.description ||= rule.description;
  row.help_url ||= rule.help_url;
  if (row.wcag.length === 0) row.wcag = rule.wcag;
};

/** One row a rule over a batch of pages, to be added to the rollup. */
const ruleRows = (audit: AuditKey, pages: readonly NumberedPage[]): RuleRow[] => {
  const rows = new Map<string, RuleRow>();
  const rowOf = (id: string): RuleRow => {
    const row = rows.get(id) ?? blankRule(audit.id, id);
    rows.set(id, row);
    return row;
  };
  for (const page of pages) {
    for (const [rule, outcome] of findings(page)) addFinding(rowOf(rule.rule_id), rule, outcome);
    for (const check of page.axe?.checks ?? []) {
      if (check.passed === 0) continue;
      const row = rowOf(check.rule_id);
      row.passed_nodes += check.passed;
      row.passed_pages += 1;
      row.impact ??= check.impact;
    }
  }
  return [...rows.values()];
};

const countByImpact = ({ axe }: NumberedPage, impact: string): number =>
  (axe?.violations ?? [])
    .filter((rule) => (rule.impact ?? "minor") === impact)
    .reduce((sum, rule) => sum + rule.node_count, 0);

const pageRow = (audit: AuditKey, page: NumberedPage) => ({
  id: page.page_id,
  audit_id: audit.id,
  url: page.url,
  final_url: page.final_url ?? page.url,
  http_status: page.http_status,
  title: page.title,
  device: page.device,
  started_at: page.started_at ? new Date(page.started_at) : new Date(),
  duration_ms: Math.round(page.duration_ms),
  score_accessibility: page.axe?.score ?? null,
  score_performance: page.performance?.score ?? null,
  score_seo: page.seo?.score ?? null,
  score_quality: page.quality?.score ?? null,
  critical: countByImpact(page, "critical"),
  serious: countByImpact(page, "serious"),
  moderate: countByImpact(page, "moderate"),
  minor: countByImpact(page, "minor"),
  needs_review: (page.axe?.incomplete ?? []).reduce((sum, rule) => sum + rule.node_count, 0),
  passed: (page.axe?.checks ?? []).reduce((sum, check) => sum + check.passed, 0),
  ...(page.performance ? { performance: page.performance as object } : {}),
  checks: (["seo", "quality"] as const).flatMap((area) =>
    (page[area]?.checks ?? []).map(({ id, title, outcome }) => ({ area, id, title, outcome })),
  ),
  error_code: page.error?.code ?? null,
  error_message: page.error?.message ?? null,
  result_key: page.result_key,
});

/** Writes pages that the audit does not have yet, with their findings, rollup and issues. */
export const savePages = async (db: Db, audit: AuditKey, pages: readonly NumberedPage[]): Promise<void> => {
  if (pages.length === 0) return;
  await db.scanAudit.createMany({ data: pages.map((page) => pageRow(audit, page)) });
  const all = pages.flatMap((page) => findings(page).map(([rule, outcome]) => ({ page, rule, outcome })));
  const nodes = all.flatMap(({ page, rule, outcome }) => nodeRows(audit, page, rule, outcome));
  await insertViolations(
    db,
    all.map(({ page, rule, outcome }) => violationRow(audit, page, rule, outcome)),
  );
  await insertNodes(db, nodes);
  await insertIssues(
    db,
    audit,
    nodes.filter((node) => node.outcome === "violation"),
  );
  await upsertRules(db, ruleRows(audit, pages));
};
