import type { Inks } from "./find-faint-controls";
import type { Observations } from "./observations";
import type { TabStopElements } from "./tab-stops";

/** How an element and its surroundings look. */
interface Look {
  outline: string;
  shadow: string;
  inside: string;
  others: string;
}

/** A focus indicator that hardly stands out from the background, according to styles. */
export interface FaintRing {
  name: string;
  /** Whether nothing else about the element changes when it receives focus. */
  isOnlyRing: boolean;
}

export interface FocusRings {
  readLook(element: Element): Look;
  /**
   * Returns the ring that has appeared around an element since `before` was read. Returns null if the ring stands out,
   * if something else, such as an underline, may also show that the element has focus, or if the element looks
   * disabled.
   */
  readFaintRing(element: Element, before: Look): FaintRing | null;
}

/** Runs in the page. */
export const createFocusRings = ({ standsOut }: Pick<Inks, "standsOut">): FocusRings => {
  const outlineOf = ({ outlineStyle, outlineWidth, outlineColor, outlineOffset }: CSSStyleDeclaration): string =>
    outlineStyle === "none" || outlineWidth === "0px"
      ? ""
      : [outlineColor, outlineStyle, outlineWidth, outlineOffset].join(" ");
  const shadowOf = ({ boxShadow }: CSSStyleDeclaration): string => (boxShadow === "none" ? "" : boxShadow);
  const insideOf = ({ background, border, color }: CSSStyleDeclaration): string => [background, border, color].join();
  const shapeOf = ({ textDecoration, transform, opacity, filter, fontWeight, clipPath }: CSSStyleDeclaration): string =>
    [textDecoration, transform, opacity, filter, fontWeight, clipPath].join();
  const wholeOf = (style: CSSStyleDeclaration): string =>
    [outlineOf(style), shadowOf(style), insideOf(style), shapeOf(style), style.width, style.content].join();
  const readLook = (element: Element): Look => {
    const style = getComputedStyle(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const around = [element.parentElement, ...[...element.children].slice(0, 2)].flatMap((each) => each ?? []);
    const parts = [element, ...around].flatMap((each) =>
      ["::before", "::after"].map((part) => getComputedStyle(each, part)),
    );
    const others = [...around.map((each) => getComputedStyle(each)), ...parts];
    return {
      outline: outlineOf(style),
      shadow: shadowOf(style),
      inside: insideOf(style),
      others: [x, y, width, height, shapeOf(style), ...others.map(wholeOf)].join(),
    };
  };
  return {
    readLook,
    readFaintRing: (element, before) => {
      const now = readLook(element);
      const shown = [now.outline === before.outline ? "" : now.outline, now.shadow === before.shadow ? "" : now.shadow];
      const colours = shown.join(" ").match(/(?:rgba?|color|oklch|oklab|lab|lch|hsla?|hwb)\([^()]{1,80}\)/g) ?? [];
      // The ring that browsers draw by default isn't faint, because it has two colours.
      const isBrowsers = / auto /.test(now.outline);
      const isDisabled = element.closest(".disabled, [aria-disabled='true']") !== null;
      const isKnown = colours.length > 0 && !isBrowsers && !/inset/.test(now.shadow) && now.others === before.others;
      if (!isKnown || isDisabled || colours.some((colour) => standsOut(element, colour))) return null;
      return { name: shown.join("|"), isOnlyRing: now.inside === before.inside };
    },
  };
};

export interface RingNotes {
  /**
   * Returns the box of a tab stop, relative to the top left corner of the window; null unless the tab stop and this
   * margin around it are in view.
   */
  boxOfStop(stop: number, margin: number): { x: number; y: number; width: number; height: number } | null;
  /** Records the contrast of the ring that shows focus on these tab stops. */
  noteRing(stops: readonly number[], isOnlyRing: boolean, contrast: number): void;
}

/** Runs in the page. */
export const createRingNotes = (
  { stopsAt }: Pick<TabStopElements, "stopsAt">,
  note: Observations["note"],
): RingNotes => {
  const MOST_AREA = 100_000;
  return {
    boxOfStop: (stop, margin) => {
      const [element] = stopsAt([stop]);
      if (!element) return null;
      const { x, y, right, bottom, width, height } = element.getBoundingClientRect();
      const isIn =
        Math.min(x, y) >= margin &&
        right <= document.documentElement.clientWidth - margin &&
        bottom <= innerHeight - margin;
      return isIn && width * height <= MOST_AREA ? { x, y, width, height } : null;
    },
    noteRing: (stops, isOnlyRing, contrast) =>
      note("focus-contrast", stopsAt(stops), isOnlyRing ? false : undefined, `${contrast.toFixed(2)} instead of 3`),
  };
};
