import type { Tab } from "../browser/open-tab";
import type { ChosenRules } from "../choose-rules";
import { toAxeResult } from "../page/axe-result";
import { callProbeWithRetry } from "../page/call-probe-with-retry";
import { runRules, type ScanMemory } from "../page/drive-page";
import { PageFailure } from "../page/page-failure";
import type { PageFacts } from "../page/probe/read-facts";
import { nameTemplate } from "../page/probe/read-structure";
import { MAX_ELEMENTS } from "../page/scan-page";
import type { Device, PageResult, ScreenshotOptions } from "../page-result";
import type { FurtherView } from "../views";
import { nameScanPoint, type ScanPoint } from "./scan-point";

export interface ReachedPage {
  point: ScanPoint;
  /** The URL that identifies the scan point. */
  id: string;
  facts: PageFacts;
  status: number | null;
  startedAt: Date;
}

export interface ReachedPageTask {
  device: Device;
  memory: ScanMemory;
  views: readonly FurtherView[];
  /** Selectors of elements to leave out of the findings. */
  excludeElements: readonly string[];
  screenshots?: ScreenshotOptions | undefined;
  chooseRules: (template: string) => ChosenRules;
}

/**
 * Scans the page in a tab in its current state. Metrics, SEO and quality aren't measured, because the page was reached
 * through a journey instead of being loaded directly. The cross-page rules leave the page out, because other pages may
 * have the same URL.
 */
export const scanReachedPage = async (tab: Tab, page: ReachedPage, task: ReachedPageTask): Promise<PageResult> => {
  const { point, id, facts, startedAt } = page;
  if (facts.elements > MAX_ELEMENTS)
    throw new PageFailure("too_large", `The page has too many elements to scan: ${facts.elements}.`);
  await callProbeWithRetry(tab, "watchText");
  const template = nameTemplate(facts);
  const { rules, depth, secondRules } = task.chooseRules(template);
  const { found, isWhole, picture, strips, excluded } = await runRules(tab, rules, { ...task, secondRules });
  return {
    url: id,
    final_url: id,
    http_status: page.status,
    title: nameScanPoint(point),
    template,
    depth: isWhole ? depth : "partial",
    device: task.device,
    started_at: startedAt.toISOString(),
    duration_ms: Date.now() - startedAt.getTime(),
    axe: toAxeResult(found, { boxes: picture?.boxes ?? [], strips }),
    performance: null,
    seo: null,
    quality: null,
    error: null,
    ...(excluded ? { excluded } : {}),
    ...(picture ? { screenshot: picture.screenshot } : {}),
    ...(strips.length > 0 ? { strips: strips.map(({ strip }) => strip) } : {}),
    journey: { ...point, url: facts.address.slice(0, 4_096) },
  };
};
