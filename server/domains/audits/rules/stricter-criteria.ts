import { isKeyOf } from "@/server/core/tables";

/**
 * For each of these AAA criteria, the criterion at a lower level that it makes stricter: whatever fails the lower one
 * fails both. 2.4.13 isn't one of them, because it only applies to a focus indicator that can be seen.
 */
const lowerCriteria = {
  "1.4.6": "1.4.3",
  "1.4.9": "1.4.5",
  "2.1.3": "2.1.1",
  "2.3.2": "2.3.1",
  "2.4.9": "2.4.4",
  "2.4.12": "2.4.11",
  "2.5.5": "2.5.8",
  "3.3.6": "3.3.4",
  "3.3.9": "3.3.8",
} as const;

/** Rules of lower levels whose failures are failures of these AAA criteria too. */
const lowerRules = { "2.2.4": ["meta-refresh"], "3.2.5": ["meta-refresh"] } as const;

/**
 * Returns what shows that a criterion of level AAA fails, besides its own rules, because an element is reported only
 * once: text with too little contrast for level AA isn't reported for level AAA as well.
 */
export const lowerLevelsOf = (criterion: string): { criterion: string | null; rules: readonly string[] } => ({
  criterion: isKeyOf(lowerCriteria, criterion) ? lowerCriteria[criterion] : null,
  rules: isKeyOf(lowerRules, criterion) ? lowerRules[criterion] : [],
});

/** Reports whether what a rule finds concerns a criterion, directly or because the criterion is stricter. */
export const concerns = (
  { rule_id, wcag }: { rule_id: string; wcag: readonly string[] },
  criterion: string,
): boolean => {
  const lower = lowerLevelsOf(criterion);
  return (
    wcag.includes(criterion) ||
    (lower.criterion !== null && wcag.includes(lower.criterion)) ||
    lower.rules.includes(rule_id)
  );
};
