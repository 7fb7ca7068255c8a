interface Place {
  left: number;
  right: number;
  top: number;
  bottom: number;
  isShown: boolean;
}

/** How an element has moved by itself. Times are those of `performance.now()`. */
export interface Track {
  element: Element;
  /**
   * Number of samples in which the element had moved. `rests` counts the samples in which it hadn't, starting after the
   * first move.
   */
  moves: number;
  rests: number;
  /** Number of times that the element started to move, initially or after a pause. */
  rounds: number;
  /** Number of times that the element appeared or disappeared. */
  toggles: number;
  first: number;
  last: number;
  /**
   * Time at which a script first moved the element, and start of its latest uninterrupted movement; 0 if no script has
   * moved it.
   */
  firstPlaced: number;
  placedSince: number;
  lastPlaced: number;
  /** Maximum distance from its original position, in CSS pixels. */
  far: number;
}

interface Known extends Track {
  /** The element and its first few children. A script may move the children instead of the element. */
  parts: Element[];
  places: Place[];
  /** Positions of the parts before anything moved. */
  origin: Place[];
  /** The carousel around the element, within which it moves. */
  carousel: Element | null;
}

export interface MovementTracks {
  /**
   * Starts tracking the elements of these carousels. Tracks other elements as soon as a script changes or scrolls them.
   */
  start(carousels: readonly Element[][]): void;
  stop(): void;
  isSlide(element: Element): boolean;
  list(): Track[];
}

/** Runs in the page. */
export const createPlaceReader = () => {
  const placeOf = (element: Element): Place => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isLarge = (right - left) * (bottom - top) > 200;
    const isShown = isLarge && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    const [x, y] = [scrollX, scrollY];
    return { left: left + x, right: right + x, top: top + y, bottom: bottom + y, isShown };
  };
  const shiftOf = (one: number, other: number): number =>
    Math.sign(one) === Math.sign(other) ? Math.min(Math.abs(one), Math.abs(other)) : 0;
  const distance = (from: Place | undefined, to: Place | undefined): number => {
    if (!from?.isShown || !to?.isShown) return 0;
    const across = shiftOf(to.left - from.left, to.right - from.right);
    return Math.hypot(across, shiftOf(to.top - from.top, to.bottom - from.bottom));
  };
  return {
    read: ({ parts, carousel }: Pick<Known, "parts" | "carousel">): Place[] => {
      const { left, top } = carousel ? placeOf(carousel) : { left: 0, top: 0 };
      return parts.map(placeOf).map((place) => ({
        ...{ left: place.left - left, right: place.right - left, isShown: place.isShown },
        ...{ top: place.top - top, bottom: place.bottom - top },
      }));
    },
    /** Counts an element as moved only if two opposite edges have moved, so that growth doesn't count. */
    furthest: (from: readonly Place[], to: readonly Place[]): number =>
      Math.max(0, ...to.map((place, index) => distance(from[index], place))),
  };
};

type PlaceReader = ReturnType<typeof createPlaceReader>;

/** Runs in the page: adds the changes since the previous sample to a track. */
export const recordLook = (track: Known, places: Place[], furthest: PlaceReader["furthest"]): void => {
  const [PAUSE_MS, LEAST] = [1_000, 4];
  const now = performance.now();
  const hasToggled = places[0]?.isShown !== track.places[0]?.isShown;
  track.far = Math.max(track.far, furthest(track.origin, places));
  if (!hasToggled && furthest(track.places, places) < LEAST) {
    if (track.moves > 0) track.rests += 1;
    return;
  }
  track.places = places;
  if (track.moves === 0) track.first = now;
  if (track.moves === 0 || now - track.last > PAUSE_MS) track.rounds += 1;
  track.moves += 1;
  track.toggles += hasToggled ? 1 : 0;
  track.last = now;
};

/** Runs in the page: notes that a script has moved an element. */
export const recordPlacing = (track: Track): void => {
  const BREAK_MS = 1_500;
  const now = performance.now();
  track.firstPlaced ||= now;
  if (now - track.lastPlaced > BREAK_MS) track.placedSince = now;
  track.lastPlaced = now;
};

/**
 * Runs in the page: returns functions that determine whether something other than the page itself may have moved an
 * element: resizing, a key press, a focus change, the pointer or scrolling. For elements in carousels, all of these
 * except resizing count only inside the carousel.
 */
