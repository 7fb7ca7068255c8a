import type { Model } from "@/server/adapters/model";
import { AppError } from "@/server/core/errors";
import { adviseOnRule } from "@/server/features/rules";
import { checkFix, type Verdict } from "./check-fix";
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

export interface MadeFix {
  fix: Fix;
  verified: boolean;
  finding: string | null;
}

const made = (html: string, { correct_code, explanation }: Draft, { verified, finding }: Verdict): MadeFix => ({
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

/** One answer of the right shape that changes nothing it may not, with one try to repair it. Throws `upstream_failed`. */
const askModel = async (model: Model, html: string, prompt: string): Promise<{ fix: Fix; answer: string }> => {
  const first = await model.complete({ system, prompt });
  const read = problemsOf(html, first);
  if ("fix" in read) return { ...read, answer: first };
  const second = await model.complete({ system, prompt: buildRetry(prompt, first, read.problems) });
  const again = problemsOf(html, second);
  if ("fix" in again) return { ...again, answer: second };
  throw new AppError("upstream_failed", "The model gave no usable fix, twice. Try again, or fix it by hand.", {
    problems: again.problems.slice(0, 5),
  });
};

/** A fix by the model, checked by the engine; one that fails the check is tried once more with what the engine found. */
export const fixByModel = async (model: Model, { family, rule_id, html }: Subject): Promise<MadeFix> => {
  const prompt = buildPrompt(family, { rule_id, html, advice: adviseOnRule(rule_id).fix });
  const { fix, answer } = await askModel(model, html, prompt);
  const verdict = await checkFix(rule_id, html, fix.correct_code);
  if (verdict.feedback === null) return made(html, fix, verdict);
  const second = problemsOf(
    html,
    await model.complete({ system, prompt: buildRetry(prompt, answer, [verdict.feedback]) }),
  );
  if (!("fix" in second)) return made(html, fix, verdict);
  const better = await checkFix(rule_id, html, second.fix.correct_code);
  return better.verified ? made(html, second.fix, better) : made(html, fix, verdict);
};

/**
 * A fix by rules alone: the first draft that the engine passes. One that the engine can't judge is given unverified; what
 * it refuses is not, and the code stays as it is with an explanation.
 */
export const fixByRules = async ({ rule_id, html }: Subject): Promise<MadeFix> => {
  for (const draft of draftFixes(rule_id, html)) {
    const verdict = await checkFix(rule_id, html, draft.correct_code);
    if (verdict.feedback === null) return made(html, draft, verdict);
  }
  const explained = explainOnly(rule_id, html);
  return made(html, explained, await checkFix(rule_id, html, explained.correct_code));
};
