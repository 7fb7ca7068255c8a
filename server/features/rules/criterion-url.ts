import { type Criterion, wcagCriteria } from "./wcag-criteria";

const byNumber = new Map(wcagCriteria.map((criterion) => [criterion.criterion, criterion]));

export const findCriterion = (criterion: string): Criterion | undefined => byNumber.get(criterion);

/** W3C's explanation of a criterion; null for one that is not among levels A and AA of WCAG 2.2. */
export const criterionUrl = (criterion: string): string | null => {
  const name = byNumber.get(criterion)?.name;
  if (!name) return null;
  const slug = name.toLowerCase().replaceAll(/[(),]/g, "").replaceAll(" ", "-");
  return `https://www.w3.org/WAI/WCAG22/Understanding/${slug}`;
};
