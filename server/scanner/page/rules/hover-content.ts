import type { createHoverControls, HoverText } from "./hover-controls";
import type { listHoverTriggers, readHoverSelectors } from "./list-hover-triggers";
import type { Observations } from "./observations";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";

interface Point {
  x: number;
  y: number;
}

/** How people can use content that an element shows on hover. */
export interface HoverUse {
  content: HoverText;
  /** Whether the content stays visible when the pointer moves onto it. */
  canBeReached: boolean;
  /** Whether the content covers other text and Escape doesn't hide it. */
  staysInTheWay: boolean;
  /** Whether the content is also shown on keyboard focus. */
  isShownByFocus: boolean;
}

/** Triggers are elements that show content on hover. Points are relative to the window, in CSS pixels. */
export interface HoverContent {
  /** Returns the descriptions of up to six triggers. Identical triggers on other pages have the same description. */
  listTriggers(): string[];
  /**
   * Scrolls a trigger into view and remembers what is visible. Returns the trigger's centre; null if something covers
   * it.
   */
  aimAt(trigger: number): Point | null;
  /**
   * Finds the content that has appeared since the last call to `aimAt`, and the point in it that is nearest to the
   * trigger. Returns null if nothing has appeared.
   */
  findShown(trigger: number): { nearest: Point; content: HoverText } | null;
  /** Reports whether any of the content that the trigger showed is still visible. */
  isShown(): boolean;
  /** Reports whether the content that the trigger showed covers other text. */
  coversText(): boolean;
  /**
   * Focuses a control that belongs to the trigger: one in its hidden content if `isInContent` is true, otherwise a
   * visible one. Returns whether there is such a control.
   */
  focusForContent(trigger: number, isInContent: boolean): boolean;
  noteHover(trigger: number, use: HoverUse): void;
  restoreHover(): void;
}

export interface HoverElements {
  noteHoverListeners(...nodes: Node[]): void;
}

interface Parts {
  createHoverControls: typeof createHoverControls;
  createShownText: typeof createShownText;
  listHoverTriggers: typeof listHoverTriggers;
  readHoverSelectors: typeof readHoverSelectors;
}

/** Runs in the page. */
export const createHoverContent = (
  parts: Parts,
  scroll: ScrollMemory,
  note: Observations["note"],
): HoverContent & HoverElements => {
  const text = parts.createShownText();
  const controls = parts.createHoverControls(text);
  let listening: readonly Node[] = [];
  let triggers: readonly Element[] = [];
  let visible = new Set<Element>();
  let shown: Element[] = [];
  /** The text that each trigger showed first. If different text appears later, something else has shown it. */
  const known = new Map<Element, string>();
  /** Reports whether the text that appears is the same each time and isn't only the name of the trigger. */
  const isNews = (trigger: Element, found: string): boolean => {
    const names = [trigger.getAttribute("aria-label"), trigger.getAttribute("title")].join(" ").toLowerCase();
    return found.length >= 3 && !names.includes(found) && (known.get(trigger) ?? found) === found;
  };
  return {
    noteHoverListeners: (...nodes) => {
      listening = nodes;
    },
    listTriggers: () => {
      const found = parts.listHoverTriggers(parts.readHoverSelectors(), listening);
      triggers = found.map(({ element }) => element);
      return found.map(({ kind }) => kind);
    },
    aimAt: (number) => {
      const trigger = triggers[number];
      if (!trigger) return null;
      scroll.scrollTo(trigger);
      [shown, visible] = [[], text.listVisible()];
      return text.openCentreOf(trigger);
    },
    findShown: (number) => {
      const trigger = triggers[number];
      shown = [...text.listVisible()].filter((element) => !visible.has(element));
      const texts = text.textsOf(shown);
      if (!trigger || !isNews(trigger, texts.join(" "))) return null;
      known.set(trigger, texts.join(" "));
      const links = shown.flatMap((element) => element.closest<HTMLAnchorElement>("a[href]")?.href ?? []);
      const nearest = text.nearestIn(shown, text.centreOf(trigger));
      return nearest && { nearest, content: { texts, links } };
    },
    isShown: () => shown.some((element) => element.isConnected && text.isVisible(element)),
    coversText: () => [...visible].some((element) => text.isCovered(element, shown)),
    focusForContent: (number, isInContent) => {
      const trigger = triggers[number];
      const control = trigger ? controls.controlOf(trigger, isInContent) : null;
      control?.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      return control !== null;
    },
    noteHover: (number, { content, canBeReached, staysInTheWay, isShownByFocus }) => {
      const trigger = triggers[number];
      if (!trigger) return;
      const detail = canBeReached
        ? "Escape doesn't hide the content"
        : "the content disappears when the pointer moves onto it";
      note("hover-content", [trigger], canBeReached && (staysInTheWay ? undefined : true), detail);
      note("hover-only", [trigger], isShownByFocus || controls.assessUnfocused(trigger, content));
    },
    restoreHover: () => scroll.restoreScroll(),
  };
};
