import type { readCountdown } from "./read-countdown";
import type { createTextChanges } from "./text-changes";

/** Watches for text that changes by itself. */
export interface TextWatch {
  /** Starts watching. Call this function again when the page has settled. */
  watchText(): void;
  /**
   * Returns the number of milliseconds to wait before calling this function again; 0 when the watch has ended or no
   * text has changed.
   */
  textWatchLeft(): number;
  /** Stops watching, and records text that kept changing or counted down. Returns the number of elements recorded. */
  noteChangingText(): number;
}

type Note = (rule: "changing-text" | "time-limit", elements: readonly Element[], outcome: false | undefined) => void;

interface Parts {
  createTextChanges: typeof createTextChanges;
  hasStopControl(): boolean;
  readCountdown: typeof readCountdown;
}

/** Runs in the page. Changing text fails, or needs review if the page has a control that may stop it. */
export const createTextWatch = (note: Note, parts: Parts): TextWatch => {
  const watchMs = 6_500;
  /**
   * Minimum time to watch, however quickly the other rules ran. Text that changes every three seconds has changed once
   * by then.
   */
  const leastMs = 3_200;
  /** Maximum time to watch text that changes at long intervals. */
  const longestMs = 16_000;
  const pollMs = 500;
  const changes = parts.createTextChanges(parts);
  let startedAt = 0;
  let settledAt = Number.POSITIVE_INFINITY;
  const isText = ({ type, addedNodes }: MutationRecord): boolean =>
    type === "characterData" || [...addedNodes].some((node) => node.nodeType === Node.TEXT_NODE);
  const observer = new MutationObserver((records) => {
    for (const { target } of records.filter(isText)) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element) changes.record(element);
    }
  });
  return {
    watchText: () => {
      if (startedAt > 0) settledAt = performance.now();
      else {
        startedAt = performance.now();
        pageTree.observe(observer, { subtree: true, childList: true, characterData: true });
      }
    },
    textWatchLeft: () => {
      const leftOf = (ms: number): number => Math.max(0, startedAt + ms - performance.now());
      if (changes.mayRepeat(settledAt)) return Math.min(pollMs, leftOf(longestMs));
      if (changes.lively().length > 0) return leftOf(watchMs);
      if (!changes.hasAny() && !document.querySelector("script, body[onload]")) return 0;
      return leftOf(leastMs);
    },
    noteChangingText: () => {
      observer.disconnect();
      const lively = changes.lively();
      const elementsOf = (kept: typeof lively): Element[] => kept.map(([element]) => element).slice(0, 20);
      const found = elementsOf(lively.filter(changes.isLong));
      note("changing-text", found, parts.hasStopControl() ? undefined : false);
      const timers = elementsOf(lively.filter(changes.countsDown));
      note("time-limit", timers, undefined);
      return found.length + timers.length;
    },
  };
};