export const createCalmReader = (carouselOf: (element: Element) => Element | null) => {
  const [CALM_MS, RESPONSE_MS] = [700, 300];
  const names = ["resize", "focusin", "focusout", "keydown", "pointerdown", "pointermove", "wheel", "scroll"];
  const never = Number.NEGATIVE_INFINITY;
  let [resizedAt, scrolledAt, usedAt] = [never, never, never];
  const insideAt = new Map<Element, number>();
  const heed = ({ type, target }: Event): void => {
    const isScrolled = type === "scroll" && target instanceof Element;
    if (isScrolled) return;
    const now = performance.now();
    const inside = target instanceof Element ? carouselOf(target) : null;
    if (type === "scroll") scrolledAt = now;
    if (type === "resize") resizedAt = now;
    else usedAt = now;
    if (inside) insideAt.set(inside, now);
  };
  return {
    /** Scripts may move elements when the window's size or scroll position changes. */
    mayBeResponse: (): boolean => performance.now() - Math.max(resizedAt, scrolledAt) < RESPONSE_MS,
    isCalm: (carousel: Element | null): boolean => {
      const last = carousel ? (insideAt.get(carousel) ?? never) : usedAt;
      return performance.now() - Math.max(resizedAt, last) > CALM_MS;
    },
    heedEvents: () => {
      for (const name of names) addEventListener(name, heed, { capture: true, passive: true });
    },
    ignoreEvents: () => {
      for (const name of names) removeEventListener(name, heed, { capture: true });
    },
  };
};

/** Runs in the page: reports whether an event, or a change to an element's style, may move an element. */
export const isPlacing = (cause: Event | Element): boolean => {
  const properties = ["transform", "translate", "left", "right", "top", "bottom", "margin-left", "margin-top"];
  if (cause instanceof Event) return !(cause instanceof TransitionEvent) || properties.includes(cause.propertyName);
  return cause instanceof HTMLElement && properties.some((name) => cause.style.getPropertyValue(name) !== "");
};

interface Recorders {
  isPlacing: typeof isPlacing;
  createCalmReader: typeof createCalmReader;
  recordLook: typeof recordLook;
  recordPlacing: typeof recordPlacing;
}

/** Runs in the page: records, four times a second, the positions of elements that scripts change. */
export const createMovementTracks = (tools: Recorders, { read, furthest }: PlaceReader): MovementTracks => {
  const [LOOK_MS, MOST, MOST_RECORDS, PARTS] = [250, 150, 500, 3];
  const known = new Map<Element, Known>();
  let roots: Element[] = [];
  let timer = 0;
  const carouselOf = (element: Element) => roots.find((root) => pageTree.contains(root, element)) ?? null;
  const calm = tools.createCalmReader(carouselOf);
  const makeRoom = (): boolean => {
    if (known.size < MOST) return true;
    const still = [...known.values()].find(
      ({ moves, firstPlaced, carousel }) => moves + firstPlaced === 0 && !carousel,
    );
    return still !== undefined && known.delete(still.element);
  };
  const track = (element: Element): void => {
    const isWhole = element === document.body || element === document.documentElement;
    if (known.has(element) || isWhole || !makeRoom()) return;
    const where = { parts: [element, ...[...element.children].slice(0, PARTS)], carousel: carouselOf(element) };
    const places = read(where);
    const times = { first: 0, last: 0, firstPlaced: 0, placedSince: 0, lastPlaced: 0 };
    const counts = { moves: 0, rests: 0, rounds: 0, toggles: 0, far: 0 };
    known.set(element, { element, ...counts, ...times, ...where, places, origin: places });
  };
  const look = (): void => {
    for (const each of known.values()) {
      const places = read(each);
      if (calm.isCalm(each.carousel)) tools.recordLook(each, places, furthest);
      else [each.origin, each.places] = [places, places];
    }
  };
  const follow = (element: Element, hasPlaced: boolean): void => {
    track(element);
    const each = known.get(element);
    if (each && hasPlaced && !calm.mayBeResponse()) tools.recordPlacing(each);
  };
  /** Stops after many changes at once, because the page then already has enough elements to track. */
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName } of records.slice(0, MOST_RECORDS))
      if (target instanceof Element) follow(target, attributeName === "style" && tools.isPlacing(target));
    if (records.length > MOST_RECORDS) observer.disconnect();
  });
  const heed = (event: Event): void => {
    if (event.target instanceof Element) follow(event.target, tools.isPlacing(event));
  };
  return {
    isSlide: (element) => carouselOf(element) !== null,
    list: () => [...known.values()],
    start: (carousels) => {
      roots = carousels.flatMap((parts) => parts.slice(0, 1));
      for (const element of carousels.flat()) track(element);
      pageTree.observe(observer, { subtree: true, attributes: true, attributeFilter: ["style", "class", "hidden"] });
      for (const name of ["scroll", "transitionrun"]) addEventListener(name, heed, { capture: true, passive: true });
      calm.heedEvents();
      timer = window.setInterval(look, LOOK_MS);
    },
    stop: () => {
      observer.disconnect();
      window.clearInterval(timer);
      calm.ignoreEvents();
      for (const name of ["scroll", "transitionrun"]) removeEventListener(name, heed, { capture: true });
    },
  };
};
