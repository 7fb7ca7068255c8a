import { reportFindings } from "@/messages/texts/report-findings";
import { compareUrgency, reviewableImpacts } from "@/server/core/impact";
import {
  adviseOnRule,
  findListedCriterion,
  listedCriterionUrl,
  nameEngine,
  type RuleAdvice,
} from "@/server/domains/audits/rules";
import { type View, viewsOf } from "@/server/scanner/views";
import { criteriaOfTags } from "@/server/scanner/wcag-tags";
import { canUnpack } from "../../logo";
import {
  picturesInReport,
  type ReportData,
  type ReportExample,
  type ReportFix,
  type ReportImpact,
  type ReportIssue,
  type ReportPicture,
  type ReportStripPicture,
} from "../../report-data";

export type FindingCriterion = { criterion: string; label: string; url: string | null };

export type FindingExample = {
  pageUrl: string | null;
  selector: string | null;
  html: string | null;
  /** The views of the page in which the element fails; empty if it fails only in the usual one. */
  views: View[];
  /** How to reach the state of the page that contains the element; null if the initial state contains it. */
  reach: string | null;
  picture: ReportPicture | null;
  strip: ReportStripPicture[] | null;
};

export type Finding = RuleAdvice & {
  number: number;
  /** Name of the link destination in the document. */
  anchor: string;
  ruleId: string;
  title: string;
  impact: ReportImpact | null;
  elements: number | null;
  pages: number | null;
  /** Share of all the elements that were found, from 0 to 1. */
  share: number | null;
  criteria: FindingCriterion[];
  helpUrl: string | null;
  /** Names of the engines that reported the finding; empty if only one did. */
  engines: string[];
  /** All elements recorded for the finding. */
  examples: FindingExample[];
  /** The examples to show with their code. No two of them have the same code. */
  shown: FindingExample[];
  suggestedFix: ReportFix | null;
};

const EXAMPLES_SHOWN = 3;

const sum = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};

const worstImpact = (issues: readonly ReportIssue[]): ReportImpact | null =>
  reviewableImpacts.find((impact) => issues.some((issue) => issue.impact === impact)) ?? null;

const readCriterion = (criterion: string, standard: string): FindingCriterion => {
  const known = findListedCriterion(criterion, standard);
  return {
    criterion,
    label: known ? reportFindings.criterion({ criterion, name: known.name, level: known.level }) : criterion,
    url: listedCriterionUrl(criterion, standard),
  };
};

const readCriteria = (issues: readonly ReportIssue[], standard: string): FindingCriterion[] => {
  const named = issues.flatMap(({ wcag }) => wcag ?? []);
  const criteria = named.flatMap((name) => (/^\d/.test(name) ? [name] : criteriaOfTags([name])));
  return [...new Set(criteria)].map((criterion) => readCriterion(criterion, standard));
};

const readViews = (names: readonly string[]): View[] => {
  const known = viewsOf(names);
  return known.some((view) => view !== "usual") ? known : [];
};

const readExample = ({
  page_url,
  selector,
  html,
  views: names,
  reach,
  picture,
  strip,
}: ReportExample): FindingExample => ({
  pageUrl: page_url ?? null,
  selector: selector ?? null,
  html: html ?? null,
  views: readViews(names ?? []),
  reach: reach || null,
  picture: picture ?? null,
  strip: strip ?? null,
});

const isPictured = ({ picture, strip }: FindingExample): boolean => (picture ?? strip) !== null;

// Keeps one of several examples with the same code, because the others add nothing.
const chooseShown = (examples: readonly FindingExample[]): FindingExample[] => {
  const byCode = new Map<string | null, FindingExample>();
  for (const example of examples)
    if (!byCode.has(example.html) || (isPictured(example) && !isPictured(byCode.get(example.html) ?? example)))
      byCode.set(example.html, example);
  return [...byCode.values()].slice(0, EXAMPLES_SHOWN);
};

/**
 * Returns an example's strip or, if the strip is missing or broken, its picture; the other is null. If neither can
 * be used, both are null.
 */
