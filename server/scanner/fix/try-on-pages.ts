import { truncate } from "@/server/core/truncate";
import type { BrowserSession } from "../browser/browser-session";
import type { ScanEngine } from "../engine";
import type { PageTrial, PageTrialsRequest, PageTrialsResult } from "../fix-page-contract";
import { toPageError } from "../page/page-failure";
import { ruleCatalogue } from "../page/rule-catalogue";
import { countByRule } from "./count-by-rule";
import { findTargets, schemeOf, tryCandidate } from "./fix-finding";
import { openTrial } from "./open-trial";
import { createRepeatCandidate } from "./repeat-change";

export type TryOnPages = (request: PageTrialsRequest) => Promise<PageTrialsResult>;

/** Time limits for all pages together and for each page. */
export interface PageTrialLimits {
  totalMs: number;
  pageMs: number;
}

const LIMITS: PageTrialLimits = { totalMs: 60_000, pageMs: 30_000 };
/** Minimum remaining time, in milliseconds, for starting a trial on another page. */
const MIN_MS = 3_000;
const AT_ONCE = 2;

type Page = PageTrialsRequest["pages"][number];

const rejectedWith = (
  page_url: string,
  rejection: NonNullable<PageTrial["rejection"]>,
  detail = "",
  colour_scheme: PageTrial["colour_scheme"] = null,
): PageTrial => ({
  page_url,
  cleared: {},
  moved_px: 0,
  rejection,
  detail: truncate(detail, 2_000) || null,
  colour_scheme,
});

const tryOnPage = async (
  session: BrowserSession,
  { rule_id, change }: PageTrialsRequest,
  { page_url, selectors }: Page,
  timeoutMs: number,
): Promise<PageTrial> => {
  try {
    return await session.withTab(
      async (tab) => {
        const page = await openTrial(tab, page_url);
        const targets = await findTargets(page, rule_id, selectors);
        if (targets.length === 0) return rejectedWith(page_url, "no_finding");
        const candidate = await createRepeatCandidate(page, change, targets);
        if (!candidate) return rejectedWith(page_url, "not_applied");
        const trial = await tryCandidate(page, candidate, targets, { testsStates: false });
        if (!trial.accepted) return rejectedWith(page_url, trial.reason, trial.detail, schemeOf(page, trial));
        const { cleared, moved } = trial;
        const result = { page_url, cleared: countByRule(cleared), moved_px: moved };
        return { ...result, rejection: null, detail: null, colour_scheme: null };
      },
      { timeoutMs, signal: new AbortController().signal },
    );
  } catch (error) {
    return rejectedWith(page_url, "no_page", toPageError(error).message);
  }
};

/**
 * Returns a function that loads pages as a scan does, in a separate browser context, and makes the same change on each
 * of them, until the time runs out. A page that can't be loaded doesn't affect the others.
 */
export const createPageTrials = (engine: ScanEngine, { totalMs, pageMs } = LIMITS): TryOnPages => {
  return async (request) => {
    if (!ruleCatalogue.has(request.rule_id)) return { pages: [] };
    const endsAt = Date.now() + totalMs;
    await engine.browsers.warmUp();
    const session = engine.browsers.openSession(request.device);
    const waiting = [...request.pages];
    const tried = new Map<Page, PageTrial>();
    const work = async (): Promise<void> => {
      for (let page = waiting.shift(); page; page = waiting.shift()) {
        const left = endsAt - Date.now();
        if (left < Math.min(MIN_MS, pageMs)) return;
        tried.set(page, await tryOnPage(session, request, page, Math.min(pageMs, left)));
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return { pages: request.pages.flatMap((page) => tried.get(page) ?? []) };
    } finally {
      await session.close();
    }
  };
};
