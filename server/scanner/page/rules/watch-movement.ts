import type { hasPauseControl, hasStopControl } from "./find-stop-control";
import type { Observations } from "./observations";
import type { Outcome } from "./own-rule";
import type {
  createCalmReader,
  createMovementTracks,
  createPlaceReader,
  isPlacing,
  MovementTracks,
  recordLook,
  recordPlacing,
  Track,
} from "./track-movement";
import type { isIndicator, judgeMotion } from "./watch-motion";

/** Watches for content that scripts move. */
export interface MovementWatch {
  /** Starts watching, unless the page is already being watched. */
  watchMovement(): void;
  /**
   * Returns the number of milliseconds to wait before calling this function again; 0 when there is nothing more to
   * observe.
   */
  movementWatchLeft(): number;
  /** Stops watching, and records what kept moving. Returns the number of elements recorded. */
  noteMovement(): number;
}

interface Tools {
  createCalmReader: typeof createCalmReader;
  createMovementTimes: typeof createMovementTimes;
  createMovementTracks: typeof createMovementTracks;
  createPlaceReader: typeof createPlaceReader;
  gatherMovements: typeof gatherMovements;
  hasPauseControl: typeof hasPauseControl;
  hasStopControl: typeof hasStopControl;
  isIndicator: typeof isIndicator;
  isPlacing: typeof isPlacing;
  judgeMotion: typeof judgeMotion;
  listSlides: typeof listSlides;
  recordLook: typeof recordLook;
  recordPlacing: typeof recordPlacing;
}

/**
 * Runs in the page: returns visible carousels and their descendants, so that their first change is recorded. A carousel
 * has a typical class name or role description, or contains much more content side by side than it shows.
 */
export const listSlides = (): Element[][] => {
  const [MOST_ELEMENTS, MOST_CAROUSELS, MOST_PARTS] = [3_000, 3, 30];
  const names = ["carousel", "slide", "swiper", "splide", "slick", "flickity", "marquee", "ticker"];
  const selector = ["[aria-roledescription='carousel' i]", ...names.map((name) => `[class*='${name}' i]`)].join();
  const isLarge = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 150 && height >= 20 && element.checkVisibility({ checkVisibilityCSS: true });
  };
  const holdsMore = ({ scrollWidth, clientWidth }: Element): boolean =>
    clientWidth >= 150 && scrollWidth >= 1.8 * clientWidth;
  /**
   * Reports whether an element shows code, a table or editable text, which may scroll sideways without being a
   * carousel.
   */
  const isText = (element: Element): boolean =>
    element.matches("pre, code, textarea") || element.querySelector("table, pre") !== null;
  const cutsOff = (element: Element): boolean => getComputedStyle(element).overflowX !== "visible" && !isText(element);
  const childrenOf = (part: Element | undefined): Element[] => [
    ...(part?.shadowRoot?.children ?? []),
    ...(part?.children ?? []),
  ];
  const partsOf = (carousel: Element): Element[] => {
    const parts = [carousel];
    for (let at = 0; at < parts.length && parts.length < MOST_PARTS; at += 1)
      parts.push(...childrenOf(parts[at]).slice(0, MOST_PARTS - parts.length));
    return parts;
  };
  const hasSlides = (parts: readonly Element[]): boolean =>
    parts.some((part) => {
      const [one, other] = childrenOf(part).filter((child) => !child.matches("style, link"));
      return one !== undefined && one.tagName === other?.tagName;
    });
  const wide = pageTree
    .findAll(":not(html, body)")
    .slice(0, MOST_ELEMENTS)
    .filter((each) => holdsMore(each) && cutsOff(each));
  const all = [...pageTree.findAll(selector), ...wide].slice(0, 200);
  const isInOther = (each: Element): boolean => all.some((other) => other !== each && pageTree.contains(other, each));
  const carousels = all.filter((each) => isLarge(each) && !isInOther(each));
  return [...new Set(carousels)].map(partsOf).filter(hasSlides).slice(0, MOST_CAROUSELS);
};

