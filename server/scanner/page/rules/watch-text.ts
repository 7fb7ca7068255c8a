import type { readCountdown } from "./read-countdown";

/** Watches for text that changes by itself. */
export interface TextWatch {
  /** Starts watching, unless it has already started. */
  watchText(): void;
  /**
   * Returns the number of milliseconds to wait before calling this again; 0 when the watch has ended or nothing has
   * changed.
   */
  textWatchLeft(): number;
  /** Stops watching, and records text that kept changing or counted down. Returns the number of elements recorded. */
  noteChangingText(): number;
}

interface Changes {
  first: number;
  last: number;
  times: number;
  /**
   * The remaining seconds that the text stated after the first change and after the last; null if it didn't state a
   * time.
   */
  from: number | null;
  to: number | null;
}

type Note = (rule: "changing-text" | "time-limit", elements: readonly Element[], outcome: false | undefined) => void;

/**
 * Runs in the page. Text counts as changing if it has changed at least four times over more than five seconds and
 * hasn't stopped. Such text fails, or needs review if the page has a control that may stop it.
 */
export const createTextWatch = (
  note: Note,
  parts: { hasStopControl(): boolean; readCountdown: typeof readCountdown },
): TextWatch => {
  const watchMs = 6_500;
  const longMs = 5_000;
  const pauseMs = 3_000;
  /**
   * Minimum times to watch, however quickly the other rules ran: text that changes every second has changed once by the
   * first of them, and twice by the second.
   */
  const firstChangeMs = 1_100;
  const secondChangeMs = 2_200;
  const leastTimes = 4;
  const changes = new Map<Element, Changes>();
  let startedAt = 0;
  const record = (element: Element): void => {
    const now = performance.now();
    const known = changes.get(element);
    const to = parts.readCountdown(element);
    if (!known || now - known.last > pauseMs) changes.set(element, { first: now, last: now, times: 1, from: to, to });
    else if (now - known.last > 100) changes.set(element, { ...known, last: now, times: known.times + 1, to });
  };
  const isText = ({ type, addedNodes }: MutationRecord): boolean =>
    type === "characterData" || [...addedNodes].some((node) => node.nodeType === Node.TEXT_NODE);
  const observer = new MutationObserver((records) => {
    for (const { target } of records.filter(isText)) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element && (changes.size < 200 || changes.has(element))) record(element);
    }
  });
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  };
  const goesOn = ({ first, last, times }: Changes): boolean =>
    times > 1 && performance.now() - last < Math.max(1_500, (2 * (last - first)) / (times - 1));
  /** Reports whether the remaining time in the text fell by one second for each second that passed. */
  const countsDown = ({ first, last, from, to }: Changes): boolean =>
    from !== null && to !== null && from - to >= 2 && Math.abs(from - to - (last - first) / 1_000) < 1.5;
  const lively = () => [...changes].filter(([element, change]) => goesOn(change) && isSeen(element));
  return {
    watchText: () => {
      if (startedAt > 0) return;
      startedAt = performance.now();
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    },
    textWatchLeft: () => {
      const leftOf = (ms: number): number => Math.max(0, startedAt + ms - performance.now());
      if (lively().length > 0) return leftOf(watchMs);
      if (changes.size === 0 && !document.querySelector("script, body[onload]")) return 0;
      const isNew = [...changes].some(([element, { times }]) => times === 1 && isSeen(element));
      return leftOf(isNew ? secondChangeMs : firstChangeMs);
    },
    noteChangingText: () => {
      observer.disconnect();
      const found = lively()
        .filter(([, { first, times }]) => performance.now() - first >= longMs && times >= leastTimes)
        .map(([element]) => element)
        .slice(0, 20);
      note("changing-text", found, parts.hasStopControl() ? undefined : false);
      const limits = lively().filter(([, change]) => countsDown(change));
      const timers = limits.map(([element]) => element).slice(0, 20);
      note("time-limit", timers, undefined);
      return found.length + timers.length;
    },
  };
};
