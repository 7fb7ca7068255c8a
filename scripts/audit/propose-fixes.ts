import type { Fix } from "@/server/domains/audits/fixes/contract";
import { draftFixes } from "@/server/domains/audits/fixes/fixers";
import { explainRejection, readPageFix, sumCounts } from "@/server/domains/audits/fixes/read-page-fix";
import type { ReportData } from "@/server/domains/reports/report-data";
import type { Device, PageChange, PageTrial } from "@/server/scanner/contract";
import { PageFixRequest, PageTrialsRequest } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { createPageFixer } from "@/server/scanner/fix/fix-page";
import { createPageTrials } from "@/server/scanner/fix/try-on-pages";
import type { FindingGroup } from "./group-findings";

/** A fix for a group of findings, and its effects on the pages where it was tried. */
export interface ProposedFix {
  rule_id: string;
  element: string;
  /** Number of findings in the group, and number of pages that have them. */
  findings: number;
  pages: number;
  /** The finding for which the fix was created. */
  page_url: string;
  selector: string;
  /** Null if no change was accepted; `finding` then says why. */
  fix: Fix | null;
  finding: string | null;
  /** Text in the fix that a person has to write or confirm. */
  placeholders: string[];
  tried_pages: number;
  /** Number of findings that the change clears, for any rule, and number of pages where it was accepted. */
  cleared_findings: number;
  cleared_pages: number;
  moved_px: number;
  failures: { page_url: string; finding: string }[];
  /** Index of the earlier fix that this one repeats; null if there is none. */
  same_as: number | null;
  /** Index of an earlier fix that changes the same CSS rule but doesn't work for this group; null if there is none. */
  conflicts_with: number | null;
}

export const MAX_FIXES = 10;
const MAX_MS = 300_000;
const MAX_DRAFTS = 5;

interface Options {
  device: Device;
  /** Cancels everything. */
  stop: AbortSignal;
  /** Ends the trials but keeps the fixes that were found. */
  timeUp: AbortSignal | null;
  say: (text: string) => void;
  totalMs?: number;
}

const without = (
  { rule_id, element, findings, pages }: FindingGroup,
  page_url: string,
  selector: string,
  finding: string | null,
): ProposedFix => ({
  ...{ rule_id, element, findings, pages, page_url, selector, fix: null, finding },
  ...{ placeholders: [], tried_pages: 1, cleared_findings: 0, cleared_pages: 0, moved_px: 0, failures: [] },
  ...{ same_as: null, conflicts_with: null },
});

interface Repeat {
  change: PageChange;
  pages: FindingGroup["examples"];
}

/** Tries a change on more pages of a group. The result leaves out pages that take too long. */
const tryOn = async (
  engine: ScanEngine,
  rule_id: string,
  { change, pages }: Repeat,
  device: Device,
): Promise<PageTrial[]> => {
  const toTry = pages.map(({ page_url, elements }) => ({
    page_url,
    selectors: elements.map(({ selector }) => selector),
  }));
  const request = PageTrialsRequest.safeParse({ device, rule_id, change, pages: toTry });
  return request.success ? (await createPageTrials(engine)(request.data)).pages : [];
};

const sumTrials = (rule_id: string, trials: readonly PageTrial[]) => ({
  tried_pages: trials.length,
  cleared_findings: trials.reduce((total, { cleared }) => total + sumCounts(cleared), 0),
  cleared_pages: trials.filter(({ rejection }) => rejection === null).length,
  moved_px: trials.reduce((most, trial) => Math.max(most, trial.moved_px), 0),
  failures: trials.flatMap((trial) => {
    const { page_url, rejection } = trial;
    return rejection === null ? [] : [{ page_url, finding: explainRejection(rule_id, rejection, trial) }];
  }),
});

/** Reports whether two changes set the same properties in the same CSS rule. */
const isSameRule = (one: PageChange, other: PageChange): boolean => {
  if (one.kind !== "style" || other.kind !== "style" || one.style.selector === null) return false;
  const placeOf = ({ style }: typeof one): string => {
    const { selector, media, source, line, declarations } = style;
    return JSON.stringify([selector, media, source, line, declarations.map(({ property }) => property)]);
  };
  return placeOf(one) === placeOf(other);
};

