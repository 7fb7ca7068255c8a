import { counted, formatNumber, formatShare, joinWords } from "../text/format";
import type { Finding } from "./findings";
import type { ReportModel } from "./report-model";

const BANDS: readonly [from: number, headline: string][] = [
  [95, "Few barriers that a machine can find are left."],
  [80, "Most checks passed, and some people still meet barriers."],
  [60, "Many people meet barriers on their way through the site."],
  [0, "Some people can't use large parts of the site."],
];

export const headline = ({ scores, problems, data }: ReportModel): string => {
  const { accessibility } = scores;
  if (accessibility === null && !data.issues) return "This audit carries no accessibility results.";
  if (accessibility === null) {
    return problems.length === 0 ? "The checks found no barrier." : "The checks found barriers.";
  }
  return BANDS.find(([from]) => accessibility >= from)?.[1] ?? "";
};

/** What the score says and does not say, in two sentences. */
export const scoreMeaning = ({ scores, criteriaCounts }: ReportModel): string => {
  const first =
    scores.accessibility === null
      ? "The accessibility score was not measured."
      : "The score is the share of automatic checks that passed, weighted by harm.";
  if (!criteriaCounts) return `${first} It says nothing about what only a person can judge.`;
  const { failed, passed, needsPerson, total } = criteriaCounts;
  const decided = `${failed + passed} of ${counted(total, "criterion", "criteria")} got a verdict from a machine`;
  return needsPerson === 0 ? `${first} ${decided}.` : `${first} ${decided}; ${needsPerson} need a person.`;
};

/** "41 elements on 12 of 40 pages". */
export const extentOf = ({ elements, pages }: Finding, pagesScanned: number | null): string => {
  const what = elements === null ? null : counted(elements, "element");
  const of =
    pagesScanned !== null && pages !== null && pagesScanned >= pages ? ` of ${formatNumber(pagesScanned)}` : "";
  const noun = (of ? pagesScanned : pages) === 1 ? "page" : "pages";
  const where = pages === null ? null : `${formatNumber(pages)}${of} ${noun}`;
  if (what && where) return `${what} on ${where}`;
  return what ?? where ?? "extent not measured";
};

export const WORST = 3;

const shareOfWorst = (worst: readonly Finding[]): string => {
  const share = worst.reduce((total, finding) => total + (finding.share ?? 0), 0);
  return share > 0 ? ` Together they are ${formatShare(share)} of all elements found.` : "";
};

const firstFix = (worst: readonly Finding[]): string => {
  const effort = worst.every((finding) => finding.effort === "small") ? " Each is a small change." : "";
  const numbers = joinWords(worst.map(({ number }) => String(number)));
  const findings = worst.length === 1 ? `finding ${numbers}` : `findings ${numbers}`;
  return `Give ${findings} to the people who look after the site's templates.${shareOfWorst(worst)}${effort}`;
};

const personStep = ({ criteriaCounts, toReview }: ReportModel): string | null => {
  if (criteriaCounts && criteriaCounts.needsPerson > 0) {
    const criteria = counted(criteriaCounts.needsPerson, "criterion", "criteria");
    return `Have a person check the ${criteria} that a machine can't decide, best with people who use assistive technology.`;
  }
  if (toReview.length > 0) return `Have a person look at the ${counted(toReview.length, "item")} marked for review.`;
  return null;
};

const failedPagesStep = ({ pagesFailed }: ReportModel): string | null =>
  pagesFailed
    ? `Find out why ${counted(pagesFailed, "page")} could not be scanned, and scan ${pagesFailed === 1 ? "it" : "them"} again.`
    : null;

const KEYBOARD_STEP =
  "Walk through the most important task of the site with the keyboard alone, and then with a screen reader.";
const REPEAT_STEP = "Scan again after the changes, and compare: fixed problems should stay fixed.";

/** Three things to do next, the most useful first. */
export const nextSteps = (model: ReportModel): string[] => {
  const worst = model.problems.slice(0, WORST);
  const steps = [
    worst.length > 0 ? firstFix(worst) : null,
    failedPagesStep(model),
    personStep(model),
    worst.length > 0 ? REPEAT_STEP : null,
    KEYBOARD_STEP,
    "Scan regularly, so that new barriers are found before your visitors find them.",
  ];
  return steps.filter((step) => step !== null).slice(0, 3);
};
