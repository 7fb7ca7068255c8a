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
   * Chooses the next of up to five kinds of these elements, and starts recording changes to the page. The kinds are
   * found again each time, because a click may replace elements. Returns false if no kind is left.
   */
  chooseClickKind(): boolean;
  /** Scrolls an element of the kind into view. Returns its centre; null if there is no such element or it is covered. */
  aimAtClick(member: number): Point | null;
  /** Reports whether the page has changed since the last call. */
  hasClickChanged(): boolean;
  /**
   * Returns false if the element isn't a barrier: what the click tried to load is also the target of a link, or the
   * click only moved focus to a field beside the element.
   */
  keepClickKind(attempt: string | null): boolean;
  /** Records that clicking elements of the current kind has no effect. */
  passClickKind(): void;
  /** Records all elements of the kinds that `keepClickKind` kept, even if the clicks have replaced them. */
  noteClicks(): void;
}

export interface ClickElements {
  noteClickContainers(...nodes: Node[]): void;
}

interface Parts {
  findClickKinds: typeof findClickKinds;
  isFieldFocused: typeof isFieldFocused;
  createClickLook: typeof createClickLook;
  createReachReader: typeof createReachReader;
  createShownText: typeof createShownText;
  findMouseOnly: typeof findMouseOnly;
  pathFrom: typeof pathFrom;
  mentionsSignOut: typeof mentionsSignOut;
  signsOut: typeof signsOut;
}

/**
 * Runs in the page: of the elements in containers that listen for clicks, returns, by kind, those that look clickable,
 * have no listener of their own and can't be reached with the keyboard.
 */
export const findClickKinds = (
  containers: readonly Node[],
  parts: Omit<Parts, "createShownText" | "findClickKinds" | "isFieldFocused" | "pathFrom">,
): Map<string, Element[]> => {
  const MOST_ELEMENTS = 5_000;
  const isPointed = (element: Element | null) => element && getComputedStyle(element).cursor === "pointer";
  // Leaves out forms, because a field named "attributes", for example, would hide the form's own property of that name.
  const isCandidate = (element: Element) =>
    !(element instanceof HTMLFormElement) &&
    isPointed(element) &&
    !isPointed(pageTree.parentOf(element)) &&
    pageTree.closest(element, "[aria-hidden='true'], [inert], [aria-disabled='true']") === null &&
    !containers.includes(element) &&
    containers.some((container) => pageTree.contains(container, element)) &&
    !parts.signsOut(element, parts.mentionsSignOut);
  const elements = pageTree.findAll(":not(html, body)").slice(0, MOST_ELEMENTS).filter(isCandidate);
  const byKind = new Map<string, Element[]>();
  for (const element of parts.findMouseOnly(elements, parts.createReachReader(), parts.createClickLook([]))) {
    const kind = [element.tagName, element.className, ...element.getAttributeNames().sort()].join(" ");
    byKind.set(kind, [...(byKind.get(kind) ?? []), element]);
  }
  return byKind;
};

/**
 * Runs in the page: reports whether focus is in a field that can be reached with the Tab key and is inside one of
 * the first three elements of the path.
 */
export const isFieldFocused = (path: readonly Element[]): boolean => {
  const field = pageTree.focused();
  const fields = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";
  if (!field?.matches(fields) || field.matches("[tabindex^='-']")) return false;
  return path.slice(0, 3).some((each) => each !== document.body && pageTree.contains(each, field));
};

/** Runs in the page. */
export const createClickTargets = (
  parts: Parts,
  scroll: ScrollMemory,
  note: Observations["note"],
): ClickTargets & ClickElements => {
  const MOST_KINDS = 5;
  const text = parts.createShownText();
  let [containers, members]: [readonly Node[], readonly Element[]] = [[], []];
  let [kind, before] = ["", ""];
  const tried = new Set<string>();
  /** Elements that were clicked. A click may change an element's kind, but the new kind needs no test of its own. */
  const clicked = new Set<Element>();
  /** The kinds that were kept, each with the last element that was clicked and its ancestors. */
  const kept = new Map<string, readonly Element[]>();
  /** The element that was clicked and its ancestors, in case the click removes the element. */
  let [path, hasChanged]: [readonly Element[], boolean] = [[], false];
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
    chooseClickKind: () => {
      const found = tried.size < MOST_KINDS ? parts.findClickKinds(containers, parts) : [];
      const next = [...found].find(
        ([name, elements]) => !tried.has(name) && !elements.some((each) => clicked.has(each)),
      );
      if (!next) return false;
      [kind, members] = next;
      tried.add(kind);
      pageTree.observe(observer, { subtree: true, childList: true, characterData: true, attributes: true });
      return true;
    },
    aimAtClick: (member) => {
      const target = members[member];
      if (!target?.isConnected) return null;
      clicked.add(target);
      path = parts.pathFrom(target);
      scroll.scrollTo(target);
      before = text.readPage();
      return text.openCentreOf(target);
    },
    hasClickChanged: () => {
      const changed = hasChanged;
      hasChanged = false;
      return changed;
    },
    keepClickKind: (attempt) => {
      const links = attempt === null ? [] : pageTree.findAll<HTMLAnchorElement>("a[href], area[href]");
      if (links.some(({ href }) => href === attempt)) return false;
      if (attempt === null && parts.isFieldFocused(path) && text.readPage() === before) return false;
      kept.set(kind, path);
      return true;
    },
    passClickKind: () => note("click-only", members, true),
    noteClicks: () => {
      observer.disconnect();
      scroll.restoreScroll();
      const found = kept.size > 0 ? parts.findClickKinds(containers, parts) : null;
      for (const [name, around] of kept)
        note("click-only", found?.get(name) ?? around.filter((element) => element.isConnected).slice(0, 1), false);
    },
  };
};
