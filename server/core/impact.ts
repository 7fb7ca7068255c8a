/** Impacts as axe-core names them, worst first. */
export const impacts = ["critical", "serious", "moderate", "minor"] as const;
export type Impact = (typeof impacts)[number];

/** The impacts plus "needs_review", for results that a person must review. */
export const reviewableImpacts = [...impacts, "needs_review"] as const;
export type ReviewableImpact = (typeof reviewableImpacts)[number];

/** Weight of one element that fails a rule with this impact, both in the score and when rules are sorted by urgency. */
export const impactWeights: Readonly<Record<Impact, number>> = { critical: 10, serious: 7, moderate: 3, minor: 1 };

/** Maximum score of a page with a finding of this impact; see docs/score.md. */
export const scoreCeilings: Readonly<Record<Impact, number>> = { critical: 60, serious: 80, moderate: 100, minor: 100 };

/** The weights as a phrase for use inside a sentence. */
export const impactWeightsInWords = impacts.map((impact) => `${impact} ${impactWeights[impact]}`).join(", ");

type Counts = Partial<Record<Impact, number | null | undefined>>;

/** Returns the sum of the weights of all elements. */
export const weighCounts = (counts: Counts): number =>
  impacts.reduce((sum, impact) => sum + (counts[impact] ?? 0) * impactWeights[impact], 0);

interface RuleFindings {
  rule_id: string;
  /** Null is treated as minor. Rules whose outcome is needs review are compared only with each other. */
  impact: ReviewableImpact | null;
  /** Number of pages with findings; null is treated as 1. */
  pages: number | null;
  nodes: number | null;
}

const weightOf = ({ impact }: RuleFindings): number =>
  impact === "needs_review" ? impactWeights.minor : impactWeights[impact ?? "minor"];

const reachOf = (findings: RuleFindings): number => weightOf(findings) * (findings.pages ?? 1);

/**
 * Compares two rules, so that sorting puts the most urgent first: by impact weight times number of pages, then by
 * weight, number of elements and rule id.
 */
export const compareUrgency = (one: RuleFindings, other: RuleFindings): number =>
  reachOf(other) - reachOf(one) ||
  weightOf(other) - weightOf(one) ||
  (other.nodes ?? 0) - (one.nodes ?? 0) ||
  (one.rule_id < other.rule_id ? -1 : 1);
