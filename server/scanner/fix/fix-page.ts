import { truncate } from "@/server/core/truncate";
import type { ScanEngine } from "../engine";
import type { PageFixRequest, PageFixResult } from "../fix-page-contract";
import { toPageError } from "../page/page-failure";
import { ruleCatalogue } from "../page/rule-catalogue";
import { countByRule } from "./count-by-rule";
import { type FixOfFinding, findTargets, fixFinding } from "./fix-finding";
import { openTrial } from "./open-trial";

export type FixPage = (request: PageFixRequest) => Promise<PageFixResult>;

const TIMEOUT_MS = 50_000;

const rejectedWith = (
  rejection: NonNullable<PageFixResult["rejection"]>,
  detail: string | null,
  colour_scheme: PageFixResult["colour_scheme"] = null,
): PageFixResult => ({
  change: null,
  draft: null,
  cleared: {},
  moved_px: 0,
  rejection,
  detail: detail === null ? null : truncate(detail, 2_000),
  colour_scheme,
});

const toResult = (fix: FixOfFinding): PageFixResult =>
  fix.change === null
    ? rejectedWith(fix.rejection, fix.detail, fix.scheme)
    : {
        change: fix.change,
        draft: fix.draft,
        cleared: countByRule(fix.cleared),
        moved_px: fix.moved,
        rejection: null,
        detail: null,
        colour_scheme: null,
      };

/**
 * Returns a function that loads a page as a scan does, in a separate browser context, and tries changes for one of its
 * findings. If the page can't be loaded, the result contains the reason.
 */
export const createPageFixer = (engine: ScanEngine): FixPage => {
  const never = new AbortController().signal;
  return async ({ page_url, device, rule_id, selector, html, drafts }) => {
    if (!ruleCatalogue.has(rule_id)) return rejectedWith("no_finding", null);
    await engine.browsers.warmUp();
    const session = engine.browsers.openSession(device);
    try {
      return await session.withTab(
        async (tab) => {
          const page = await openTrial(tab, page_url);
          const [finding] = await findTargets(page, rule_id, [selector]);
          if (!finding) return rejectedWith("no_finding", null);
          return toResult(await fixFinding(page, finding, html, drafts));
        },
        { timeoutMs: TIMEOUT_MS, signal: never },
      );
    } catch (error) {
      return rejectedWith("no_page", toPageError(error).message);
    } finally {
      await session.close();
    }
  };
};
