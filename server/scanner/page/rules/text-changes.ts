import type { readCountdown } from "./read-countdown";

interface Changes {
  first: number;
  last: number;
  times: number;
  /** The shortest and the longest time between two successive changes. */
  gaps: [number, number];
  /**
   * The remaining seconds that the text stated after the first change and after the last; null if it didn't state a
   * time.
   */
  from: number | null;
  to: number | null;
}

type Changed = [element: Element, changes: Changes];

/** When and how often pieces of text have changed. Times are in milliseconds, as in `performance.now()`. */
export interface TextChanges {
  record(element: Element): void;
  hasAny(): boolean;
  /** Reports whether any text that first changed after `settledAt` may still change again after a long pause. */
  mayRepeat(settledAt: number): boolean;
  /** Returns the pieces of text in view that seem to keep changing. */
  lively(): Changed[];
  /**
   * Reports whether the text has changed for more than five seconds: at least four times without a long pause, or three
   * times at regular intervals.
   */
  isLong(changed: Changed): boolean;
  /** Reports whether the remaining time stated in the text fell by one second for each second that passed. */
  countsDown(changed: Changed): boolean;
}

/** Runs in the page. */
export const createTextChanges = (parts: { readCountdown: typeof readCountdown }): TextChanges => {
  const longMs = 5_000;
  const pauseMs = 3_000;
  const longestGapMs = 5_500;
  const most = 200;
  const changes = new Map<Element, Changes>();
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  };
  const goesOn = ({ first, last, times }: Changes): boolean =>
    times > 1 && performance.now() - last < Math.max(1_500, (2 * (last - first)) / (times - 1));
  const isRegular = ({ times, gaps: [shortest, longest] }: Changes): boolean => times >= 3 && longest < shortest * 1.3;
  return {
    record: (element) => {
      if (changes.size >= most && !changes.has(element)) return;
      const now = performance.now();
      const known = changes.get(element);
      const gap = known ? now - known.last : 0;
      const to = parts.readCountdown(element);
      const isPause = known !== undefined && known.times > 1 && gap > Math.max(pauseMs, known.gaps[1] * 1.3);
      if (!known || gap > longestGapMs || isPause)
        changes.set(element, { first: now, last: now, times: 1, gaps: [longestGapMs, 0], from: to, to });
      else if (gap > 100) {
        const [shortest, longest] = known.gaps;
        const gaps: Changes["gaps"] = [Math.min(shortest, gap), Math.max(longest, gap)];
        changes.set(element, { ...known, last: now, times: known.times + 1, gaps, to });
      }
    },
    hasAny: () => changes.size > 0,
    mayRepeat: (settledAt) =>
      [...changes].some(([element, { first, last, times, gaps }]) => {
        const nextBy = last + (times === 1 ? longestGapMs : gaps[1] * 1.3);
        return first >= settledAt && times < 3 && performance.now() < nextBy && isSeen(element);
      }),
    lively: () => [...changes].filter(([element, change]) => goesOn(change) && isSeen(element)),
    isLong: ([, change]) => {
      const isOften = change.times >= 4 && change.gaps[1] <= pauseMs;
      return performance.now() - change.first >= longMs && (isOften || isRegular(change));
    },
    countsDown: ([, { first, last, from, to }]) =>
      from !== null && to !== null && from - to >= 2 && Math.abs(from - to - (last - first) / 1_000) < 1.5,
  };
};
