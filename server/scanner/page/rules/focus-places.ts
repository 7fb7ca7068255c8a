import type { Observations } from "./observations";
import type { ScrollMemory } from "./scroll-memory";
import type { TabStopElements } from "./tab-stops";

/** A tab stop that may be covered, or out of view, when it receives focus. */
export interface PlaceSuspect {
  stop: number;
  isBackwards: boolean;
  kind: "covered" | "unseen";
  /** Number of the element that covers the stop, or of the stop's outermost ancestor that is out of view. */
  group: number;
}

export interface FocusPlaces {
  /**
   * Focuses up to 40 tab stops in order and in reverse, so that the browser scrolls to them. Returns those that may be
   * covered or out of view.
   */
  placeSuspects(): PlaceSuspect[];
  /**
   * Focuses the tab stop that comes before this one in the direction of movement, and restores the scroll position that
   * the page had before this one received focus.
   */
  focusBefore(stop: number, isBackwards: boolean): void;
  /**
   * Returns how a focused tab stop is hidden ("covered" or "unseen"), "seen" if it isn't hidden, or "elsewhere" if the
   * tab stop doesn't have focus.
   */
  placeOfStop(stop: number): string;
  blurStop(stop: number): void;
  /** Records tab stops that are hidden while they have focus. */
  notePlaces(kind: PlaceSuspect["kind"], stops: readonly number[]): void;
  /** Records that the tab stops that were tried, except for these, can be seen while they have focus. */
  noteSeenStops(except: readonly number[]): void;
  /** Restores all scroll positions. */
  restorePlaces(): void;
}

interface Tools {
  stops: Pick<TabStopElements, "allStops" | "stopsAt">;
  scroll: ScrollMemory;
  note: Observations["note"];
  listCovers(): Element[];
  findCover(element: HTMLElement, covers: readonly Element[]): Element | null;
  findUnseen(element: HTMLElement): Element | null;
  isInCarousel(element: Element): boolean;
}

/** Runs in the page. */
export const createFocusPlaces = ({ stops, scroll, note, ...find }: Tools, mostStops = 40): FocusPlaces => {
  let covers: readonly Element[] = [];
  const groups = new Set<Element>();
  /** The tab stops that have received focus. */
  const focused = new Set<number>();
  const before = new Map<string, [number, number]>();
  const stopAt = (number: number): HTMLElement | undefined => stops.allStops()[number];
  const kindOf = (stop: HTMLElement): { kind: PlaceSuspect["kind"]; around: Element } | null => {
    const unseen = find.findUnseen(stop);
    if (unseen) return { kind: "unseen", around: unseen };
    const cover = covers.length > 0 ? find.findCover(stop, covers) : null;
    return cover && { kind: "covered", around: cover };
  };
  const tryStop = (number: number, isBackwards: boolean): PlaceSuspect[] => {
    const stop = stopAt(number);
    if (!stop) return [];
    scroll.rememberScroll(stop);
    before.set(`${number} ${isBackwards}`, [scrollX, scrollY]);
    stop.focus();
    if (stop.matches(":focus")) focused.add(number);
    const found = stop.matches(":focus") ? kindOf(stop) : null;
    if (!found) return [];
    return [
      { stop: number, isBackwards, kind: found.kind, group: [...groups.add(found.around)].indexOf(found.around) },
    ];
  };
  const tryAll = (): PlaceSuspect[] => {
    const numbers = [...stops.allStops().slice(0, mostStops).keys()];
    const forwards = numbers.flatMap((number) => tryStop(number, false));
    const canCover = covers.length > 0 && document.documentElement.scrollHeight > innerHeight;
    const backwards = canCover ? numbers.toReversed().slice(1) : [];
    const back = backwards.flatMap((number) => tryStop(number, true));
    return [...forwards, ...back.filter(({ kind }) => kind === "covered")];
  };
  return {
    placeSuspects: () => {
      covers = find.listCovers();
      return scroll.withoutSmoothness(tryAll);
    },
    placeOfStop: (number) => {
      const stop = stopAt(number);
      return stop?.matches(":focus") ? (kindOf(stop)?.kind ?? "seen") : "elsewhere";
    },
    blurStop: (number) => stopAt(number)?.blur(),
    focusBefore: (number, isBackwards) => {
      const [left, top] = before.get(`${number} ${isBackwards}`) ?? [0, 0];
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      getSelection()?.collapse(document.body, 0);
      stopAt(number + (isBackwards ? 1 : -1))?.focus({ preventScroll: true });
      scrollTo({ left, top, behavior: "instant" });
    },
    notePlaces: (kind, numbers) => {
      const isUnsure = (element: Element): boolean => kind === "unseen" && find.isInCarousel(element);
      const rule = kind === "covered" ? "focus-obscured" : "hidden-focus-stop";
      for (const element of stops.stopsAt(numbers)) note(rule, [element], isUnsure(element) ? undefined : false);
    },
    noteSeenStops: (except) => {
      const seen = stops.stopsAt([...focused].filter((number) => !except.includes(number)));
      for (const rule of ["focus-obscured", "hidden-focus-stop"] as const) note(rule, seen, true);
    },
    restorePlaces: () => scroll.restoreScroll(),
  };
};
