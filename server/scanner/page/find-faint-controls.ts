import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { judgeControl } from "./judge-controls";
import type { ControlTarget } from "./rules/control-targets";
import { around, moved, takeClip } from "./take-clip";

/** Maximum number of views. Each needs a screenshot of the window. */
const MAX_VIEWS = 4;

const judge = async (tab: Tab, targets: readonly ControlTarget[]): Promise<{ number: number; detail: string }[]> => {
  const clip = around(targets.map(({ area }) => area));
  const picture = await takeClip(tab, clip);
  return targets.flatMap(({ number, kind, area, wasVisible, texts }) => {
    const target = { number, kind, wasVisible, area: moved(area, clip), texts: texts.map((text) => moved(text, clip)) };
    const contrast = judgeControl(target, { width: clip.width, picture });
    return contrast === null ? [] : [{ number, detail: `${contrast.toFixed(2)} instead of 3` }];
  });
};

/**
 * Of the controls that are faint according to their styles, records those that are hard to see in a screenshot. Returns
 * whether there were any, and whether the page shows controls and all of them were tested.
 */
export const findFaintControls = async (tab: Tab): Promise<{ isFound: boolean; isWhole: boolean }> => {
  const faint: { number: number; detail: string }[] = [];
  let isDone = false;
  for (let view = 0; view < MAX_VIEWS; view += 1) {
    const targets = await callProbeWithRetry(tab, "nextControlView");
    isDone = targets.length === 0;
    if (isDone) break;
    await callProbeWithRetry(tab, "hideFieldTexts", true);
    try {
      faint.push(...(await judge(tab, targets)));
    } finally {
      await callProbeWithRetry(tab, "hideFieldTexts", false);
    }
  }
  await callProbeWithRetry(tab, "noteFaintControls", faint);
  return { isFound: faint.length > 0, isWhole: isDone && (await callProbeWithRetry(tab, "hasControls")) };
};
