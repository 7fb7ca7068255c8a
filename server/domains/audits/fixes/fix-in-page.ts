import { getScanner } from "@/server/adapters/scanner";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { readScanPoint } from "@/server/scanner/journeys/scan-point";
import type { Draft } from "./fixers";
import { type PageFix, readPageFix } from "./read-page-fix";

export interface FindingPlace {
  website_id: string;
  page_url: string;
  selector: string;
  html_hash: string;
}

const MAX_DRAFTS = 5;
/** A stored fix with this explanation is created again the next time it is requested. */
export const PAGE_UNREACHED = "The scanner couldn't be reached.";
const BEHIND_JOURNEY = "The fix was checked against the code only, because the page can only be reached by a journey.";

/**
 * Tries the scanner's own changes, then the drafts, on the page itself. Doesn't throw if the scanner is unreachable or
 * can't try fixes on pages: `isTried` is then false.
 */
export const fixInPage = async (
  { rule_id, html }: { rule_id: string; html: string },
  { page_url, selector }: Pick<FindingPlace, "page_url" | "selector">,
  drafts: readonly Draft[],
): Promise<PageFix> => {
  if (readScanPoint(page_url)) return { fix: null, isTried: false, finding: BEHIND_JOURNEY };
  const tried = drafts.slice(0, MAX_DRAFTS);
  const codes = tried.map(({ correct_code }) => correct_code);
  try {
    const result = await getScanner().fix({ page_url, selector, rule_id, html, drafts: codes });
    if (result) return readPageFix(rule_id, html, tried, result);
    return { fix: null, isTried: false, finding: "This installation's scanner can't try fixes on pages." };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "failed to try a fix on its page");
    return { fix: null, isTried: false, finding: PAGE_UNREACHED };
  }
};
