import type { Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { scoreVersion } from "@/server/scanner/accessibility-score";
import type { AxeResult, RuleResult } from "@/server/scanner/contract";
import { MAX_COMPARED_PAGES } from "@/server/scanner/cross-page/compare-pages";
import {
  type AuditKey,
  createFingerprint,
  createSignalsHash,
  insertIssues,
  pageKey,
  readSignals,
  recogniseUnchanged,
} from "./recognition";
import {
  insertNodes,
  insertViolations,
  type NodeRow,
  readRuleTotals,
  type ViolationRow,
  writeRuleTotals,
} from "./result-tables";
import type { NumberedPage } from "./store-pages";
import { type StripRow, toStripRow } from "./store-strips";
import { countOutlines, toStoredOutline } from "./stored-outlines";
import { countFindings, RuleRollup } from "./totals";
import { applyPolicies } from "./triage-policies";

type Outcome = "violation" | "needs_review";

type HashSignals = ReturnType<typeof createSignalsHash>;

/** The rule results of a saved page. */
export interface PageFindings extends Pick<NumberedPage, "page_id" | "url" | "final_url"> {
  axe: Pick<AxeResult, "violations" | "incomplete" | "checks"> | null;
  /** The page's strips by index; null for those that aren't stored. */
  strips?: readonly (StripRow | null)[];
}

interface NodeSource {
  rule: RuleResult;
  outcome: Outcome;
  hashSignals: HashSignals;
  strips: readonly (StripRow | null)[];
}

const nodeRows = (
  audit: AuditKey,
  page: PageFindings,
  { rule, outcome, hashSignals, strips }: NodeSource,
): NodeRow[] => {
  const url = page.final_url ?? page.url;
  return rule.nodes.map((node, order) => {
    const signals = readSignals(node, order);
    return {
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
      fingerprint: createFingerprint(rule.rule_id, url, node.selector),
      component: node.component ?? null,
      box: node.box ?? null,
      strip: node.strip === undefined ? null : (strips[node.strip] ?? null),
      accessibility: node.accessibility ?? null,
      engines: node.engines ?? [],
      views: node.views ?? [],
      reach: node.reach ?? null,
      signals,
      signals_hash: hashSignals(rule.rule_id, pageKey(url), node.selector, signals),
    };
  });
};

const violationRow = (audit: AuditKey, page: PageFindings, rule: RuleResult, outcome: Outcome): ViolationRow => ({
  audit_id: audit.id,
  page_id: page.page_id,
  rule_id: rule.rule_id,
  outcome,
  impact: rule.impact,
  nodes: rule.node_count,
});

const findings = ({ axe }: PageFindings): [RuleResult, Outcome][] => [
  ...(axe?.violations ?? []).map((rule): [RuleResult, Outcome] => [rule, "violation"]),
  ...(axe?.incomplete ?? []).map((rule): [RuleResult, Outcome] => [rule, "needs_review"]),
];

const loadedAgain = ({ states, phone }: NumberedPage): { states?: object; phone?: object } => ({
  ...(states ? { states } : {}),
  ...(phone ? { phone } : {}),
});

const metricsOf = ({ performance }: NumberedPage): { performance?: object } => (performance ? { performance } : {});

/** Returns the outlines that the cross-page rules need when the audit completes, for at most `room` pages. */
const readOutlines = (pages: readonly NumberedPage[], room: number): Map<string, { outline: object }> => {
  const outlined = pages.flatMap(({ page_id, axe, outline }): [string, { outline: object }][] =>
    axe && outline ? [[page_id, { outline: toStoredOutline(outline, axe) }]] : [],
  );
  return new Map(outlined.slice(0, Math.max(0, room)));
};

const pageRow = (
  audit: AuditKey,
  page: NumberedPage,
  { screenshots, outlines }: { screenshots: ReadonlyMap<string, string>; outlines: ReturnType<typeof readOutlines> },
) => ({
  id: page.page_id,
  audit_id: audit.id,
  url: page.url,
  final_url: page.final_url ?? page.url,
  http_status: page.http_status,
  title: page.title,
  journey_url: page.journey?.url ?? null,
  template: page.template,
  page_group: page.group,
  ...(page.sample ? { sample: page.sample } : {}),
  depth: page.depth,
  device: page.device,
  started_at: page.started_at ? new Date(page.started_at) : new Date(),
  duration_ms: Math.round(page.duration_ms),
  score_accessibility: page.axe?.score ?? null,
  score_low: page.axe?.score_low ?? null,
  score_version: scoreVersion,
  score_performance: page.performance?.score ?? null,
  score_seo: page.seo?.score ?? null,
  score_quality: page.quality?.score ?? null,
  ...countFindings(page.axe),
  excluded_elements: page.excluded?.elements ?? 0,
  excluded_findings: page.excluded?.findings ?? 0,
  ...metricsOf(page),
  ...loadedAgain(page),
  checks: (["seo", "quality"] as const).flatMap((area) =>
    (page[area]?.checks ?? []).map(({ id, title, outcome }) => ({ area, id, title, outcome })),
  ),
  error_code: page.error?.code ?? null,
  error_message: page.error?.message ?? null,
  ...outlines.get(page.page_id),
  result_key: page.result_key,
  screenshot_id: (page.pictures.screenshot && screenshots.get(page.pictures.screenshot.hash)) ?? null,
});

/**
 * Adds the findings of pages to the audit's rule totals. The caller must hold the lock on the audit; otherwise,
 * concurrent updates would be lost.
 */
const rollUp = async (db: Db, audit: AuditKey, pages: readonly PageFindings[]): Promise<void> => {
  const rollup = new RuleRollup(await readRuleTotals(db, audit.id));
  for (const page of pages) rollup.add(page.axe);
  await writeRuleTotals(db, audit.id, rollup.rules);
};

/** Inserts findings on saved pages, with the pages' rule totals and issues. */
export const saveFindings = async (db: Db, audit: AuditKey, pages: readonly PageFindings[]): Promise<void> => {
  if (pages.length === 0) return;
  const all = pages.flatMap((page) => {
    const hashSignals = createSignalsHash();
    return findings(page).map(([rule, outcome]) => ({ page, hashSignals, strips: page.strips ?? [], rule, outcome }));
  });
  const nodes = all.flatMap(({ page, ...source }) => nodeRows(audit, page, source));
  await insertViolations(
    db,
    all.map(({ page, rule, outcome }) => violationRow(audit, page, rule, outcome)),
  );
  await insertNodes(db, nodes);
  const page_ids = pages.map(({ page_id }) => page_id);
  await recogniseUnchanged(db, audit, page_ids);
  await insertIssues(
    db,
    audit,
    nodes.map(({ id }) => id),
  );
  await applyPolicies(db, { website_id: audit.website_id, page_ids });
  await rollUp(db, audit, pages);
};

/**
 * Inserts pages that the audit doesn't have yet, with their findings, rule totals and issues. `screenshots` maps the
 * hashes of screenshots and strip pictures to their ids.
 */
export const savePages = async (
  db: Db,
  audit: AuditKey,
  pages: readonly NumberedPage[],
  screenshots: ReadonlyMap<string, string>,
): Promise<void> => {
  if (pages.length === 0) return;
  const outlines = readOutlines(pages, MAX_COMPARED_PAGES - (await countOutlines(db, audit.id)));
  await db.scanAudit.createMany({ data: pages.map((page) => pageRow(audit, page, { screenshots, outlines })) });
  const withStrips = pages.map((page) => ({
    ...page,
    strips: page.pictures.strips.map((strip) => toStripRow(strip, screenshots)),
  }));
  await saveFindings(db, audit, withStrips);
};