const readPictures = ({ picture, strip }: FindingExample): Pick<FindingExample, "picture" | "strip"> => {
  if (strip?.every(({ image }) => canUnpack(image))) return { picture: null, strip };
  return { picture: picture && canUnpack(picture.image) ? picture : null, strip: null };
};

/** Keeps one picture or strip for each of the most urgent findings, and none for the others. */
const keepOnePicture = <Each extends { shown: FindingExample[] }>(finding: Each, index: number): Each => {
  const wanted = index < picturesInReport ? finding.shown.find(isPictured) : undefined;
  const shown = finding.shown.map((example) =>
    example === wanted ? { ...example, ...readPictures(example) } : { ...example, picture: null, strip: null },
  );
  return { ...finding, shown };
};

const countPages = (issues: readonly ReportIssue[], examples: readonly FindingExample[]): number | null => {
  const seen = new Set(examples.flatMap(({ pageUrl }) => pageUrl ?? [])).size;
  const counted = issues.flatMap(({ pages }) => pages ?? []);
  const most = Math.max(seen, ...counted);
  return most === 0 && counted.length === 0 ? null : most;
};

const readEngines = (issues: readonly ReportIssue[]): string[] => {
  const engines = [...new Set(issues.flatMap((issue) => issue.engines ?? []))];
  return engines.length > 1 ? engines.map(nameEngine) : [];
};

type UnrankedFinding = Omit<Finding, "number" | "anchor" | "share">;

const readFinding = (ruleId: string, issues: readonly ReportIssue[], standard: string): UnrankedFinding => {
  const texts = issues.find(({ help }) => help) ?? issues[0];
  const examples = issues.flatMap((issue) => issue.examples ?? []).map(readExample);
  return {
    ...adviseOnRule(ruleId, texts),
    ruleId,
    title: texts?.help?.trim() || ruleId,
    impact: worstImpact(issues),
    elements: sum(issues.map(({ nodes }) => nodes)) ?? (examples.length || null),
    pages: countPages(issues, examples),
    criteria: readCriteria(issues, standard),
    helpUrl: issues.find(({ help_url }) => help_url)?.help_url ?? null,
    engines: readEngines(issues),
    examples,
    shown: chooseShown(examples),
    suggestedFix: issues.find(({ suggested_fix }) => suggested_fix)?.suggested_fix ?? null,
  };
};

const urgencyOf = ({ ruleId, impact, pages, elements }: UnrankedFinding) => ({
  rule_id: ruleId,
  impact,
  pages,
  nodes: elements,
});

const byUrgency = (one: UnrankedFinding, other: UnrankedFinding): number =>
  compareUrgency(urgencyOf(one), urgencyOf(other));

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

/** Maximum number of rules described in a report; axe has about a hundred. */
const RULES_DESCRIBED = 150;

export type Findings = { failed: Finding[]; toReview: Finding[]; leftOut: number; reviewsLeftOut: number };

/**
 * Groups issues into one finding per rule, most urgent first. Urgency is the weight of the impact multiplied by the
 * number of pages affected.
 */
export const readFindings = (data: ReportData): Findings => {
  const issues = data.issues ?? [];
  const standard = data.audit?.standard ?? "";
  const read = (wanted: readonly ReportIssue[]) =>
    [...groupByRule(wanted)].map(([ruleId, group]) => readFinding(ruleId, group, standard));
  const needsReview = ({ impact }: ReportIssue) => impact === "needs_review";
  const failed = rank(read(issues.filter((issue) => !needsReview(issue))), "finding");
  const toReview = rank(read(issues.filter(needsReview)), "review");
  return {
    failed: failed.slice(0, RULES_DESCRIBED).map(keepOnePicture),
    toReview: toReview.slice(0, RULES_DESCRIBED),
    leftOut: Math.max(0, failed.length - RULES_DESCRIBED),
    reviewsLeftOut: Math.max(0, toReview.length - RULES_DESCRIBED),
  };
};
