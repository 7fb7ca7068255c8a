import type { Model } from "@/server/adapters/model";
import { AppError } from "@/server/core/errors";
import { adviseOnRule } from "../rules";
import { checkFix, type FixCheck } from "./check-fix";
import type { Family, Fix, FixDetails } from "./contract";
import { type FindingPlace, fixInPage, type PageFix } from "./fix-in-page";
import { type Draft, draftFixes, explainOnly } from "./fixers";
import { findObjections } from "./guard/objections";
import { listNewTexts } from "./markup/list-new-texts";
import { buildPrompt, buildRetry } from "./prompts/build-prompt";
import { system } from "./prompts/system";
import { readAnswer } from "./read-answer";

export interface Subject {
  family: Family;
  rule_id: string;
  html: string;
  /** Where to try the fix; null to check it on the code alone. */
  place?: FindingPlace | null;
}

export interface CreatedFix {
  fix: Fix;
  verified: boolean;
  finding: string | null;
  details: FixDetails;
}

const made = (
  html: string,
  { correct_code, explanation, placeholders }: Draft,
  { verified, finding }: FixCheck,
): CreatedFix => ({
  fix: { current_code: html, correct_code, explanation },
  verified,
  finding,
  details: {
    verified_in: verified ? "snippet" : null,
    page_finding: null,
    placeholders,
    cleared_findings: null,
    moved_px: null,
  },
});

const madeInPage = ({ fix, placeholders, cleared, moved_px }: Exclude<PageFix, { fix: null }>): CreatedFix => ({
  fix,
  verified: true,
  finding: null,
  details: { verified_in: "page", page_finding: null, placeholders, cleared_findings: cleared, moved_px },
});

/** Any text that a model writes for people to read must be confirmed by a person. */
const problemsOf = (html: string, answer: string): { fix: Draft } | { problems: string[] } => {
  const read = readAnswer(answer);
  if ("problem" in read) return { problems: [read.problem] };
  const problems = findObjections(html, read.fix);
  const { correct_code, explanation } = read.fix;
  if (problems.length > 0) return { problems };
  return { fix: { correct_code, explanation, placeholders: listNewTexts(html, correct_code) } };
};

/**
 * Returns a well-formed fix without forbidden changes. Lets the model correct an invalid answer once. Throws
 * `upstream_failed`.
 */
const askModel = async (model: Model, html: string, prompt: string): Promise<{ fix: Draft; answer: string }> => {
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

const fixSnippetByModel = async (
  model: Model,
  { family, rule_id, html }: Subject,
): Promise<{ created: CreatedFix; draft: Draft }> => {
  const prompt = buildPrompt(family, { rule_id, html, advice: adviseOnRule(rule_id).fix });
  const { fix, answer } = await askModel(model, html, prompt);
  const check = await checkFix(rule_id, html, fix.correct_code);
  const first = { created: made(html, fix, check), draft: fix };
  if (check.feedback === null) return first;
  const second = problemsOf(
    html,
    await model.complete({ system, prompt: buildRetry(prompt, answer, [check.feedback]) }),
  );
  if (!("fix" in second)) return first;
  const better = await checkFix(rule_id, html, second.fix.correct_code);
  return better.verified ? { created: made(html, second.fix, better), draft: second.fix } : first;
};

/**
 * Combines a fix that was checked on the code alone with its result in the page. A fix that was rejected in the page
 * isn't verified, even if the check on the code alone passed.
 */
const judgeInPage = (created: CreatedFix, page: PageFix): CreatedFix => {
  if (page.fix) return madeInPage(page);
  if (!page.isTried) return { ...created, details: { ...created.details, page_finding: page.finding } };
  return { ...created, verified: false, finding: page.finding, details: { ...created.details, verified_in: null } };
};

/**
 * Creates a fix with the model and checks it with the engine; if the check fails, gives the model one retry with the
 * engine's findings. First tries the changes that the scanner can make in the page without a model.
 */
export const fixByModel = async (model: Model, subject: Subject): Promise<CreatedFix> => {
  const { place } = subject;
  const own = place ? await fixInPage(subject, place, []) : null;
  if (own?.fix) return madeInPage(own);
  const { created, draft } = await fixSnippetByModel(model, subject);
  return place ? judgeInPage(created, await fixInPage(subject, place, [draft])) : created;
};

/**
 * Creates a fix by rules alone: the first draft that passes the engine's check. If the engine can't check a draft,
 * returns it unverified; if it rejects all drafts, returns the code unchanged with an explanation.
 */
const fixSnippetByRules = async ({ rule_id, html }: Subject): Promise<CreatedFix> => {
  for (const draft of draftFixes(rule_id, html)) {
    const check = await checkFix(rule_id, html, draft.correct_code);
    if (check.feedback === null) return made(html, draft, check);
  }
  const explained = explainOnly(rule_id, html);
  return made(html, explained, await checkFix(rule_id, html, explained.correct_code));
};

/** Creates a fix by rules alone, in the page if there is one, otherwise on the code alone. */
export const fixByRules = async (subject: Subject): Promise<CreatedFix> => {
  const { place, rule_id, html } = subject;
  const page = place ? await fixInPage(subject, place, draftFixes(rule_id, html)) : null;
  if (page?.fix) return madeInPage(page);
  const created = await fixSnippetByRules(subject);
  return page ? judgeInPage(created, page) : created;
};

const families: Readonly<Record<Exclude<Family, "fallback">, readonly string[]>> = {
  alt: ["image-alt", "input-image-alt", "area-alt", "role-img-alt", "svg-img-alt", "object-alt"],
  label: ["label", "select-name", "form-field-multiple-labels", "aria-input-field-name", "aria-toggle-field-name"],
  parent: ["aria-required-parent", "listitem", "dlitem"],
};

/** Returns the family whose prompt is used for a rule: the fallback if the rule belongs to no family. */
export const familyOf = (rule_id: string): Family => {
  for (const family of ["alt", "label", "parent"] as const) if (families[family].includes(rule_id)) return family;
  return "fallback";
};
