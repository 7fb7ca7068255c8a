import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { sealed } from "./without-requests";

interface Steps {
  /** Reports whether the control of the kind with this number fails; null if the control can't be tested. */
  test: (kind: number, attempts: string[]) => Promise<boolean | null>;
  note: (kind: number, fails: boolean) => Promise<void>;
}

/**
 * Tests one control of each kind that `memory` doesn't know yet, with all requests blocked, and notes which kinds fail.
 * Returns whether any do. May change the state of the page.
 */
export const testKinds = async (
  tab: Tab,
  kinds: readonly string[],
  memory: Map<string, boolean>,
  { test, note }: Steps,
): Promise<boolean> => {
  const isUnknown = kinds.some((kind) => !memory.has(kind));
  const testAll = async (attempts: string[]): Promise<boolean> => {
    let isFound = false;
    for (const [number, kind] of kinds.entries()) {
      attempts.length = 0;
      const outcome = memory.get(kind) ?? (await test(number, attempts));
      if (outcome !== null) memory.set(kind, outcome);
      if (outcome === null) continue;
      await note(number, outcome);
      isFound ||= outcome;
    }
    if (isUnknown) await callProbeWithRetry(tab, "restoreHover");
    return isFound;
  };
  return isUnknown ? sealed(tab, testAll) : testAll([]);
};
