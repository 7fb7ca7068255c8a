export type Effort = "small" | "medium" | "large";

/** The part of a finding's markup to highlight: the opening tag, some of its attributes, or its text. */
export type FailingPart = "tag" | "text" | { attributes: readonly string[] };

export type RuleAdvice = {
  /** One sentence on who is affected and how. */
  who: string;
  why: string;
  fix: string;
  effort: Effort;
  failingPart: FailingPart;
};
