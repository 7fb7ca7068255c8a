import { type Engine, engines } from "@/server/scanner/engines";
import { type AxeResult, Impact, type RuleResult } from "@/server/scanner/page-result";
import { type RuleFacts, ruleFacts, seenBy } from "@/server/scanner/rule-facts";

/**
 * A rule's totals over many pages. `nodes` and `pages` count elements and pages that fail, `review_*` those that need
 * review.
 */
export interface RuleTotals extends RuleFacts {
  /** The highest impact of the rule's failures; if there are none, the impact of the first of its other results. */
  impact: Impact | null;
  nodes: number;
  pages: number;
  review_nodes: number;
  review_pages: number;
  passed_nodes: number;
  passed_pages: number;
  /** The engines that reported findings; empty if only the rule's own engine did. */
  engines: Engine[];
}

const blankTotals = (ruleId: string): RuleTotals => ({
  ...ruleFacts(ruleId),
  impact: null,
  nodes: 0,
  pages: 0,
  review_nodes: 0,
  review_pages: 0,
  passed_nodes: 0,
  passed_pages: 0,
  engines: [],
});

const addTexts = (row: RuleTotals, rule: RuleResult): void => {
  row.help ||= rule.help;
  row.description ||= rule.description;
  row.help_url ||= rule.help_url;
  if (row.wcag.length === 0) row.wcag = rule.wcag;
};

/** The parts of a page's result that are counted. */
type Counted = Pick<AxeResult, "violations" | "incomplete" | "checks">;

/**
 * Adds the engines that reported the rule's findings. The list stays empty if only the rule's own engine has reported
 * findings.
 */
const addEngines = (row: RuleTotals, { rule_id, nodes }: RuleResult): void => {
  const isFirst = row.nodes + row.review_nodes === 0;
  const before = isFirst ? [] : seenBy(rule_id, row.engines);
  const seen = new Set([...before, ...nodes.flatMap((node) => seenBy(rule_id, node.engines ?? []))]);
  const [own] = seenBy(rule_id, []);
  const isOwn = seen.size === 1 && own !== undefined && seen.has(own);
  row.engines = isOwn ? [] : engines.filter((engine) => seen.has(engine));
};

/** Ranks impacts in order, critical first; rules without an impact come last. */
const rank = (impact: Impact | null): number => (impact ? Impact.options.indexOf(impact) : Impact.options.length);

const higherImpact = (one: Impact | null, other: Impact | null): Impact | null =>
  rank(one) <= rank(other) ? one : other;

/** Adds up rule results page by page without keeping the pages, starting from any earlier totals. */
export class RuleRollup {
  private readonly rows = new Map<string, RuleTotals>();

  constructor(earlier: readonly RuleTotals[] = []) {
    for (const row of earlier) this.rows.set(row.rule_id, { ...row });
  }

  get rules(): RuleTotals[] {
    return [...this.rows.values()];
  }

  /**
   * Adds the results of one page, in which each kind of result must list a rule at most once. Does nothing if the page
   * has no axe results.
   */
  add(axe: Counted | null): void {
    for (const rule of axe?.violations ?? []) this.addViolation(rule);
    for (const rule of axe?.incomplete ?? []) this.addReview(rule);
    for (const { rule_id, impact, passed } of axe?.checks ?? []) {
      if (passed === 0) continue;
      const row = this.row(rule_id);
      row.passed_nodes += passed;
      row.passed_pages += 1;
      row.impact ??= impact;
    }
  }

  private row(ruleId: string): RuleTotals {
    const row = this.rows.get(ruleId) ?? blankTotals(ruleId);
    this.rows.set(ruleId, row);
    return row;
  }

  private addViolation(rule: RuleResult): void {
    const row = this.row(rule.rule_id);
    addTexts(row, rule);
    addEngines(row, rule);
    row.impact = row.nodes === 0 ? rule.impact : higherImpact(row.impact, rule.impact);
    row.nodes += rule.node_count;
    row.pages += 1;
  }

  private addReview(rule: RuleResult): void {
    const row = this.row(rule.rule_id);
    addTexts(row, rule);
    addEngines(row, rule);
    row.impact ??= rule.impact;
    row.review_nodes += rule.node_count;
    row.review_pages += 1;
  }
}

/** Compares rules for `sort`: failing rules first, then by impact, then by number of failing elements. */
export const worstRuleFirst = (a: RuleTotals, b: RuleTotals): number =>
  Number(b.nodes > 0) - Number(a.nodes > 0) ||
  rank(a.impact) - rank(b.impact) ||
  b.nodes - a.nodes ||
  a.rule_id.localeCompare(b.rule_id);

export type FindingCounts = Record<Impact | "needs_review" | "passed", number>;

/** Counts the elements of one page that fail (by impact), need review or pass. */
export const countFindings = (axe: Counted | null): FindingCounts => {
  const failed = (impact: Impact): number =>
    (axe?.violations ?? [])
      .filter((rule) => (rule.impact ?? "minor") === impact)
      .reduce((sum, rule) => sum + rule.node_count, 0);
  return {
    critical: failed("critical"),
    serious: failed("serious"),
    moderate: failed("moderate"),
    minor: failed("minor"),
    needs_review: (axe?.incomplete ?? []).reduce((sum, rule) => sum + rule.node_count, 0),
    passed: (axe?.checks ?? []).reduce((sum, check) => sum + check.passed, 0),
  };
};
