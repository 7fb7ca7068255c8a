import { adviseOnRule } from "../../rules";
import { readSnippet } from "../markup/edit";
import { altFixers } from "./alt";
import { ariaFixers } from "./aria";
import { contrastFixers } from "./contrast";
import { documentFixers } from "./document";
import { type Draft, draft, type Fixer } from "./draft";
import { labelFixers } from "./label";
import { listFixers } from "./lists";
import { nameFixers } from "./names";
import { parentFixers } from "./parent";

export type { Draft } from "./draft";

/** Part of a fix's key. Increase it when fixers change, so that stored fixes are replaced. */
export const FIXERS = "rules-6";

const fixers: Readonly<Record<string, Fixer>> = {
  ...altFixers,
  ...labelFixers,
  ...parentFixers,
  ...nameFixers,
  ...documentFixers,
  ...ariaFixers,
  ...listFixers,
  ...contrastFixers,
};

/** Returns rule-based fixes for a snippet, best first; none if the code alone doesn't contain enough information. */
export const draftFixes = (rule_id: string, html: string): Draft[] => {
  const fixer = Object.hasOwn(fixers, rule_id) ? fixers[rule_id] : undefined;
  return fixer?.(readSnippet(rule_id, html)).filter(({ correct_code }) => correct_code !== html) ?? [];
};

/** Returns the unchanged code with an explanation of what a person has to do. */
export const explainOnly = (rule_id: string, html: string): Draft =>
  draft(
    html,
    `This code can't be changed safely without more context, so it stays the same. ${adviseOnRule(rule_id).fix}`,
  );
