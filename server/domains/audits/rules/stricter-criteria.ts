import { isKeyOf } from "@/server/core/tables";

/**
 * Maps level AAA criteria to their less strict versions at a lower level: anything that fails the less strict version
 * fails both. 2.4.13 isn't listed, because it applies only to a visible focus indicator.
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

/** Rules for lower levels whose failures are also failures of these level AAA criteria. */
const lowerRules = { "2.2.4": ["meta-refresh"], "3.2.5": ["meta-refresh"] } as const;

/**
 * Returns the lower-level criterion and rules whose failures are also failures of a level AAA criterion. An element is
 * reported only once: text with too little contrast for level AA isn't reported for level AAA as well.
 */
export const lowerLevelsOf = (criterion: string): { criterion: string | null; rules: readonly string[] } => ({
  criterion: isKeyOf(lowerCriteria, criterion) ? lowerCriteria[criterion] : null,
  rules: isKeyOf(lowerRules, criterion) ? lowerRules[criterion] : [],
});

/**
 * Reports whether a rule's findings concern a criterion, either directly or because the criterion is a stricter version
 * of one that the rule tests.
 */
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
