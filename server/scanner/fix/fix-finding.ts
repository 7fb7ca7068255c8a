import type { Tab } from "../browser/open-tab";
import type { FixRejection, PageChange } from "../fix-page-contract";
import { rulesInView } from "../page/views/view-rules";
import { callFixTool } from "./call-tool";
import { checkNarrow, checkOtherScheme, checkStates, switchToDark } from "./further-checks";
import { proposeColours } from "./propose-colours";
import { proposeFocusRings } from "./propose-focus-rings";
import { createMarkupCandidate, proposeMarkup } from "./propose-markup";
import { proposePlaceholders } from "./propose-placeholders";
import { proposeSizes } from "./propose-sizes";
import { missingIn, Numbers, type PageFinding, type PageFindings, readFindings, ruleSetFor } from "./read-findings";
import { createStyleCandidate, type StyleProposal } from "./style-candidate";
import { type Candidate, type Trial, tryChange } from "./trial";
import type { ColourScheme, TrialPage } from "./trial-page";

export type FixOfFinding =
  | { change: PageChange; draft: number | null; cleared: PageFinding[]; moved: number }
  | { change: null; rejection: FixRejection; detail: string | null; scheme: ColourScheme | null };

const MAX_TRIALS = 6;

/** Returns the page's findings for the rules that are run to check a fix for `rule_id`. */
export const findingsFor = async (page: TrialPage, rule_id: string): Promise<PageFindings> => {
  const ruleSet = ruleSetFor(rule_id);
  if (page.ruleSet !== ruleSet) Object.assign(page, { ruleSet, findings: await readFindings(page.tab, ruleSet) });
  return page.findings;
};

/**
 * Returns the page's findings for one rule on the elements with these selectors. If there are none, and the rule is
 * about colours, switches the page to the dark colour scheme and returns the findings in that scheme.
 */
export const findTargets = async (
  page: TrialPage,
  rule_id: string,
  selectors: readonly string[],
): Promise<PageFinding[]> => {
  const elements = Numbers.parse(await callFixTool(page.tab, "note", selectors));
  const find = (findings: PageFindings): PageFinding[] =>
    [...new Set(elements)].flatMap((element) => {
      const found = [...findings.values()].find((each) => each.rule_id === rule_id && each.element === element);
      return found?.outcome === "failed" && element >= 0 ? [found] : [];
    });
  const targets = find(await findingsFor(page, rule_id));
  const mayBeDark = targets.length === 0 && rulesInView("dark", [rule_id]).length > 0;
  return mayBeDark && (await switchToDark(page)) ? find(page.findings) : targets;
};

/** Returns the colour scheme in which a change was rejected; null if the change was tried only in the light one. */
export const schemeOf = ({ scheme }: TrialPage, trial: Extract<Trial, { accepted: false }>): ColourScheme | null =>
  trial.scheme ?? (scheme === "dark" ? "dark" : null);

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

/**
 * Tries a change. If the change seems to break rules, but new failures also appear without it, tries the change again,
 * because the page must have changed by itself.
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

/**
 * Tries a change. If the page has another colour scheme, tries the change again in that scheme; if the change affects
 * spacing, tries it again in a narrow window. With `testsStates`, also checks colours on hover and focus.
 */
export const tryCandidate = async (
  page: TrialPage,
  candidate: Candidate,
  targets: readonly PageFinding[],
  { testsStates }: { testsStates: boolean },
): Promise<Trial> => {
  let trial = await tryWithFreshFindings(page, candidate, targets);
  if (trial.accepted) trial = await checkOtherScheme(page, candidate, targets, trial);
  if (trial.accepted && testsStates) trial = await checkStates(page, candidate, trial);
  if (trial.accepted) trial = await checkNarrow(page, candidate, trial);
  return trial;
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
  let last: FixOfFinding = { change: null, rejection: "no_change", detail: null, scheme: null };
  for (const { candidate, draft } of [...own, ...given].slice(0, MAX_TRIALS)) {
    const trial = await tryCandidate(page, candidate, [finding], { testsStates: true });
    if (trial.accepted) return { change: trial.change, draft, cleared: trial.cleared, moved: trial.moved };
    last = { change: null, rejection: trial.reason, detail: trial.detail, scheme: schemeOf(page, trial) };
    if (page.isSpent) return last;
  }
  return last;
};
