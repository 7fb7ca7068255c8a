import { formatList } from "@/messages/runtime/formats";
import { bandOf } from "@/messages/runtime/score-bands";
import { explainUnscanned } from "@/messages/runtime/unscanned-pages";
import { report } from "@/messages/texts/report";
import { reportSummary } from "@/messages/texts/report-summary";
import { formatShare, joinSentences, withFigures } from "../text/format";
import type { Finding } from "./findings";
import type { ReportModel } from "./report-model";

export const headline = ({ scores, failed, data }: ReportModel): string => {
  const { headline: texts } = reportSummary;
  const { accessibility } = scores;
  if (accessibility === null && !data.issues) return texts.noResults;
  if (accessibility === null) return failed.length === 0 ? texts.noBarriers : texts.barriers;
  return texts[bandOf(accessibility).id];
};

/** States how many pages are missing from a partial audit. */
export const budgetSentence = ({ pages }: NonNullable<ReportModel["missing"]>): string =>
  reportSummary.score.budget(withFigures({ count: pages }));

/** Explains what the score means and what it doesn't mean. */
export const scoreMeaning = ({ scores, criteriaCounts, missing }: ReportModel): string => {
  const { score: texts } = reportSummary;
  const budget = missing ? budgetSentence(missing) : null;
  const measured = scores.accessibility === null ? texts.notMeasured : texts.measured;
  if (!criteriaCounts) return joinSentences(budget, measured, texts.undecided);
  const { failed, passed, needsPerson: count, total } = criteriaCounts;
  const decided = texts.decided({ decided: failed + passed, total });
  return joinSentences(budget, measured, decided, count === 0 ? null : texts.person({ count }));
};

/** Describes the scope of the scan, such as "40 pages; 1 page was not scanned". */
export const scopeOf = ({ pagesScanned: scanned, pagesFailed: failed }: ReportModel): string => {
  if (scanned === null) return report.notMeasured;
  return failed
    ? report.scope.failed(withFigures({ scanned, failed }))
    : report.scope.scanned(withFigures({ scanned }));
};

/** Describes how widespread a finding is, such as "41 elements on 12 of 40 pages". */
export const extentOf = ({ elements, pages }: Finding, pagesScanned: number | null): string => {
  const { extent: texts } = reportSummary;
  const total = pagesScanned !== null && pages !== null && pagesScanned >= pages ? pagesScanned : null;
  if (pages === null) return elements === null ? texts.notMeasured : texts.elements(withFigures({ elements }));
  if (elements === null)
    return total === null ? texts.pages(withFigures({ pages })) : texts.pagesOf(withFigures({ pages, total }));
  if (total === null) return texts.elementsOnPages(withFigures({ elements, pages }));
  return texts.elementsOnPagesOf(withFigures({ elements, pages, total }));
};

export const WORST = 3;

const firstFix = (worst: readonly Finding[]): string => {
  const { steps: texts } = reportSummary;
  const count = worst.length;
  const share = worst.reduce((total, finding) => total + (finding.share ?? 0), 0);
  return joinSentences(
    texts.give({ count, numbers: formatList(worst.map(({ number }) => String(number))) }),
    share > 0 ? texts.share({ count, share: formatShare(share) }) : null,
    worst.every(({ effort }) => effort === "small") ? texts.small({ count }) : null,
  );
};

const personStep = ({ criteriaCounts, toReview }: ReportModel): string | null => {
  const { steps: texts } = reportSummary;
  if (criteriaCounts && criteriaCounts.needsPerson > 0) return texts.criteria({ count: criteriaCounts.needsPerson });
  return toReview.length > 0 ? texts.review({ count: toReview.length }) : null;
};

const failedPagesStep = ({ pagesFailed, notScanned }: ReportModel): string | null =>
  pagesFailed
    ? reportSummary.steps.failedPages({ count: pagesFailed, unscanned: explainUnscanned(pagesFailed, notScanned) })
    : null;

/** Returns the three most useful next steps, most useful first. */
export const nextSteps = (model: ReportModel): string[] => {
  const { steps: texts } = reportSummary;
  const worst = model.failed.slice(0, WORST);
  const steps = [
    worst.length > 0 ? firstFix(worst) : null,
    failedPagesStep(model),
    personStep(model),
    worst.length > 0 ? texts.repeat : null,
    texts.keyboard,
    texts.regularly,
  ];
  return steps.filter((step) => step !== null).slice(0, 3);
};
