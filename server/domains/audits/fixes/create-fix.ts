import type { Model } from "@/server/adapters/model";
import { AppError } from "@/server/core/errors";
import { adviseOnRule } from "../rules";
import { checkFix, type FixCheck } from "./check-fix";
import type { Family, Fix } from "./contract";
import { type Draft, draftFixes, explainOnly } from "./fixers";
import { findObjections } from "./guard/objections";
import { buildPrompt, buildRetry } from "./prompts/build-prompt";
import { system } from "./prompts/system";
import { readAnswer } from "./read-answer";

export interface Subject {
  family: Family;
  rule_id: string;
  html: string;
}

export interface CreatedFix {
  fix: Fix;
  verified: boolean;
  finding: string | null;
}

const made = (html: string, { correct_code, explanation }: Draft, { verified, finding }: FixCheck): CreatedFix => ({
  fix: { current_code: html, correct_code, explanation },
  verified,
  finding,
});

const problemsOf = (html: string, answer: string): { fix: Fix } | { problems: string[] } => {
  const read = readAnswer(answer);
  if ("problem" in read) return { problems: [read.problem] };
  const problems = findObjections(html, read.fix);
  return problems.length > 0 ? { problems } : read;
};

/**
 * Returns a well-formed fix without forbidden changes, with one retry to correct an invalid answer. Throws
 * `upstream_failed`.
 */
const askModel = async (model: Model, html: string, prompt: string): Promise<{ fix: Fix; answer: string }> => {
  const first = await model.complete({ system, prompt });
  const read = problemsOf(html, first);
  if ("fix" in read) return { ...read, answer: first };
  const second = await model.complete({ system, prompt: buildRetry(prompt, first, read.problems) });
  const again = problemsOf(html, second);
  if ("fix" in again) return { ...again, answer: second };
  throw new AppError(
    "upstream_failed",
    "The model returned no usable fix in two attempts. Try again, or fix the code by hand.",
    {
      problems: again.problems.slice(0, 5),
    },
  );
};

/**
 * Creates a fix with the model and checks it with the engine; if the check fails, the model gets one retry, with the
 * engine's findings.
 */
export const fixByModel = async (model: Model, { family, rule_id, html }: Subject): Promise<CreatedFix> => {
  const prompt = buildPrompt(family, { rule_id, html, advice: adviseOnRule(rule_id).fix });
  const { fix, answer } = await askModel(model, html, prompt);
  const check = await checkFix(rule_id, html, fix.correct_code);
  if (check.feedback === null) return made(html, fix, check);
  const second = problemsOf(
    html,
    await model.complete({ system, prompt: buildRetry(prompt, answer, [check.feedback]) }),
  );
  if (!("fix" in second)) return made(html, fix, check);
  const better = await checkFix(rule_id, html, second.fix.correct_code);
  return better.verified ? made(html, second.fix, better) : made(html, fix, check);
};

/**
 * Creates a fix by rules alone: the first draft that the engine passes. A draft that the engine can't check is returned
 * unverified; when all drafts are rejected, the code stays unchanged and comes with an explanation.
 */
export const fixByRules = async ({ rule_id, html }: Subject): Promise<CreatedFix> => {
  for (const draft of draftFixes(rule_id, html)) {
    const check = await checkFix(rule_id, html, draft.correct_code);
    if (check.feedback === null) return made(html, draft, check);
  }
  const explained = explainOnly(rule_id, html);
  return made(html, explained, await checkFix(rule_id, html, explained.correct_code));
};

const families: Readonly<Record<Exclude<Family, "fallback">, readonly string[]>> = {
  alt: ["image-alt", "input-image-alt", "area-alt", "role-img-alt", "svg-img-alt", "object-alt"],
  label: ["label", "select-name", "form-field-multiple-labels", "aria-input-field-name", "aria-toggle-field-name"],
  parent: ["aria-required-parent", "listitem", "dlitem"],
};

/** Returns the family whose prompt fixes a rule; rules without a family use the fallback. */
export const familyOf = (rule_id: string): Family => {
  for (const family of ["alt", "label", "parent"] as const) if (families[family].includes(rule_id)) return family;
  return "fallback";
};
