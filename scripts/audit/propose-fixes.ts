import type { Fix } from "@/server/domains/audits/fixes/contract";
import { draftFixes } from "@/server/domains/audits/fixes/fixers";
import { explainRejection, readPageFix, sumCounts } from "@/server/domains/audits/fixes/read-page-fix";
import type { ReportData } from "@/server/domains/reports/report-data";
import type { Device, PageChange } from "@/server/scanner/contract";
import { PageFixRequest, PageTrialsRequest } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { createPageFixer } from "@/server/scanner/fix/fix-page";
import { createPageTrials } from "@/server/scanner/fix/try-on-pages";
import type { FindingGroup } from "./group-findings";

/** A fix for a group of findings, and what it does on the pages on which it was tried. */
export interface ProposedFix {
  rule_id: string;
  element: string;
  /** Number of findings in the group, and number of pages that have them. */
  findings: number;
  pages: number;
  /** The finding for which the fix was made. */
  page_url: string;
  selector: string;
  /** Null if no change was accepted; `finding` then says why. */
  fix: Fix | null;
  finding: string | null;
  /** Text in the fix that a person has to write or confirm. */
  placeholders: string[];
  tried_pages: number;
  /** Number of findings, for any rule, that the change clears, and number of pages on which it was accepted. */
  cleared_findings: number;
  cleared_pages: number;
  moved_px: number;
  failures: { page_url: string; finding: string }[];
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
});

type Accepted = { change: PageChange; mustBeEqual: boolean; html: string };

/** Tries a change on the other pages of a group. Pages that take too long aren't part of the result. */
const tryElsewhere = async (
  engine: ScanEngine,
  { rule_id, examples }: FindingGroup,
  { change, mustBeEqual, html }: Accepted,
  device: Device,
) => {
  const pages = examples.slice(1).flatMap(({ page_url, elements }) => {
    const usable = elements.filter((each) => !mustBeEqual || each.html === html);
    return usable.length > 0 ? [{ page_url, selectors: usable.map(({ selector }) => selector) }] : [];
  });
  const request = PageTrialsRequest.safeParse({ device, rule_id, change, pages });
  return request.success ? (await createPageTrials(engine)(request.data)).pages : [];
};

/** Makes a fix for the first finding of a group, and tries it on the other pages. */
const fixGroup = async (engine: ScanEngine, group: FindingGroup, device: Device): Promise<ProposedFix | null> => {
  const { rule_id } = group;
  const [{ page_url = "", elements = [] } = {}] = group.examples;
  const [{ selector = "", html = "" } = {}] = elements;
  const drafts = draftFixes(rule_id, html).slice(0, MAX_DRAFTS);
  const codes = drafts.map(({ correct_code }) => correct_code);
  const request = PageFixRequest.safeParse({ page_url, device, rule_id, selector, html, drafts: codes });
  if (!request.success) return null;
  const made = readPageFix(rule_id, html, drafts, await createPageFixer(engine)(request.data));
  if (made.fix === null) return without(group, page_url, selector, made.finding);
  const { fix, placeholders, change, cleared, moved_px } = made;
  const trials = await tryElsewhere(engine, group, { change, mustBeEqual: placeholders.length > 0, html }, device);
  return {
    ...without(group, page_url, selector, null),
    ...{ fix, placeholders },
    tried_pages: trials.length + 1,
    cleared_findings: trials.reduce((total, trial) => total + sumCounts(trial.cleared), cleared),
    cleared_pages: trials.filter(({ rejection }) => rejection === null).length + 1,
    moved_px: trials.reduce((most, trial) => Math.max(most, trial.moved_px), moved_px),
    failures: trials.flatMap((trial) =>
      trial.rejection === null
        ? []
        : [{ page_url: trial.page_url, finding: explainRejection(rule_id, trial.rejection, trial) }],
    ),
  };
};

/** Rejects when the signal is aborted. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Reports whether two fixes make the same change, as for a CSS rule that colours the text in several components. */
const isSame = (one: ProposedFix, other: ProposedFix): boolean =>
  one.fix !== null && JSON.stringify(one.fix) === JSON.stringify(other.fix);

/**
 * Proposes fixes for groups of findings, one after the other, until the time runs out. Each fix is tried on its page
 * and on the other pages. Leaves out fixes that make the same change as an earlier one.
 */
export const proposeFixes = async (
  engine: ScanEngine,
  groups: readonly FindingGroup[],
  { device, stop, timeUp, say, totalMs = MAX_MS }: Options,
): Promise<ProposedFix[]> => {
  const endsAt = Date.now() + totalMs;
  const stopped = untilAborted(stop);
  stopped.catch(() => undefined);
  const fixes: ProposedFix[] = [];
  for (const [index, group] of groups.entries()) {
    if (Date.now() >= endsAt || timeUp?.aborted) {
      say(`Time is up: ${groups.length - index} of ${groups.length} fixes weren't tried.`);
      break;
    }
    const { rule_id, element, pages } = group;
    say(
      `Trying fix ${index + 1} of ${groups.length}: ${rule_id}, ${element} (${pages} ${pages === 1 ? "page" : "pages"})`,
    );
    const fix = await Promise.race([fixGroup(engine, group, device), stopped]);
    if (fix && !fixes.some((each) => isSame(each, fix))) fixes.push(fix);
  }
  return fixes;
};

/** Adds to each issue of the report the first fix for its rule that was verified on a page. */
export const addToIssues = ({ issues }: ReportData, fixes: readonly ProposedFix[]): void => {
  for (const issue of issues ?? []) {
    const found = fixes.find(({ rule_id, fix }) => fix !== null && rule_id === issue.rule_id);
    if (found?.fix)
      issue.suggested_fix = { page_url: found.page_url, code: found.fix.correct_code, verified_in: "page" };
  }
};
