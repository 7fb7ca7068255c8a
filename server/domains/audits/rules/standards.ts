import { isKeyOf } from "@/server/core/tables";
import { type Criterion, criterionUrl, wcagCriteria } from "./wcag-criteria";

const levels = { a: "level A", aa: "levels A and AA", aaa: "levels A, AA and AAA" } as const;

/** Parses a standard as written in a website's settings, such as wcag21aa. Returns null for any other string. */
const readStandard = (standard: string): { version: string; level: keyof typeof levels } | null => {
  const [, minor, level] = /^wcag2([012]?)(a{1,3})$/.exec(standard) ?? [];
  return isKeyOf(levels, level) ? { version: `2.${minor || "0"}`, level } : null;
};

/** Returns a standard's name, such as "WCAG 2.1, levels A and AA". An unknown id is returned unchanged. */
export const nameStandard = (standard: string): string => {
  const known = readStandard(standard);
  return known ? `WCAG ${known.version}, ${levels[known.level]}` : standard;
};

/** Reports whether a standard, given by its id or its name, includes level AAA. */
export const includesLevelAaa = (standard: string): boolean => /aaa/i.test(standard);

/**
 * Returns the success criteria listed in an audit's results: all level A and AA criteria, whatever the standard, and
 * the level AAA criteria if the standard includes them.
 */
export const criteriaListedFor = (standard: string): readonly Criterion[] =>
  wcagCriteria.filter(({ level }) => level !== "AAA" || includesLevelAaa(standard));

/**
 * Returns the criterion with this number if an audit's results list it. Some level A rules also refer to a level AAA
 * criterion, which is listed only if the standard includes level AAA.
 */
export const findListedCriterion = (criterion: string, standard: string): Criterion | undefined =>
  criteriaListedFor(standard).find((each) => each.criterion === criterion);

/** Returns the URL of the W3C's explanation of a criterion; null if the results don't list the criterion. */
export const listedCriterionUrl = (criterion: string, standard: string): string | null =>
  findListedCriterion(criterion, standard) ? criterionUrl(criterion) : null;

/** Returns the success criteria that a standard requires. */
export const criteriaOfStandard = (standard: string): readonly Criterion[] => {
  const known = readStandard(standard);
  const listed = criteriaListedFor(standard);
  if (!known) return listed;
  return listed.filter(({ since, level }) => since <= known.version && (level === "A" || known.level !== "a"));
};