/** A proposed fix, and the change that was accepted; null if none was. */
interface Made {
  proposed: ProposedFix;
  change: PageChange | null;
}

/**
 * Creates a fix for the first finding of a group, and tries it on the other pages. If an earlier fix changes the same
 * CSS rule and works on all these pages, proposes the earlier fix again, so that the rule is changed only once.
 */
const fixGroup = async (
  engine: ScanEngine,
  group: FindingGroup,
  earlier: readonly Made[],
  device: Device,
): Promise<Made | null> => {
  const { rule_id, examples } = group;
  const [{ page_url = "", elements = [] } = {}] = examples;
  const [{ selector = "", html = "" } = {}] = elements;
  const drafts = draftFixes(rule_id, html).slice(0, MAX_DRAFTS);
  const codes = drafts.map(({ correct_code }) => correct_code);
  const request = PageFixRequest.safeParse({ page_url, device, rule_id, selector, html, drafts: codes });
  if (!request.success) return null;
  const made = readPageFix(rule_id, html, drafts, await createPageFixer(engine)(request.data));
  const none = without(group, page_url, selector, made.fix === null ? made.finding : null);
  if (made.fix === null) return { proposed: none, change: null };
  const { fix, placeholders, change, cleared, moved_px } = made;
  const first = earlier.findIndex((each) => each.change !== null && isSameRule(each.change, change));
  const { proposed: known, change: knownChange = null } = earlier[first] ?? {};
  if (known && knownChange) {
    const trials = sumTrials(rule_id, await tryOn(engine, rule_id, { change: knownChange, pages: examples }, device));
    if (trials.cleared_pages === examples.length)
      return { proposed: { ...none, ...trials, fix: known.fix, same_as: first }, change: knownChange };
  }
  // A fix with text that a person has to confirm is tried only on elements with the same code.
  const usable = (each: { html: string }): boolean => placeholders.length === 0 || each.html === html;
  const others = examples.slice(1).map((page) => ({ ...page, elements: page.elements.filter(usable) }));
  const pages = others.filter((page) => page.elements.length > 0);
  const here = {
    page_url,
    cleared: { [rule_id]: cleared },
    moved_px,
    rejection: null,
    detail: null,
    colour_scheme: null,
  };
  const trials = sumTrials(rule_id, [here, ...(await tryOn(engine, rule_id, { change, pages }, device))]);
  return { proposed: { ...none, ...trials, fix, placeholders, conflicts_with: known ? first : null }, change };
};

/** Rejects when the signal is aborted. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/**
 * Proposes fixes for groups of findings, one after the other, until the time runs out. Each fix is tried on the page
 * for which it was created and on the other pages of the group.
 */
export const proposeFixes = async (
  engine: ScanEngine,
  groups: readonly FindingGroup[],
  { device, stop, timeUp, say, totalMs = MAX_MS }: Options,
): Promise<ProposedFix[]> => {
  const endsAt = Date.now() + totalMs;
  const stopped = untilAborted(stop);
  stopped.catch(() => undefined);
  const fixes: Made[] = [];
  for (const [index, group] of groups.entries()) {
    if (Date.now() >= endsAt || timeUp?.aborted) {
      say(`Time is up: ${groups.length - index} of ${groups.length} fixes weren't tried.`);
      break;
    }
    const { rule_id, element, pages } = group;
    say(
      `Trying fix ${index + 1} of ${groups.length}: ${rule_id}, ${element} (${pages} ${pages === 1 ? "page" : "pages"})`,
    );
    const fix = await Promise.race([fixGroup(engine, group, fixes, device), stopped]);
    if (fix) fixes.push(fix);
  }
  return fixes.map(({ proposed }) => proposed);
};

/** Adds to each issue in the report the first verified fix for the issue's rule. */
export const addToIssues = ({ issues }: ReportData, fixes: readonly ProposedFix[]): void => {
  for (const issue of issues ?? []) {
    const found = fixes.find(({ rule_id, fix }) => fix !== null && rule_id === issue.rule_id);
    if (found?.fix)
      issue.suggested_fix = { page_url: found.page_url, code: found.fix.correct_code, verified_in: "page" };
  }
};
