import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/server/core/log";
import type { Tab } from "../browser/open-tab";
import type { Screenshot, ScreenshotOptions } from "../page-result";
import { callProbeOnce, coverPage, uncoverPage } from "./cover-page";
import type { PictureSize } from "./probe/cover-secrets";
import type { PageBox } from "./probe/locate-elements";

export interface PagePicture {
  screenshot: Screenshot;
  /** Positions of elements, indexed by their number in the page's ElementBook. */
  boxes: (PageBox | null)[];
}

const PICTURE_MS = 6_000;
/** Maximum number of pixels. Encoding the screenshot takes most of the time, in proportion to this number. */
const MOST_PIXELS = 2_000_000;
const LEAST_SCALE = 0.5;
const WIDEST = 2_560;
const QUALITIES = [45, 15];

type Area = Pick<Screenshot, "width" | "height">;

const areaOf = ({ width, height }: PictureSize, options: ScreenshotOptions): Area => ({
  width: Math.ceil(Math.min(width, WIDEST)),
  height: Math.ceil(Math.min(height, options.max_height)),
});

const scaleOf = ({ width, height }: Area): number =>
  Math.min(1, Math.max(LEAST_SCALE, Math.sqrt(MOST_PIXELS / (width * height))));

const capture = async ({ cdp }: Tab, area: Area, maxBytes: number): Promise<string | null> => {
  for (const quality of QUALITIES) {
    const { data } = await cdp.send("Page.captureScreenshot", {
      format: "webp",
      quality,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, ...area, scale: scaleOf(area) },
    });
    if (Buffer.byteLength(data, "base64") <= maxBytes) return data;
  }
  return null;
};

const isIn = ({ width, height }: Area, { x, y }: PageBox): boolean => x < width && y < height;

const take = async (tab: Tab, options: ScreenshotOptions): Promise<PagePicture | null> => {
  // Elements are located before frames are masked, because masked frames don't count as visible.
  const boxes = await callProbeOnce(tab, "locate", { from: 0 });
  try {
    const area = areaOf(await coverPage(tab), options);
    if (area.width === 0 || area.height === 0) return null;
    const data = await capture(tab, area, options.max_bytes);
    if (data === null) return null;
    const screenshot = { content_type: "image/webp" as const, ...area, data };
    return { screenshot, boxes: boxes.map((box) => (box && isIn(area, box) ? box : null)) };
  } finally {
    await uncoverPage(tab);
  }
};

/**
 * Takes a screenshot of the page, with form values and secrets masked, and locates the recorded elements in it. Returns
 * null if that fails or takes too long, because a page's findings matter more than its screenshot.
 */
export const takeScreenshot = async (tab: Tab, options: ScreenshotOptions): Promise<PagePicture | null> => {
  const clock = new AbortController();
  const late = sleep(PICTURE_MS, null, { signal: clock.signal }).catch(() => null);
  const taking = take(tab, options).catch((error: unknown) => {
    log.debug({ url: tab.page.url(), err: error }, "failed to take a screenshot");
    return null;
  });
  try {
    return await Promise.race([taking, late]);
  } finally {
    clock.abort();
  }
};

/** Locates elements that were recorded after the screenshot was taken. */
export const locateLaterElements = async (tab: Tab, { screenshot, boxes }: PagePicture): Promise<PagePicture> => {
  const later = await callProbeOnce(tab, "locate", { from: boxes.length }).catch(() => []);
  return { screenshot, boxes: [...boxes, ...later.map((box) => (box && isIn(screenshot, box) ? box : null))] };
};
