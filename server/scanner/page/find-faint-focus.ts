import { setTimeout as sleep } from "node:timers/promises";
import { decode } from "fast-png";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { isSamePicture } from "./compare-pictures";
import { judgeFocusRing } from "./judge-focus-ring";
import type { FaintKind } from "./rules/find-unchanged-stops";

const PAUSE_MS = 50;
/** Space to include around the element, for its ring. */
const MARGIN = 14;
const MOST_KINDS = 4;

/** The contrast of focus rings that are hard to see; null for others. Shared by all pages of a scan. */
export type RingMemory = Map<string, number | null>;

/**
 * Returns the contrast of the ring that appears around an element when it receives focus. Returns null if the contrast
 * is sufficient, or if it can't be measured, for example because the element also changes by itself.
 */
const measureRing = async (tab: Tab, stop: number): Promise<number | null> => {
  await callProbeWithRetry(tab, "showStop", stop);
  const box = await callProbeWithRetry(tab, "boxOfStop", stop, MARGIN);
  if (!box) return null;
  const clip = { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + MARGIN * 2, height: box.height + MARGIN * 2 };
  const shoot = async (change: Promise<void>) => {
    await change;
    await sleep(PAUSE_MS);
    return tab.page.screenshot({ animations: "disabled", caret: "initial", clip });
  };
  const before = await shoot(callProbeWithRetry(tab, "leaveStops"));
  const during = await shoot(callProbeWithRetry(tab, "focusStop", stop));
  const after = await shoot(callProbeWithRetry(tab, "leaveStops"));
  if (!isSamePicture(after, before)) return null;
  const picture = decode(during);
  const scale = picture.width / clip.width;
  const inside = {
    x: MARGIN * scale,
    y: MARGIN * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  return judgeFocusRing(decode(before), picture, inside);
};

/** Records elements whose focus ring is hard to see in a screenshot. Returns whether there were any. */
export const findFaintFocus = async (tab: Tab, kinds: readonly FaintKind[], memory: RingMemory): Promise<boolean> => {
  let [isFound, left] = [false, MOST_KINDS];
  for (const { name, stops, isOnlyRing } of kinds) {
    if (!memory.has(name) && left > 0) {
      left -= 1;
      memory.set(name, await measureRing(tab, stops[0] ?? -1));
    }
    const contrast = memory.get(name) ?? null;
    if (contrast === null) continue;
    await callProbeWithRetry(tab, "noteRing", stops, isOnlyRing, contrast);
    isFound = true;
  }
  return isFound;
};
