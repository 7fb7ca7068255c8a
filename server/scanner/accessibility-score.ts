import { groupBy } from "@/server/core/group-by";
import { type Impact, impacts, impactWeights, impactWeightsInWords, scoreCeilings } from "@/server/core/impact";
import { ruleCatalogue } from "./page/rule-catalogue";
import type { AxeResult, RuleResult } from "./page-result";
import { roundScore } from "./scores";

/**
 * Version of the formula, stored with each score. Increase it when a change gives the same results a different score.
 */
export const scoreVersion = 2;

/** The maximum effect of one rule, expressed as a number of single-element failures. */
const mostFaultsPerRule = 3;

/** Number of success criteria in WCAG 2.2 at levels A and AA. */
const allCriteria = 55;

/** Number of success criteria at level AAA, which count only in audits that include this level. */
const furtherCriteria = 31;

/** Percentage by which each success criterion that no rule covers reduces the lower end of the range. */
const percentPerUncheckedCriterion = 0.2;

export const accessibilityFormula = [
  "Version 2. A failure is a rule that fails in one component of a page, however many of its elements fail.",
  `A failure takes a percentage off what is left of the page's score: ${impactWeightsInWords}; one and a half times as ` +
    "much if 10 elements fail, and twice as much if 100 or more do. Together, all failures of one rule take off at most " +
    "three times the percentage for its impact.",
  `A page starts at ${scoreCeilings.critical} if it has a critical failure, at ${scoreCeilings.serious} if it has a serious one, and otherwise at 100.`,
  "The score is the upper end of a range. At the lower end, elements that need review count as failed, and the " +
    `score is then reduced by ${percentPerUncheckedCriterion}% for each of the ${allCriteria} WCAG 2.2 success criteria at levels A and AA that no rule covers. If the audit includes level AAA, the same applies to each of the ${furtherCriteria} at level AAA.`,
  "A website's score is the mean of its templates' scores, and a template's score the mean of its pages' scores.",
].join(" ");

/** Descriptions of the formula by version. Earlier versions are for audits whose scores haven't been recomputed. */
const formulas: Readonly<Record<number, string>> = {
  1:
    "Version 1. 100 × weighted passed ÷ weighted (passed + failed) checks. A check is one rule on one element, with the " +
    `weight of its impact: ${impactWeightsInWords}. Checks that need review don't count. A website's score is the mean of its pages' scores.`,
  [scoreVersion]: accessibilityFormula,
};

export const formulaOfVersion = (version: number): string => formulas[version] ?? accessibilityFormula;

/**
 * A rule's failing elements on one page. `listed` maps each component to the number of its elements that the rule's
 * result lists; elements without a component are counted under "".
 */
interface FailingRule {
  impact: Impact;
  elements: number;
  listed: Map<string, number>;
}

/** One element and its component; if `count` is set, that many elements in the component. */
type ScoredNode = Pick<RuleResult["nodes"][number], "component"> & { count?: number };
type ScoredRule = Pick<RuleResult, "rule_id" | "impact" | "node_count"> & { nodes: readonly ScoredNode[] };

export interface ScoredPage {
  violations: readonly ScoredRule[];
  incomplete: readonly ScoredRule[];
  checks: readonly Pick<AxeResult["checks"][number], "rule_id">[];
  inapplicable: readonly string[];
}

export interface ScoreRange {
  /** The upper end of the range, from 0 to 100 with one decimal place; null if no rule applied to the page. */
  score: number | null;
  /** Lower end of the range, from 0 to 100; null if `score` is null. */
  score_low: number | null;
}

const worse = (one: Impact, other: Impact): Impact => (impacts.indexOf(one) < impacts.indexOf(other) ? one : other);

const collect = (rules: readonly ScoredRule[]): FailingRule[] => {
  const byId = new Map<string, FailingRule>();
  for (const { rule_id, impact, node_count, nodes } of rules) {
    const elements = Math.max(
      node_count,
      nodes.reduce((sum, { count = 1 }) => sum + count, 0),
    );
    if (elements === 0) continue;
    const row = byId.get(rule_id) ?? { impact: impact ?? "minor", elements: 0, listed: new Map() };
    byId.set(rule_id, row);
    row.impact = worse(row.impact, impact ?? "minor");
    row.elements += elements;
    for (const { component = "", count = 1 } of nodes)
      row.listed.set(component, (row.listed.get(component) ?? 0) + count);
  }
  return [...byId.values()];
};

/** Returns 1 for one element, 1.5 for 10, and 2 for 100 or more. */
const reachOf = (elements: number): number => 1 + Math.min(1, Math.log10(elements) / 2);

/**
 * Returns the share of the score, from 0 to 1, that is left after a rule's failures. The scanner lists only the first
 * elements for each rule. If some elements aren't listed, their components are unknown. The rule is then given its
 * maximum effect: with a smaller effect, an additional failing element could push another off the list and raise the
 * score.
 */
