import type { ScrollMemory } from "./scroll-memory";

/** The elements that the Tab key reaches, numbered in document order; -1 stands for any other element. */
export interface TabStops {
  /** Updates the list of tab stops. Returns their number. */
  listStops(): number;
  /**
   * Returns the tab stops that could trap focus: elements passed to `suspectStops`, and tab stops inside them. Ignores
   * elements that contain more than a few tab stops.
   */
  suspects(): number[];
  /**
   * Returns the first and last tab stops in each of up to three elements that could keep focus, but contain more tab
   * stops than `suspects` allows, though not all of the page. Leaves out dialogs and widgets with their own keys.
   */
  suspectGroups(): { first: number; last: number }[];
  /** Scrolls a tab stop into view. */
  showStop(number: number): void;
  /** Focuses a tab stop as the Tab key would. */
  focusStop(number: number): void;
  /** Returns the tab stop that has focus. */
  focusedStop(): number;
  /** Returns focus to the top of the document. */
  leaveStops(): void;
  /**
   * Returns the keys mentioned in the page's text, such as "ctrl+m", and whether any of these tab stops is in a dialog,
   * which is allowed to keep focus.
   */
  waysOut(numbers: readonly number[]): { isDialog: boolean; keys: string[] };
}

/** The tab stop functions that accept or return elements. */
export interface TabStopElements {
  /** Remembers elements whose listeners could trap focus. */
  suspectStops(...elements: Element[]): void;
  stopsAt(numbers: readonly number[]): Element[];
  allStops(): readonly HTMLElement[];
}

type StopGroup = ReturnType<TabStops["suspectGroups"]>[number];

/** Runs in the page: returns the groups for `suspectGroups`. */
export const groupStops = (suspected: readonly Element[], stops: readonly Element[]): StopGroup[] => {
  /** Widgets in which the Tab key may do something else, or which people can leave in another way. */
  const managed =
    "dialog, [role='dialog'], [role='alertdialog'], [aria-modal='true'], [role='application'], [role='grid'], " +
    "[role='treegrid'], [role='menu'], [contenteditable]";
  const least = 6;
  const most = 200;
  const groups = suspected.flatMap((element) => {
    const inside = stops.flatMap((stop, number) => (pageTree.contains(element, stop) ? [number] : []));
    const [first = 0, last = 0] = [inside[0], inside.at(-1)];
    const isGroup = inside.length >= least && inside.length <= most && inside.length < stops.length;
    return isGroup && pageTree.closest(element, managed) === null ? [{ first, last }] : [];
  });
  return [...new Map(groups.map((group) => [`${group.first} ${group.last}`, group])).values()].slice(0, 3);
};

/** Runs in the page. */
export const createTabStops = (
  { rememberScroll }: Pick<ScrollMemory, "rememberScroll">,
  findGroups: typeof groupStops,
): TabStops & TabStopElements => {
  const candidates = [
    ...["a[href]", "area[href]", "button", "input", "select", "textarea", "summary", "iframe"],
    ...["audio[controls]", "video[controls]", "[contenteditable]", "[tabindex]"],
  ].join();
  const dialogs = "dialog, [role='dialog'], [role='alertdialog'], [aria-modal='true']";
  const mostInside = 5;
  let stops: HTMLElement[] = [];
  let suspected: Element[] = [];
  /**
   * Reports whether an element is editable and has no `tabindex` attribute. Tab reaches it although its `tabIndex` is -1.
   */
  const isEditor = (element: HTMLElement): boolean =>
    element.isContentEditable && !element.hasAttribute("tabindex") && element.parentElement?.isContentEditable !== true;
  const isStop = (element: HTMLElement): boolean =>
    (element.tabIndex >= 0 || isEditor(element)) &&
    !element.matches(":disabled") &&
    element.checkVisibility({ checkVisibilityCSS: true });
  const stopsAt = (numbers: readonly number[]): HTMLElement[] => numbers.flatMap((number) => stops[number] ?? []);
  const insideOf = (element: Element): number[] => {
    const inside = stops.flatMap((stop, number) => (pageTree.contains(element, stop) ? [number] : []));
    return inside.length > mostInside ? [] : inside;
  };
  return {
    listStops: () => {
      stops = pageTree.findAll<HTMLElement>(candidates).filter(isStop).slice(0, 2_000);
      return stops.length;
    },
    suspectStops: (...elements) => {
      suspected = elements;
    },
    suspects: () => [...new Set(suspected.flatMap(insideOf))],
    suspectGroups: () => findGroups(suspected, stops),
    showStop: (number) => {
      const stop = stops[number];
      if (stop) rememberScroll(stop);
      stop?.scrollIntoView({ block: "center", behavior: "instant" });
    },
    focusStop: (number) => stops[number]?.focus({ preventScroll: true, focusVisible: true } as FocusOptions),
    focusedStop: () => stops.findIndex((stop) => stop.matches(":focus")),
    leaveStops: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      getSelection()?.collapse(document.body, 0);
    },
    waysOut: (numbers) => {
      const text = pageTree.readText().slice(0, 20_000);
      const named = text.match(/\b(?:ctrl|control|alt|shift) ?\+ ?[a-z0-9]\b|\bF\d\b/gi) ?? [];
      return {
        isDialog: stopsAt(numbers).some((stop) => pageTree.closest(stop, dialogs) !== null),
        keys: [...new Set(named.map((key) => key.toLowerCase()))].slice(0, 5),
      };
    },
    allStops: () => stops,
    stopsAt,
  };
};
