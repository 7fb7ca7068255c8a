import { decode } from "fast-png";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import type { Picture } from "./judge-contrast";
import { judgeControl } from "./judge-controls";

/** Maximum number of views. Each needs a screenshot of the window. */
const MAX_VIEWS = 4;

const takePicture = async ({ cdp }: Tab): Promise<Picture> => {
  const { data } = await cdp.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  return decode(Buffer.from(data, "base64"));
};

/**
 * Records controls that are hard to see in a screenshot, out of those that look faint according to their styles.
 * Returns whether there were any.
 */
export const findFaintControls = async (tab: Tab): Promise<boolean> => {
  const faint: { number: number; detail: string }[] = [];
  let seen = 0;
  for (let view = 0; view < MAX_VIEWS; view += 1) {
    const { width, targets } = await callProbeWithRetry(tab, "nextControlView");
    if (targets.length === 0) break;
    seen += targets.length;
    await callProbeWithRetry(tab, "hideFieldTexts", true);
    const picture = await takePicture(tab);
    await callProbeWithRetry(tab, "hideFieldTexts", false);
    for (const target of targets) {
      const contrast = judgeControl(target, { width, picture });
      if (contrast !== null) faint.push({ number: target.number, detail: `${contrast.toFixed(2)} instead of 3` });
    }
  }
  if (seen > 0) await callProbeWithRetry(tab, "noteFaintControls", faint);
  return faint.length > 0;
};
