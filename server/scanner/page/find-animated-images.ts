import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { type ImageAnimation, readAnimation } from "./read-animation";

/** How images move, keyed by URL. Shared by all pages of a scan. */
export type ImageMemory = Map<string, ImageAnimation | null>;

const SHORT_MS = 5_000;
const SLOW_MS = 2_000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Maximum total size of the images that are read on a page. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_REMEMBERED = 2_000;
const MAX_URL = 2_000;

const decodeData = (url: string): Buffer | null => {
  const [, head = "", data = ""] = /^data:([^,]{0,200}),(.*)$/s.exec(url) ?? [];
  if (head.endsWith(";base64")) return Buffer.from(data, "base64");
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    // The percent-encoded bytes aren't valid UTF-8.
    return null;
  }
};

/** Reads an image from the browser's memory, without sending a request. */
const readImage = async (tab: Tab, url: string, most: number): Promise<Buffer | null> => {
  if (url.startsWith("data:")) return decodeData(url);
  const image = tab.watch.imageAt(url);
  if (!image || image.bytes > most) return null;
  try {
    const { body, base64Encoded } = await tab.cdp.send("Network.getResponseBody", { requestId: image.id });
    return Buffer.from(body, base64Encoded ? "base64" : "latin1");
  } catch {
    // The browser no longer has the image in its memory.
    return null;
  }
};

/**
 * Records visible images whose files show that they move for more than five seconds. Returns the number of elements
 * recorded.
 */
export const findAnimatedImages = async (tab: Tab, memory: ImageMemory): Promise<number> => {
  const urls = await callProbeWithRetry(tab, "listImages");
  let left = MAX_BYTES;
  const found: { image: number; across: number; down: number; isUncertain: boolean }[] = [];
  for (const [image, url] of urls.entries()) {
    let animation = memory.get(url);
    if (animation === undefined) {
      const bytes = await readImage(tab, url, Math.min(left, MAX_FILE_BYTES));
      left -= bytes?.length ?? 0;
      animation = bytes && readAnimation(bytes);
      const isKept =
        bytes !== null && !url.startsWith("data:") && url.length <= MAX_URL && memory.size < MAX_REMEMBERED;
      if (isKept) memory.set(url, animation);
    }
    if (!animation || animation.duration <= SHORT_MS) continue;
    const { across, down, frameMs } = animation;
    found.push({ image, across, down, isUncertain: frameMs === null || frameMs > SLOW_MS });
  }
  return found.length > 0 ? callProbeWithRetry(tab, "noteImages", found) : 0;
};
