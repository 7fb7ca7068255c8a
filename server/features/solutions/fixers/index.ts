import { adviseOnRule } from "@/server/features/rules";
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

/** Part of a fix's key: raise it when fixers change, so that better ones replace what is stored. */
export const FIXERS = "rules-1";

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

/** Ways to fix a snippet by rules alone, the best first; none when the code alone does not say enough. */
export const draftFixes = (rule_id: string, html: string): Draft[] => {
  const fixer = Object.hasOwn(fixers, rule_id) ? fixers[rule_id] : undefined;
  return fixer?.(readSnippet(rule_id, html)).filter(({ correct_code }) => correct_code !== html) ?? [];
};

/** The code as it is, and what a person has to do about it. */
export const explainOnly = (rule_id: string, html: string): Draft =>
  draft(
    html,
    `This piece of code alone does not say enough to change it safely, so it is left as it is. ${adviseOnRule(rule_id).fix}`,
  );
