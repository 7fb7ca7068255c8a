import { truncate } from "@/server/core/truncate";
import type { ScanEngine } from "../engine";
import type { PageFixRequest, PageFixResult } from "../fix-page-contract";
import { toPageError } from "../page/page-failure";
import { ruleCatalogue } from "../page/rule-catalogue";
import { callFixTool } from "./call-tool";
import { countByRule } from "./count-by-rule";
import { type FixOfFinding, findingsFor, fixFinding } from "./fix-finding";
import { openTrial } from "./open-trial";
import { Numbers } from "./read-findings";

export type FixPage = (request: PageFixRequest) => Promise<PageFixResult>;

const TIMEOUT_MS = 50_000;

const rejectedWith = (rejection: NonNullable<PageFixResult["rejection"]>, detail: string | null): PageFixResult => ({
  change: null,
  draft: null,
  cleared: {},
  moved_px: 0,
  rejection,
  detail: detail === null ? null : truncate(detail, 2_000),
});

const toResult = (fix: FixOfFinding): PageFixResult =>
  fix.change === null
    ? rejectedWith(fix.rejection, fix.detail)
    : {
        change: fix.change,
        draft: fix.draft,
        cleared: countByRule(fix.cleared),
        moved_px: fix.moved,
        rejection: null,
        detail: null,
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
          const [element = -1] = Numbers.parse(await callFixTool(tab, "note", [selector]));
          const finding = [...(await findingsFor(page, rule_id)).values()].find(
            (each) => each.rule_id === rule_id && each.element === element && each.outcome === "failed",
          );
          if (!finding || element < 0) return rejectedWith("no_finding", null);
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
