import type { FaintRing, FocusRings } from "./focus-rings";
import type { FocusStyles } from "./focus-styles";

/** Tab stops that look alike and get the same faint ring. */
export interface FaintKind {
  name: string;
  stops: number[];
  isOnlyRing: boolean;
}

/** Tab stops, identified by their numbers. */
export interface UnchangedStops {
  tried: number[];
  /** Tab stops from which the page immediately removes focus. */
  refused: number[];
  /** Tab stops that may look the same with focus, grouped by kind. */
  kinds: { name: string; stops: number[] }[];
  /** Tab stops whose ring hardly stands out from the background, grouped by kind. */
  faint: FaintKind[];
}

interface StopBoxes {
  /** Reports whether focusing a tab stop can show something other than a caret. */
  isTested(stop: HTMLElement): boolean;
  /** Reports whether a checkbox or radio button has no size, and people see its label instead. */
  isShownByLabel(stop: HTMLElement): boolean;
}

/** Runs in the page. */
export const createStopBoxes = (): StopBoxes => {
  const hasBox = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2;
  };
  const isShownByLabel = (stop: HTMLElement): boolean => {
    if (hasBox(stop) || !(stop instanceof HTMLInputElement) || !stop.matches("[type=checkbox], [type=radio]"))
      return false;
    return [...(stop.labels ?? [])].slice(0, 10).some((label) => {
      label.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top } = stop.getBoundingClientRect();
      const box = label.getBoundingClientRect();
      const isBeside = left > box.left - 40 && left < box.right + 40 && top > box.top - 40 && top < box.bottom + 40;
      const isShown = label.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
      const atCentre = pageTree.elementAt(box.left + box.width / 2, box.top + box.height / 2);
      const isOnTop = atCentre !== null && pageTree.contains(label, atCentre);
      return isBeside && isShown && box.width > 4 && box.height > 4 && isOnTop;
    });
  };
  const showsCaret = (element: Element): boolean =>
    element.matches("textarea, select, iframe, audio, video, [contenteditable]") ||
    (element.localName === "input" && !element.matches("[type=checkbox], [type=radio], [type=submit], [type=button]"));
  return { isShownByLabel, isTested: (stop) => (hasBox(stop) || isShownByLabel(stop)) && !showsCaret(stop) };
};

/**
 * Runs in the page: focuses up to 40 tab stops as the Tab key would. Omits frames, media and fields that show a caret.
 * A tab stop may look the same with focus if its styles stay the same, if only its outline changes and the outline is
 * transparent or cut off, or if the tab stop itself is transparent or has no size. A checkbox or radio button without a
 * size counts if its label is visible beside it.
 */
export const findUnchangedStops = (
  stops: readonly HTMLElement[],
  { endTransitions, isOutlineHidden, isUnseen, stylesOf }: FocusStyles,
  { readLook, readFaintRing }: FocusRings,
  { isTested, isShownByLabel }: StopBoxes,
): UnchangedStops => {
  const isInvisible = (stop: HTMLElement): boolean => isUnseen(stop) || isShownByLabel(stop);
  const focus = (stop: HTMLElement): void => {
    const options: FocusOptions & { focusVisible: boolean } = { focusVisible: true, preventScroll: true };
    stop.focus(options);
  };
  const rings = new Map<HTMLElement, FaintRing>();
  const mayStaySame = (stop: HTMLElement): boolean => {
    stop.blur();
    endTransitions(stop);
    const [before, apart, look] = [stylesOf(stop), stylesOf(stop, false), readLook(stop)];
    focus(stop);
    endTransitions(stop);
    if (!stop.matches(":focus")) return false;
    if (stylesOf(stop) === before || isInvisible(stop)) return true;
    if (stylesOf(stop, false) === apart && isOutlineHidden(stop)) return true;
    const ring = readFaintRing(stop, look);
    if (ring) rings.set(stop, ring);
    return false;
  };
  const refuses = (stop: HTMLElement): boolean => {
    const isLost = (): boolean => {
      focus(stop);
      return document.activeElement === document.body && stop.isConnected && stop.checkVisibility();
    };
    return isLost() && isLost();
  };
  const nameOf = ({ localName, classList }: Element): string => `${localName} ${[...classList].sort().join(" ")}`;
  /**
   * Describes the elements around and after a transparent tab stop, because one of them may show that the tab stop has
   * focus.
   */
  const aroundOf = ({ parentElement: parent, nextElementSibling: next }: Element): string =>
    [parent?.parentElement, parent, next].map((each) => (each ? nameOf(each) : "")).join();
  const tried = [...stops.entries()].filter(([, stop]) => isTested(stop)).slice(0, 40);
  const kinds = new Map<string, number[]>();
  const faint = new Map<string, FaintKind>();
  const refused: number[] = [];
  const addFaint = (number: number, stop: HTMLElement): void => {
    const ring = rings.get(stop);
    if (!ring) return;
    const { backgroundColor, borderColor } = getComputedStyle(stop);
    const name = [nameOf(stop), aroundOf(stop), backgroundColor, borderColor, ring.name].join(" ").slice(0, 4_000);
    const kind = faint.get(name) ?? { name, stops: [], isOnlyRing: ring.isOnlyRing };
    kind.stops.push(number);
    faint.set(name, kind);
  };
  for (const [number, stop] of tried) {
    const kind = `${nameOf(stop)} ${isInvisible(stop) ? aroundOf(stop) : ""} ${stylesOf(stop)}`.slice(0, 4_000);
    if (refuses(stop)) refused.push(number);
    else if (mayStaySame(stop)) kinds.set(kind, [...(kinds.get(kind) ?? []), number]);
    else addFaint(number, stop);
  }
  return {
    tried: tried.map(([number]) => number),
    refused,
    kinds: [...kinds].slice(0, 10).map(([name, numbers]) => ({ name, stops: numbers })),
    faint: [...faint.values()].slice(0, 10),
  };
};
