import { decode } from "fast-png";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import type { Picture } from "./judge-contrast";
import { judgeControl } from "./judge-controls";
import type { ControlTarget } from "./rules/control-targets";

/** Maximum number of views. Each needs a screenshot of the window. */
const MAX_VIEWS = 4;
const SPACE = 6;

type Box = ControlTarget["area"];

/** Returns the smallest box with integer coordinates that contains all of these boxes and some space around them. */
const around = (boxes: readonly Box[]): Box => {
  const before = (edges: readonly number[]): number => Math.max(0, Math.floor(Math.min(...edges)) - SPACE);
  const x = before(boxes.map((box) => box.x));
  const y = before(boxes.map((box) => box.y));
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) + SPACE;
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) + SPACE;
  return { x, y, width: right - x, height: bottom - y };
};

const takePicture = async ({ cdp }: Tab, clip: Box): Promise<Picture> => {
  const options = { format: "png", optimizeForSpeed: true, clip: { ...clip, scale: 1 } } as const;
  const { data } = await cdp.send("Page.captureScreenshot", options);
  return decode(Buffer.from(data, "base64"));
};

const moved = (box: Box, { x, y }: Box): Box => ({ ...box, x: box.x - x, y: box.y - y });

const judge = async (tab: Tab, targets: readonly ControlTarget[]): Promise<{ number: number; detail: string }[]> => {
  const clip = around(targets.map(({ area }) => area));
  const picture = await takePicture(tab, clip);
  return targets.flatMap(({ number, kind, area, texts }) => {
    const target = { number, kind, area: moved(area, clip), texts: texts.map((text) => moved(text, clip)) };
    const contrast = judgeControl(target, { width: clip.width, picture });
    return contrast === null ? [] : [{ number, detail: `${contrast.toFixed(2)} instead of 3` }];
  });
};

/**
 * Of the controls that are faint according to their styles, records those that are hard to see in a screenshot. Returns
 * whether there were any.
 */
export const findFaintControls = async (tab: Tab): Promise<boolean> => {
  const faint: { number: number; detail: string }[] = [];
  let seen = 0;
  for (let view = 0; view < MAX_VIEWS; view += 1) {
    const targets = await callProbeWithRetry(tab, "nextControlView");
    if (targets.length === 0) break;
    seen += targets.length;
    await callProbeWithRetry(tab, "hideFieldTexts", true);
    try {
      faint.push(...(await judge(tab, targets)));
    } finally {
      await callProbeWithRetry(tab, "hideFieldTexts", false);
    }
  }
  if (seen > 0) await callProbeWithRetry(tab, "noteFaintControls", faint);
  return faint.length > 0;
};
