import { adviseOnRule, criterionUrl, findCriterion, type RuleAdvice } from "@/server/features/rules";
import { criteriaOfTags } from "@/server/scanner/wcag-tags";
import type { ReportData, ReportExample, ReportImpact, ReportIssue } from "../../report-data";

export type FindingCriterion = { criterion: string; label: string; url: string | null };

export type FindingExample = { pageUrl: string | null; selector: string | null; html: string | null };

export type Finding = RuleAdvice & {
  number: number;
  /** Name of the place in the document. */
  anchor: string;
  ruleId: string;
  title: string;
  impact: ReportImpact | null;
  elements: number | null;
  pages: number | null;
  /** Share of all elements found, 0 to 1. */
  share: number | null;
  criteria: FindingCriterion[];
  helpUrl: string | null;
  /** All places on record. */
  examples: FindingExample[];
  /** Those that are shown with their code: a few that differ. */
  shown: FindingExample[];
};

const EXAMPLES_SHOWN = 3;

/** Weights of harm, as in the score's formula. */
export const HARM: Record<ReportImpact, number> = { critical: 10, serious: 7, moderate: 3, minor: 1, needs_review: 0 };

const IMPACTS: readonly ReportImpact[] = ["critical", "serious", "moderate", "minor", "needs_review"];

const sum = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};

const worstImpact = (issues: readonly ReportIssue[]): ReportImpact | null =>
  IMPACTS.find((impact) => issues.some((issue) => issue.impact === impact)) ?? null;

const readCriterion = (criterion: string): FindingCriterion => {
  const known = findCriterion(criterion);
  return {
    criterion,
    label: known ? `${criterion} ${known.name} (level ${known.level})` : criterion,
    url: criterionUrl(criterion),
  };
};

const readCriteria = (issues: readonly ReportIssue[]): FindingCriterion[] => {
  const named = issues.flatMap(({ wcag }) => wcag ?? []);
  const criteria = named.flatMap((name) => (/^\d/.test(name) ? [name] : criteriaOfTags([name])));
  return [...new Set(criteria)].map(readCriterion);
};

const readExample = ({ page_url, selector, html }: ReportExample): FindingExample => ({
  pageUrl: page_url ?? null,
  selector: selector ?? null,
  html: html ?? null,
});

// Places that look alike teach nothing new.
const chooseShown = (examples: readonly FindingExample[]): FindingExample[] => {
  const byCode = new Map<string | null, FindingExample>();
  for (const example of examples) if (!byCode.has(example.html)) byCode.set(example.html, example);
  return [...byCode.values()].slice(0, EXAMPLES_SHOWN);
};

const countPages = (issues: readonly ReportIssue[], examples: readonly FindingExample[]): number | null => {
  const seen = new Set(examples.flatMap(({ pageUrl }) => pageUrl ?? [])).size;
  const counted = issues.flatMap(({ pages }) => pages ?? []);
  const most = Math.max(seen, ...counted);
  return most === 0 && counted.length === 0 ? null : most;
};

type UnrankedFinding = Omit<Finding, "number" | "anchor" | "share">;

const readFinding = (ruleId: string, issues: readonly ReportIssue[]): UnrankedFinding => {
  const texts = issues.find(({ help }) => help) ?? issues[0];
  const examples = issues.flatMap((issue) => issue.examples ?? []).map(readExample);
  return {
    ...adviseOnRule(ruleId, texts),
    ruleId,
    title: texts?.help?.trim() || ruleId,
    impact: worstImpact(issues),
    elements: sum(issues.map(({ nodes }) => nodes)) ?? (examples.length || null),
    pages: countPages(issues, examples),
    criteria: readCriteria(issues),
    helpUrl: issues.find(({ help_url }) => help_url)?.help_url ?? null,
    examples,
    shown: chooseShown(examples),
  };
};

const harm = ({ impact }: UnrankedFinding): number => (impact ? HARM[impact] : HARM.minor);
const reach = ({ pages }: UnrankedFinding): number => pages ?? 1;

const byUrgency = (one: UnrankedFinding, other: UnrankedFinding): number =>
  harm(other) * reach(other) - harm(one) * reach(one) ||
  harm(other) - harm(one) ||
  (other.elements ?? 0) - (one.elements ?? 0) ||
  one.ruleId.localeCompare(other.ruleId);

const groupByRule = (issues: readonly ReportIssue[]): Map<string, ReportIssue[]> => {
  const groups = new Map<string, ReportIssue[]>();
  for (const issue of issues) {
    const group = groups.get(issue.rule_id);
    if (group) group.push(issue);
    else groups.set(issue.rule_id, [issue]);
  }
  return groups;
};

const rank = (findings: UnrankedFinding[], prefix: string): Finding[] => {
  const total = sum(findings.map(({ elements }) => elements));
  return findings.sort(byUrgency).map((finding, index) => ({
    ...finding,
    number: index + 1,
    anchor: `${prefix}-${index + 1}`,
    share: total && finding.elements !== null ? finding.elements / total : null,
  }));
};

/** Rules that a report describes at most; axe knows about a hundred. */
const RULES_DESCRIBED = 150;

export type Findings = { problems: Finding[]; toReview: Finding[]; leftOut: number; reviewsLeftOut: number };

/** One finding a rule, most urgent first: harm of the rule times the pages it is on. */
export const readFindings = (data: ReportData): Findings => {
  const issues = data.issues ?? [];
  const read = (wanted: readonly ReportIssue[]) =>
    [...groupByRule(wanted)].map(([ruleId, group]) => readFinding(ruleId, group));
  const needsReview = ({ impact }: ReportIssue) => impact === "needs_review";
  const problems = rank(read(issues.filter((issue) => !needsReview(issue))), "finding");
  const toReview = rank(read(issues.filter(needsReview)), "review");
  return {
    problems: problems.slice(0, RULES_DESCRIBED),
    toReview: toReview.slice(0, RULES_DESCRIBED),
    leftOut: Math.max(0, problems.length - RULES_DESCRIBED),
    reviewsLeftOut: Math.max(0, toReview.length - RULES_DESCRIBED),
  };
};
