import { accessibilityScore } from "../accessibility-score";
import { demotedRules, ruleCatalogue } from "../page/rule-catalogue";
import { type CrossPageRuleId, crossPageRules } from "../page/rules/cross-page-rules";
import type { AxeResult, NodeResult, PageOutline, PageResult, RuleResult } from "../page-result";
import { HelpComparer } from "./compare-help";
import { NameComparer } from "./compare-names";
import { NavigationComparer } from "./compare-navigation";
import { TitleComparer } from "./compare-titles";
import { type NodeOutcome, type OutlinedPage, type PageComparer, rankOf } from "./outlined-page";

/**
 * Maximum number of pages that an audit compares; the pages scanned first are used. The comparison must not take long,
 * because it is part of the transaction that completes the audit.
 */
export const MAX_COMPARED_PAGES = 1_000;

/** The results of the cross-page rules for one page. */
export type CrossPageResult = Pick<AxeResult, "violations" | "incomplete" | "checks" | "inapplicable">;

/** A page to compare with others; `url` is its URL after redirects. */
export type ComparablePage = Pick<OutlinedPage, "url" | "outline">;

const createComparers = (): Record<CrossPageRuleId, PageComparer> => ({
  "repeated-title": new TitleComparer(),
  "navigation-order": new NavigationComparer(),
  "inconsistent-name": new NameComparer(),
  "help-order": new HelpComparer(),
});

const toNode = (nodes: readonly NodeResult[], { node, detail }: NodeOutcome, failure: string): NodeResult[] => {
  const found = nodes[node];
  return found ? [{ ...found, failure_summary: `Fix any of the following:\n  ${failure}: ${detail}` }] : [];
};

/**
 * Compares the pages of a website. First add all pages, in the order of `byUrl`; then evaluate each of them. The
 * results depend only on the pages, and memory and time are bounded.
 */
export class PageComparison {
  private readonly comparers = createComparers();
  private pages = 0;

  /** Findings for `demoted` rules need review. */
  constructor(private readonly demoted: readonly string[] = demotedRules) {}

  add(given: ComparablePage): void {
    const page: OutlinedPage = { ...given, rank: rankOf(given.url) };
    this.pages += 1;
    for (const comparer of Object.values(this.comparers)) comparer.add(page);
  }

  /** Returns null if there is no other page to compare the page with. */
  evaluate(given: ComparablePage): CrossPageResult | null {
    if (this.pages < 2) return null;
    const page: OutlinedPage = { ...given, rank: rankOf(given.url) };
    const result: CrossPageResult = { violations: [], incomplete: [], checks: [], inapplicable: [] };
    for (const rule of crossPageRules) {
      if (!page.outline.rules.includes(rule.id)) continue;
      const isDemoted = this.demoted.includes(rule.id);
      const outcomes = this.comparers[rule.id]
        .evaluate(page)
        .map(
          (each): NodeOutcome => (isDemoted && each.outcome === "failed" ? { ...each, outcome: "needs_review" } : each),
        );
      addOutcomes(result, rule, { outcomes, outline: page.outline });
    }
    return result;
  }
}

const addOutcomes = (
  result: CrossPageResult,
  { id, impact, failure }: (typeof crossPageRules)[number],
  { outcomes, outline }: { outcomes: readonly NodeOutcome[]; outline: PageOutline },
): void => {
  const info = ruleCatalogue.get(id);
  const nodesOf = (outcome: NodeOutcome["outcome"]): NodeResult[] =>
    outcomes.filter((each) => each.outcome === outcome).flatMap((each) => toNode(outline.nodes, each, failure));
  const toRules = (nodes: NodeResult[]): RuleResult[] =>
    nodes.length > 0 && info ? [{ ...info, node_count: nodes.length, nodes }] : [];
  const failed = nodesOf("failed");
  const review = nodesOf("needs_review");
  const passed = nodesOf("passed").length;
  if (passed + failed.length + review.length === 0) {
    result.inapplicable.push(id);
    return;
  }
  result.violations.push(...toRules(failed));
  result.incomplete.push(...toRules(review));
  result.checks.push({ rule_id: id, impact, passed, failed: failed.length, needs_review: review.length });
};

const byRule = (a: { rule_id: string }, b: { rule_id: string }): number => (a.rule_id < b.rule_id ? -1 : 1);

/** Adds the results of the cross-page rules to a page's other results, and computes the score again. */
export const mergeResults = (axe: AxeResult, added: CrossPageResult): AxeResult => {
  const merged = {
    violations: [...axe.violations, ...added.violations].sort(byRule),
    incomplete: [...axe.incomplete, ...added.incomplete].sort(byRule),
    checks: [...axe.checks, ...added.checks].sort(byRule),
    inapplicable: [...axe.inapplicable, ...added.inapplicable],
  };
  return { ...axe, ...accessibilityScore(merged), ...merged };
};

/**
 * Comparison function for `sort`: puts pages in an order that doesn't depend on the order in which they were scanned.
 */
export const byUrl = (a: { url: string }, b: { url: string }): number => {
  if (a.url === b.url) return 0;
  return a.url < b.url ? -1 : 1;
};

/** Returns the pages of a scan with the results of the cross-page rules. */
export const comparePages = (pages: readonly PageResult[], demoted?: readonly string[]): PageResult[] => {
  const comparison = new PageComparison(demoted);
  const outlined = pages.flatMap(({ final_url: url, outline }) => (outline ? [{ url, outline }] : []));
  for (const page of outlined.sort(byUrl)) comparison.add(page);
  return pages.map((page) => {
    const { axe, outline, final_url: url } = page;
    const added = axe && outline ? comparison.evaluate({ url, outline }) : null;
    return axe && added ? { ...page, axe: mergeResults(axe, added) } : page;
  });
};
