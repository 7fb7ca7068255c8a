import { callProbeWithRetry, settle } from "../page/call-probe-with-retry";
import { callFixTool } from "./call-tool";
import { isFailing, missingIn, type PageFinding, readFindings } from "./read-findings";
import { type Applied, type Candidate, findNarrowFailure, findStateFailure, type Trial, tryChange } from "./trial";
import type { ColourScheme, TrialPage } from "./trial-page";

type Accepted = Extract<Trial, { accepted: true }>;

const otherThan = (scheme: ColourScheme): ColourScheme => (scheme === "light" ? "dark" : "light");

const show = async ({ tab }: TrialPage, scheme: ColourScheme): Promise<void> => {
  await tab.page.emulateMedia({ colorScheme: scheme });
  await settle(tab);
  await callFixTool(tab, "calm");
};

/** Shows the page in the other colour scheme. If that doesn't change its colours, goes back and returns false. */
const showOther = async (page: TrialPage): Promise<boolean> => {
  if (page.hasSchemes === false) return false;
  const before = await callProbeWithRetry(page.tab, "readColours");
  await show(page, otherThan(page.scheme));
  page.hasSchemes = (await callProbeWithRetry(page.tab, "readColours")) !== before;
  if (!page.hasSchemes) await show(page, page.scheme);
  return page.hasSchemes;
};

/**
 * Switches the page to the dark colour scheme for the trials that follow. Returns false if the page looks the same in
 * that scheme.
 */
export const switchToDark = async (page: TrialPage): Promise<boolean> => {
  if (page.scheme === "dark" || !(await showOther(page))) return false;
  Object.assign(page, { scheme: "dark", findings: await readFindings(page.tab, page.ruleSet) });
  return true;
};

/** Returns the findings that are cleared in one colour scheme and don't fail in either scheme. */
const joinCleared = (one: Accepted, other: Accepted): PageFinding[] => {
  const cleared = [...one.cleared, ...missingIn(new Map(other.cleared.map((each) => [each.key, each])), one.before)];
  return cleared.filter(({ key }) => !isFailing(one.after, key) && !isFailing(other.after, key));
};

/**
 * Applies a change in the colour scheme in which it was proposed, because the declaration to change may be a different
 * one in the other scheme.
 */
const applyIn = (page: TrialPage, candidate: Candidate): Candidate => ({
  ...candidate,
  apply: async (): Promise<Applied | null> => {
    await show(page, page.scheme);
    const applied = await candidate.apply();
    await show(page, otherThan(page.scheme));
    return applied;
  },
});

/**
 * Tries an accepted change again in the other colour scheme, if the page has one. There, too, the rule must pass and
 * nothing else may change.
 */
export const checkOtherScheme = async (
  page: TrialPage,
  candidate: Candidate,
  targets: readonly PageFinding[],
  accepted: Accepted,
): Promise<Trial> => {
  if (!(await showOther(page))) return accepted;
  try {
    const before = await readFindings(page.tab, page.ruleSet);
    const solved = targets.filter(({ key }) => !isFailing(accepted.after, key));
    const trial = await tryChange(page.tab, applyIn(page, candidate), solved, before);
    if (!trial.accepted) return { ...trial, scheme: otherThan(page.scheme) };
    return { ...accepted, cleared: joinCleared(accepted, trial) };
  } finally {
    await show(page, page.scheme);
  }
};

/** Properties whose changes can affect the contrast of links and buttons on hover and focus. */
const isTextColour = ({ change }: Accepted): boolean =>
  change.kind === "style" &&
  change.style.declarations.some(({ property }) => /^(?:color|background(?:-color|-image)?)$/.test(property)) &&
  !/::/.test(change.style.selector ?? "");

/** Checks that an accepted change of colours leaves links and buttons with enough contrast on hover and focus. */
export const checkStates = async (page: TrialPage, candidate: Candidate, accepted: Accepted): Promise<Trial> => {
  if (!isTextColour(accepted)) return accepted;
  const detail = await findStateFailure(page.tab, candidate);
  return detail === null ? accepted : { accepted: false, reason: "breaks_rule", detail };
};

/** Tries an accepted change of spacing again in a narrow window. */
export const checkNarrow = async (page: TrialPage, candidate: Candidate, accepted: Accepted): Promise<Trial> => {
  if (candidate.kind !== "spacing") return accepted;
  page.isSpent = true;
  const detail = await findNarrowFailure(page.tab, candidate);
  return detail === null ? accepted : { accepted: false, reason: "breaks_rule", detail };
};
