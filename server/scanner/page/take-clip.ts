import { decode } from "fast-png";
import type { Tab } from "../browser/open-tab";
import type { Picture } from "./judge-contrast";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SPACE = 6;

/** Returns the smallest box with integer coordinates that contains all of these boxes and some space around them. */
export const around = (boxes: readonly Box[]): Box => {
  const before = (edges: readonly number[]): number => Math.max(0, Math.floor(Math.min(...edges)) - SPACE);
  const x = before(boxes.map((box) => box.x));
  const y = before(boxes.map((box) => box.y));
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) + SPACE;
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) + SPACE;
  return { x, y, width: right - x, height: bottom - y };
};

/** Returns a box with its position relative to another box. */
export const moved = (box: Box, { x, y }: Box): Box => ({ ...box, x: box.x - x, y: box.y - y });

/** Takes a lossless screenshot. `clip` is in page coordinates, as the browser requires. */
export const takeClip = async ({ cdp }: Tab, clip: Box): Promise<Picture> => {
  const options = { format: "png", optimizeForSpeed: true, clip: { ...clip, scale: 1 } } as const;
  const { data } = await cdp.send("Page.captureScreenshot", options);
  return decode(Buffer.from(data, "base64"));
};
