import type { RuleSummary } from "@/server/features/results/contract";
import type { PageResult, RuleResult } from "@/server/scanner/contract";
import { ruleFacts } from "@/server/scanner/rule-facts";

const examplesPerRule = 5;

export type RuleExample = { page_url: string; selector: string; html: string };

export interface RolledUpRule extends RuleSummary {
  /** At most one a page, of the pages that came first. */
  examples: RuleExample[];
}

const blankRule = (ruleId: string): RolledUpRule => ({
  ...ruleFacts(ruleId),
  impact: null,
  nodes: 0,
  pages: 0,
  review_nodes: 0,
  review_pages: 0,
  passed_nodes: 0,
  passed_pages: 0,
  examples: [],
});

const addTexts = (row: RolledUpRule, rule: RuleResult): void => {
  row.help ||= rule.help;
  row.description ||= rule.description;
  row.help_url ||= rule.help_url;
  if (row.wcag.length === 0) row.wcag = rule.wcag;
};

/** Adds pages to one row a rule, as the platform's own rollup does, without keeping the pages. */
export class RuleRollup {
  private readonly rows = new Map<string, RolledUpRule>();

  get rules(): RolledUpRule[] {
    return [...this.rows.values()];
  }

  add({ axe, final_url }: PageResult): void {
    for (const rule of axe?.violations ?? []) this.addViolation(rule, final_url);
    for (const rule of axe?.incomplete ?? []) this.addReview(rule);
    for (const { rule_id, impact, passed } of axe?.checks ?? []) {
      if (passed === 0) continue;
      const row = this.row(rule_id);
      row.passed_nodes += passed;
      row.passed_pages += 1;
      row.impact ??= impact;
    }
  }

  private row(ruleId: string): RolledUpRule {
    const row = this.rows.get(ruleId) ?? blankRule(ruleId);
    this.rows.set(ruleId, row);
    return row;
  }

  private addViolation(rule: RuleResult, page_url: string): void {
    const row = this.row(rule.rule_id);
    addTexts(row, rule);
    row.impact = rule.impact;
    row.nodes += rule.node_count;
    row.pages += 1;
    const [first] = rule.nodes;
    if (first && row.examples.length < examplesPerRule)
      row.examples.push({ page_url, selector: first.selector, html: first.html });
  }

  private addReview(rule: RuleResult): void {
    const row = this.row(rule.rule_id);
    addTexts(row, rule);
    row.impact ??= rule.impact;
    row.review_nodes += rule.node_count;
    row.review_pages += 1;
  }
}

const order = ["critical", "serious", "moderate", "minor"];
const rank = ({ impact }: RuleSummary): number => (impact ? order.indexOf(impact) : order.length);

/** The rules that fail somewhere, worst first: impact, then how many elements. */
export const failingRules = (rules: readonly RolledUpRule[]): RolledUpRule[] =>
  rules
    .filter(({ nodes }) => nodes > 0)
    .sort((a, b) => rank(a) - rank(b) || b.nodes - a.nodes || a.rule_id.localeCompare(b.rule_id));