const leftBy = ({ impact, elements, listed }: FailingRule): number => {
  const share = impactWeights[impact] / 100;
  const least = 1 - mostFaultsPerRule * share;
  const known = [...listed.values()];
  if (known.reduce((sum, count) => sum + count, 0) < elements) return least;
  return Math.max(
    least,
    known.reduce((left, count) => left * (1 - share * reachOf(count)), 1),
  );
};

const scoreFaults = (rules: readonly FailingRule[]): number =>
  rules.reduce((left, rule) => left * leftBy(rule), Math.min(100, ...rules.map(({ impact }) => scoreCeilings[impact])));

const isLevelAOrAA = (tags: readonly string[]): boolean => tags.some((tag) => /^wcag2\d?aa?$/.test(tag));
const isLevelAaa = (tags: readonly string[]): boolean => tags.some((tag) => /^wcag2\d?aaa$/.test(tag));

/**
 * Counts the criteria for which no rule ran on the page. A rule that found no element to apply to also counts as having
 * run. Level AAA rules run only in audits that include that level; in those audits, at least one level AAA rule runs on
 * every page.
 */
const countUnchecked = ({ checks, inapplicable }: ScoredPage): number => {
  const ran = [...checks.map(({ rule_id }) => rule_id), ...inapplicable];
  const rules = ran.flatMap((id) => ruleCatalogue.get(id) ?? []);
  const strict = rules.filter(({ tags }) => isLevelAaa(tags));
  const checked = new Set(rules.filter(({ tags }) => isLevelAOrAA(tags)).flatMap(({ wcag }) => wcag));
  const strictlyChecked = new Set(strict.flatMap(({ wcag }) => wcag));
  const further = strict.length > 0 ? furtherCriteria - strictlyChecked.size : 0;
  return Math.max(0, allCriteria - checked.size) + further;
};

/**
 * Returns a page's accessibility score and the lower end of its range; see docs/score.md. The score depends only on
 * what failed, what needs review and what wasn't checked, which means that adding content without failures can't raise
 * it.
 */
export const accessibilityScore = (page: ScoredPage): ScoreRange => {
  const { violations, incomplete, checks } = page;
  if (violations.length + incomplete.length + checks.length === 0) return { score: null, score_low: null };
  const unchecked = (countUnchecked(page) * percentPerUncheckedCriterion) / 100;
  return {
    score: roundScore(scoreFaults(collect(violations))),
    score_low: roundScore(scoreFaults(collect([...violations, ...incomplete])) * (1 - unchecked)),
  };
};

/** A page's score and its template, from which the website's score is computed. */
export interface TemplateScore extends ScoreRange {
  template: string | null;
}

/** Adds integer tenths, so that rounding errors don't change the mean of many equal scores. */
const mean = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + Math.round(score * 10), 0) / scores.length / 10;

const meanOfTemplates = (pages: readonly TemplateScore[], end: keyof ScoreRange): number | null => {
  const known = pages.flatMap(({ template, [end]: score }) => (score === null ? [] : [{ template, score }]));
  const templates = groupBy(known, ({ template }, index) =>
    template === null ? `page ${index}` : `template ${template}`,
  );
  const means = [...templates.values()].map((scores) => mean(scores.map(({ score }) => score)));
  return means.length === 0 ? null : roundScore(means.reduce((sum, score) => sum + score, 0) / means.length);
};

/**
 * Returns a website's score, which is the mean of its templates' scores. A template counts the same however many pages
 * use it, because its score is the mean of its pages' scores. A page with an unknown template is treated as a separate
 * template.
 */
export const websiteScore = (pages: readonly TemplateScore[]): ScoreRange => ({
  score: meanOfTemplates(pages, "score"),
  score_low: meanOfTemplates(pages, "score_low"),
});

const condenseRule = ({ rule_id, impact, node_count, nodes }: ScoredRule): ScoredRule => {
  const byComponent = groupBy(nodes, ({ component = "" }) => component);
  return {
    ...{ rule_id, impact, node_count },
    nodes: [...byComponent].map(([component, { length: count }]) => (component ? { component, count } : { count })),
  };
};

/**
 * Returns only the data that a page's score depends on, so that the score can be recomputed when further rules have
 * results.
 */
export const condenseScored = ({ violations, incomplete, checks, inapplicable }: ScoredPage): ScoredPage => ({
  violations: violations.map(condenseRule),
  incomplete: incomplete.map(condenseRule),
  checks: checks.map(({ rule_id }) => ({ rule_id })),
  inapplicable,
});

/** Adds the results of further rules to a page's data. */
export const addToScored = (page: ScoredPage, added: ScoredPage): ScoredPage => ({
  violations: [...page.violations, ...added.violations],
  incomplete: [...page.incomplete, ...added.incomplete],
  checks: [...page.checks, ...added.checks],
  inapplicable: [...page.inapplicable, ...added.inapplicable],
});
