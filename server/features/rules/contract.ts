export type Effort = "small" | "medium" | "large";

/** Which part of a finding's markup to point at: the opening tag, some of its attributes, or its text. */
export type GuiltyPart = "tag" | "text" | { attributes: readonly string[] };

export type RuleAdvice = {
  /** Who is kept out, and of what, as one sentence. */
  who: string;
  why: string;
  fix: string;
  effort: Effort;
  guilty: GuiltyPart;
};

export type AdviceTable = Readonly<Record<string, RuleAdvice>>;
