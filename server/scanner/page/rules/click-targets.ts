import type { createClickLook, createReachReader, findMouseOnly } from "./find-mouse-only";
import type { Observations } from "./observations";
import type { pathFrom } from "./path-from";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";
import type { mentionsSignOut, signsOut } from "./signs-out";

interface Point {
  x: number;
  y: number;
}

/**
 * Elements that look clickable but have no listener of their own and can't be reached with the keyboard. A listener on
 * an element around them may handle their clicks. Points are relative to the window, in CSS pixels.
 */
export interface ClickTargets {
  /**
   * Finds up to five kinds of these elements, and starts recording changes to the page. Returns the number of kinds.
   */
  listClickTargets(): number;
  /** Scrolls an element of a kind into view. Returns its centre; null if there is no such element or it is covered. */
  aimAtClick(kind: number, member: number): Point | null;
  /** Reports whether the page has changed since the last call. */
  hasClickChanged(): boolean;
  /** Records all elements of a kind, unless what the click tried to load is also the target of a link. */
  noteClick(kind: number, attempt: string | null): boolean;
  endClicks(): void;
}

export interface ClickElements {
  noteClickContainers(...nodes: Node[]): void;
}

interface Parts {
  createClickLook: typeof createClickLook;
  createReachReader: typeof createReachReader;
  createShownText: typeof createShownText;
  findMouseOnly: typeof findMouseOnly;
  pathFrom: typeof pathFrom;
  mentionsSignOut: typeof mentionsSignOut;
  signsOut: typeof signsOut;
}

/** Runs in the page. */
export const createClickTargets = (
  parts: Parts,
  scroll: ScrollMemory,
  note: Observations["note"],
): ClickTargets & ClickElements => {
  const most = { kinds: 5, elements: 5_000 };
  const text = parts.createShownText();
  let containers: readonly Node[] = [];
  let kinds: (readonly Element[])[] = [];
  let hasChanged = false;
  /** The target and its ancestors, in case the click removes the target. */
  let path: readonly Element[] = [];
  const isPointed = (element: Element | null) => element && getComputedStyle(element).cursor === "pointer";
  // Fields of a form can replace its properties, such as its attributes.
  const isCandidate = (element: Element) =>
    !(element instanceof HTMLFormElement) &&
    isPointed(element) &&
    !isPointed(element.parentElement) &&
    element.closest("[aria-hidden='true'], [inert], [aria-disabled='true']") === null &&
    !containers.includes(element) &&
    containers.some((container) => container.contains(element)) &&
    !parts.signsOut(element, parts.mentionsSignOut);
  /** Scripts often mark the whole page after any click, for example to show that a mouse is in use. */
  const isOfPage = ({ target }: MutationRecord): boolean =>
    target !== document.documentElement && target !== document.body && !document.head.contains(target);
  const observer = new MutationObserver((records) => {
    hasChanged ||= records.some(isOfPage);
  });
  return {
    noteClickContainers: (...nodes) => {
      containers = nodes;
    },
    listClickTargets: () => {
      const elements = [...document.body.querySelectorAll("*")].slice(0, most.elements).filter(isCandidate);
      const byKind = new Map<string, Element[]>();
      for (const element of parts.findMouseOnly(elements, parts.createReachReader(), parts.createClickLook([]))) {
        const kind = [element.tagName, element.className, ...element.getAttributeNames().sort()].join(" ");
        byKind.set(kind, [...(byKind.get(kind) ?? []), element]);
      }
      kinds = [...byKind.values()].slice(0, most.kinds);
      if (kinds.length > 0)
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      return kinds.length;
    },
    aimAtClick: (kind, member) => {
      const target = kinds[kind]?.[member];
      if (!target?.isConnected) return null;
      path = parts.pathFrom(target);
      scroll.scrollTo(target);
      return text.openCentreOf(target);
    },
    hasClickChanged: () => {
      try {
        return hasChanged;
      } finally {
        hasChanged = false;
      }
    },
    noteClick: (kind, attempt) => {
      if (attempt !== null && [...document.links].some(({ href }) => href === attempt)) return false;
      const left = kinds[kind]?.filter((element) => element.isConnected) ?? [];
      note("click-only", left.length > 0 ? left : path.filter((element) => element.isConnected).slice(0, 1), false);
      return true;
    },
    endClicks: () => {
      observer.disconnect();
      scroll.restoreScroll();
    },
  };
};
