import type { Model } from "@/server/adapters/model";
import { askForFix, createChat, problemsOf } from "./ask-model";
import { checkFix, type FixCheck } from "./check-fix";
import type { Family, Fix, StoredDetails } from "./contract";
import type { ElementPicture } from "./find-picture";
import { type FindingPlace, fixInPage } from "./fix-in-page";
import { type Draft, draftFixes, explainOnly } from "./fixers";
import type { PageFix } from "./read-page-fix";

export interface Subject {
  family: Family;
  rule_id: string;
  html: string;
  /** Where to try the fix; null to check it against the code only. */
  place?: FindingPlace | null;
  /** A screenshot of the element for the model; null or missing if there is none or the fix doesn't depend on it. */
  picture?: ElementPicture | null;
}

export interface CreatedFix {
  fix: Fix;
  verified: boolean;
  finding: string | null;
  details: StoredDetails;
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
    component: null,
    change: null,
    place: null,
  },
});

const madeInPage = ({ fix, placeholders, cleared, moved_px, change }: Exclude<PageFix, { fix: null }>): CreatedFix => ({
  fix,
  verified: true,
  finding: null,
  details: {
    verified_in: "page",
    page_finding: null,
    placeholders,
    cleared_findings: cleared,
    moved_px,
    component: null,
    change,
    place: null,
  },
});

const fixSnippetByModel = async (model: Model, subject: Subject): Promise<{ created: CreatedFix; draft: Draft }> => {
  const { rule_id, html, picture } = subject;
  const ask = createChat(model, subject, (await picture?.read()) ?? null);
  const { fix, answer } = await askForFix(ask, html);
  const check = await checkFix(rule_id, html, fix.correct_code);
  const first = { created: made(html, fix, check), draft: fix };
  if (check.feedback === null) return first;
  const second = problemsOf(html, await ask({ answer, problems: [check.feedback] }));
  if (!("fix" in second)) return first;
  const better = await checkFix(rule_id, html, second.fix.correct_code);
  return better.verified ? { created: made(html, second.fix, better), draft: second.fix } : first;
};

/**
 * Combines the result of trying fixes on the page with a fix that was checked only against the code. A fix that was
 * rejected on the page isn't verified, even if the check against the code passed.
 */
const applyPageResult = (created: CreatedFix, page: PageFix): CreatedFix => {
  if (page.fix) return madeInPage(page);
  if (!page.isTried) return { ...created, details: { ...created.details, page_finding: page.finding } };
  return { ...created, verified: false, finding: page.finding, details: { ...created.details, verified_in: null } };
};

/**
 * First tries the changes that the scanner can make on the page without a model. If none is accepted, creates a fix
 * with the model and checks it with the engine; if the check fails, gives the model one retry with the engine's
 * findings.
 */
export const fixByModel = async (model: Model, subject: Subject): Promise<CreatedFix> => {
  const { place } = subject;
  const own = place ? await fixInPage(subject, place, []) : null;
  if (own?.fix) return madeInPage(own);
  const { created, draft } = await fixSnippetByModel(model, subject);
  return place ? applyPageResult(created, await fixInPage(subject, place, [draft])) : created;
};

/**
 * Creates a fix without a model: uses the first rule-based draft that passes the engine's check. If the engine can't
 * check a draft, returns it unverified; if it rejects all drafts, returns the code unchanged with an explanation.
 */
const fixSnippetByRules = async ({ rule_id, html }: Subject): Promise<CreatedFix> => {
  for (const draft of draftFixes(rule_id, html)) {
    const check = await checkFix(rule_id, html, draft.correct_code);
    if (check.feedback === null) return made(html, draft, check);
  }
  const explained = explainOnly(rule_id, html);
  return made(html, explained, await checkFix(rule_id, html, explained.correct_code));
};

/**
 * Creates a rule-based fix without a model and checks it on the page if there is one, otherwise against the code only.
 */
export const fixByRules = async (subject: Subject): Promise<CreatedFix> => {
  const { place, rule_id, html } = subject;
  const page = place ? await fixInPage(subject, place, draftFixes(rule_id, html)) : null;
  if (page?.fix) return madeInPage(page);
  const created = await fixSnippetByRules(subject);
  return page ? applyPageResult(created, page) : created;
};