/** Runs in the page: determines the outcome of each track from its times. */
export const createMovementTimes = ({ isSlide }: Pick<MovementTracks, "isSlide">) => {
  const [carouselMs, repeatMs, longMs, stepMs] = [6_500, 3_300, 5_000, 300];
  /** Minimum time to watch ongoing movement at the end, even if the other rules took a long time. */
  const lastLookMs = 1_500;
  const leastMoves = 6;
  /** Carousels may move once while they are being set up. */
  const settlingMs = 1_000;
  const startedAt = performance.now();
  let lookedAt = 0;
  const since = (time: number): number => performance.now() - time;
  const isConstant = ({ moves, rests, last }: Track): boolean =>
    moves >= 3 && rests <= moves / 4 && since(last) < 1_000;
  /** Reports whether the content has moved without a break for a long time and is still moving. */
  const isLong = (track: Track): boolean =>
    isConstant(track) &&
    track.moves >= leastMoves &&
    since(track.lastPlaced) < 1_000 &&
    track.lastPlaced - track.placedSince > longMs;
  /** Reports whether the content has moved several times and its next move isn't overdue. */
  const isRepeated = ({ rounds, first, last, firstPlaced }: Track): boolean =>
    rounds > 1 &&
    since(Math.min(first, firstPlaced || first)) > longMs &&
    since(last) < Math.max(1_500, (1.5 * (last - first)) / (rounds - 1));
  const isNextSlide = ({ element, rounds, last }: Track): boolean =>
    isSlide(element) && rounds > 0 && last - startedAt > settlingMs;
  const isFound = (track: Track): boolean => isLong(track) || isRepeated(track) || isNextSlide(track);
  /** Returns the time until which a movement must be watched to determine its outcome. */
  const endOf = (track: Track): number => {
    if (isFound(track)) return 0;
    if (isConstant(track)) return Math.max(track.placedSince + longMs + stepMs, lookedAt + lastLookMs);
    if (isSlide(track.element)) return startedAt + carouselMs;
    return track.rounds > 0 || track.firstPlaced > 0 ? Math.max(track.last, lookedAt) + repeatMs : 0;
  };
  return {
    isLong,
    isFound,
    leftFor: (tracks: readonly Track[]): number => {
      lookedAt ||= performance.now();
      return Math.max(0, Math.min(stepMs, Math.max(0, ...tracks.map(endOf)) - performance.now()));
    },
  };
};

/**
 * Runs in the page: returns the elements to report. If several siblings move, or if an element disappears, returns the
 * parent element instead.
 */
export const gatherMovements = (found: readonly Track[]): Map<Element, Track> => {
  const gathered = new Map<Element, Track>();
  for (const track of found) {
    const { parentElement: outer } = track.element;
    const isOneOfMany = found.some(({ element }) => element !== track.element && element.parentElement === outer);
    const isGone = !track.element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    const element = outer !== null && outer !== document.body && (isOneOfMany || isGone) ? outer : track.element;
    const known = gathered.get(element);
    if (!known || track.far > known.far) gathered.set(element, track);
  }
  const all = [...gathered.keys()];
  const isOutermost = (element: Element): boolean => !all.some((each) => each !== element && each.contains(element));
  return new Map([...gathered].filter(([element]) => isOutermost(element)));
};

/**
 * Runs in the page. Content fails if it has moved without a break for more than five seconds, and needs review if it
 * has moved or changed several times.
 */
export const createMovementWatch = (tools: Tools, note: Observations["note"]): MovementWatch => {
  const tracks = tools.createMovementTracks(tools, tools.createPlaceReader());
  let times: ReturnType<typeof createMovementTimes> | null = null;
  const judge = (element: Element, track: Track, isLong: boolean): { outcome: Outcome } | null => {
    if (tools.isIndicator(element) || tools.hasPauseControl(element)) return null;
    const isShown = element.checkVisibility({ checkVisibilityCSS: true });
    const judged = tools.judgeMotion(element, { distance: track.far, blinks: track.toggles > 0, isShown });
    const isCertain = isLong && track.toggles === 0 && !tools.hasStopControl();
    return judged && { outcome: isCertain ? judged.outcome : undefined };
  };
  return {
    watchMovement: () => {
      if (times) return;
      times = tools.createMovementTimes(tracks);
      tracks.start(document.querySelector("script, body[onload]") ? tools.listSlides() : []);
    },
    movementWatchLeft: () => times?.leftFor(tracks.list()) ?? 0,
    noteMovement: () => {
      tracks.stop();
      let count = 0;
      const found = tracks.list().filter((track) => times?.isFound(track));
      for (const [element, track] of [...tools.gatherMovements(found)].slice(0, 20)) {
        const judged = judge(element, track, times?.isLong(track) ?? false);
        if (judged) note("moving-content", [element], judged.outcome);
        count += judged ? 1 : 0;
      }
      return count;
    },
  };
};
