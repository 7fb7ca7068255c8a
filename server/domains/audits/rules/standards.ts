import { isKeyOf } from "@/server/core/tables";
import { type Criterion, wcagCriteria } from "./wcag-criteria";

const levels = { a: "level A", aa: "levels A and AA", aaa: "levels A, AA and AAA" } as const;

/** Parses a standard as written in a website's settings, such as wcag21aa; null for any other string. */
const readStandard = (standard: string): { version: string; level: keyof typeof levels } | null => {
  const [, minor, level] = /^wcag2([012]?)(a{1,3})$/.exec(standard) ?? [];
  return isKeyOf(levels, level) ? { version: `2.${minor || "0"}`, level } : null;
};

/** Returns a standard's name, such as "WCAG 2.1, levels A and AA". An unknown id is returned unchanged. */
export const nameStandard = (standard: string): string => {
  const known = readStandard(standard);
  return known ? `WCAG ${known.version}, ${levels[known.level]}` : standard;
};

/** Returns the A and AA success criteria that a standard requires. */
export const criteriaOfStandard = (standard: string): readonly Criterion[] => {
  const known = readStandard(standard);
  if (!known) return wcagCriteria;
  return wcagCriteria.filter(({ since, level }) => since <= known.version && (level === "A" || known.level !== "a"));
};
