import type { Tab } from "../browser/open-tab";
import type { FixRejection, PageChange } from "../fix-page-contract";
import type { StyleSheets } from "./call-tool";
import { proposeColours } from "./propose-colours";
import { proposeFocusRings } from "./propose-focus-rings";
import { createMarkupCandidate, proposeMarkup } from "./propose-markup";
import { proposePlaceholders } from "./propose-placeholders";
import { proposeSizes } from "./propose-sizes";
import {
  missingIn,
  type PageFinding,
  type PageFindings,
  type RuleSet,
  readFindings,
  ruleSetFor,
} from "./read-findings";
import { createStyleCandidate, type StyleProposal } from "./style-candidate";
import { type Candidate, findNarrowFailure, type Trial, tryChange } from "./trial";

/** A page that is ready for trials. */
export interface TrialPage {
  tab: Tab;
  sheets: StyleSheets;
  findings: PageFindings;
  /** The rules that were run to obtain the findings. */
  ruleSet: RuleSet;
  /** True if the page must be reloaded before another change can be tried on it. */
  isSpent: boolean;
}

export type FixOfFinding =
  | { change: PageChange; draft: number | null; cleared: PageFinding[]; moved: number }
  | { change: null; rejection: FixRejection; detail: string | null };

const MAX_TRIALS = 6;

/** Returns the page's findings for the rules that are run to check a fix for `rule_id`. */
export const findingsFor = async (page: TrialPage, rule_id: string): Promise<PageFindings> => {
  const ruleSet = ruleSetFor(rule_id);
  if (page.ruleSet !== ruleSet) Object.assign(page, { ruleSet, findings: await readFindings(page.tab, ruleSet) });
  return page.findings;
};

const underline = (element: number): StyleProposal[] => [
  {
    kind: "colour",
    element,
    styled: element,
    values: { "text-decoration": "underline" },
    setBy: [],
    where: "attribute",
  },
];

const proposeStyles = async (tab: Tab, finding: PageFinding): Promise<StyleProposal[]> => {
  if (finding.rule_id === "color-contrast" || finding.rule_id === "color-contrast-enhanced")
    return proposeColours(tab, finding);
  if (finding.rule_id === "target-size") return proposeSizes(tab, finding);
  if (finding.rule_id === "placeholder-contrast") return proposePlaceholders(tab, finding);
  if (finding.rule_id === "focus-visible") return proposeFocusRings(tab, finding);
  return finding.rule_id === "link-in-text-block" ? underline(finding.element) : [];
};

const checkNarrow = (page: TrialPage, candidate: Candidate): Promise<string | null> => {
  page.isSpent = true;
  return findNarrowFailure(page.tab, candidate);
};

/**
 * Tries a change. Tries it again if it seems to break rules that also fail without it, because the page must then have
 * changed by itself.
 */
const tryWithFreshFindings = async (
  page: TrialPage,
  candidate: Candidate,
  targets: readonly PageFinding[],
): Promise<Trial> => {
  const trial = await tryChange(page.tab, candidate, targets, page.findings);
  if (trial.accepted || trial.reason !== "breaks_rule") return trial;
  const fresh = await readFindings(page.tab, page.ruleSet);
  if (missingIn(fresh, page.findings).length === 0) return trial;
  page.findings = fresh;
  return tryChange(page.tab, candidate, targets, fresh);
};

/** Tries a change. If the change affects spacing, also tries it in a narrow window. */
export const tryCandidate = async (
  page: TrialPage,
  candidate: Candidate,
  targets: readonly PageFinding[],
): Promise<Trial> => {
  const trial = await tryWithFreshFindings(page, candidate, targets);
  const narrow = trial.accepted && candidate.kind === "spacing" ? await checkNarrow(page, candidate) : null;
  return narrow === null ? trial : { accepted: false, reason: "breaks_rule", detail: narrow };
};

/**
 * Reports whether a snippet may be tried. Content that people can see must not become inert, and only the page shows
 * whether an element is visible.
 */
const isUsable = ({ rule_id }: PageFinding, rewrites: readonly Candidate[], draft: string): boolean =>
  rule_id !== "aria-hidden-focus" || (rewrites.length === 0 && !/\sinert(?:=""|[\s>])/.test(draft));

/** Tries changes for a finding, best first, until one is accepted. Undoes all of them. */
export const fixFinding = async (
  page: TrialPage,
  finding: PageFinding,
  html: string,
  drafts: readonly string[],
): Promise<FixOfFinding> => {
  const { tab, sheets } = page;
  const styles = (await proposeStyles(tab, finding)).map((each) => createStyleCandidate(tab, sheets, each));
  const rewrites = await proposeMarkup(tab, finding);
  const own = [...styles, ...rewrites].map((candidate) => ({ candidate, draft: null }));
  const given = drafts
    .map((after, draft) => ({
      candidate: createMarkupCandidate(tab, [{ element: finding.element, before: html, after }]),
      draft,
      after,
    }))
    .filter(({ after }) => isUsable(finding, rewrites, after));
  let last: FixOfFinding = { change: null, rejection: "no_change", detail: null };
  for (const { candidate, draft } of [...own, ...given].slice(0, MAX_TRIALS)) {
    const trial = await tryCandidate(page, candidate, [finding]);
    if (trial.accepted) return { change: trial.change, draft, cleared: trial.cleared, moved: trial.moved };
    last = { change: null, rejection: trial.reason, detail: trial.detail };
    if (page.isSpent) return last;
  }
  return last;
};
