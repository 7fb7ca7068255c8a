import type { Tab } from "../../browser/open-tab";
import { cropWithin } from "../../crop-within";
import { type Box, MAX_STRIP_BYTES, type StripPicture, type StripState } from "../../page-result";
import { callProbeOnce, coverPage } from "../cover-page";
import type { StripView } from "../probe/strip-views";

export interface Look {
  /** Whether to show the whole window instead of the element's surroundings. */
  isWhole?: boolean;
  /** Whether to include the element's box in the result, so that the element can be outlined. */
  isOutlined?: boolean;
}

/** Takes a picture of an element in the page's current state. */
export type Shoot = (state: StripState, look?: Look) => Promise<StripPicture>;

const limits = { margin: 60, least: { width: 320, height: 180 }, most: { width: 560, height: 320 } };
/** Maximum size of a picture in device pixels. The encoding time is proportional to the number of pixels. */
const MOST_PIXELS = 180_000;
const QUALITIES = [60, 30, 10];
const MOST_SIDE = 4_000;

const capture = async ({ cdp }: Tab, { window, density }: StripView, part: Box): Promise<string> => {
  const clip = { ...part, x: window.x + part.x, y: window.y + part.y };
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (part.width * part.height))) / density;
  for (const quality of QUALITIES) {
    const options = { format: "webp", quality, clip: { ...clip, scale } } as const;
    const { data } = await cdp.send("Page.captureScreenshot", options);
    if (Buffer.byteLength(data, "base64") <= MAX_STRIP_BYTES) return data;
  }
  throw new Error("The picture is too large.");
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns the element's position in a part of the window; null if the element is outside that part. */
const boxIn = (box: Box, part: Box): Box | null => {
  const [x, y] = [round(box.x - part.x), round(box.y - part.y)];
  const isIn = x < part.width && y < part.height && x + box.width > 0 && y + box.height > 0;
  return isIn ? { x, y, width: round(box.width), height: round(box.height) } : null;
};

const partOf = ({ box, window }: StripView, isWhole: boolean): Box => {
  const whole = { width: Math.min(window.width, MOST_SIDE), height: Math.min(window.height, MOST_SIDE) };
  if (isWhole) return { x: 0, y: 0, ...whole };
  if (!box) throw new Error("The element has no box.");
  return cropWithin(box, whole, limits);
};

/**
 * Returns a function that takes pictures of an element. Masks secrets again for each picture, because the page's
 * content may differ in each state.
 */
export const createShoot =
  (tab: Tab, element: number): Shoot =>
  async (state, { isWhole = false, isOutlined = false } = {}) => {
    await coverPage(tab);
    const view = await callProbeOnce(tab, "viewOf", element);
    const part = partOf(view, isWhole);
    return {
      state,
      window_width: tab.page.viewportSize()?.width ?? Math.round(view.window.width),
      width: round(part.width),
      height: round(part.height),
      box: isOutlined && view.box ? boxIn(view.box, part) : null,
      content_type: "image/webp",
      data: await capture(tab, view, part),
    };
  };
