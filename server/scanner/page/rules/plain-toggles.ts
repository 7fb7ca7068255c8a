import type { Observations } from "./observations";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";
import type { mentionsSignOut, signsOut } from "./signs-out";

interface Point {
  x: number;
  y: number;
}

/** Buttons that have no state but may show and hide something. Points are relative to the window, in CSS pixels. */
export interface PlainToggles {
  /** Finds buttons of up to four kinds, and returns the kinds. Similar buttons on other pages are of the same kind. */
  listToggles(): string[];
  /**
   * Scrolls the first button of the given kind into view and remembers the text of the page. Returns null if the button
   * is covered.
   */
  aimAtToggle(kind: number): Point | null;
  /**
   * Compares the page with its state at the last call to `aimAtToggle`. `shown` means that text has been added in one
   * place without anything that tells people about it: the button hasn't changed, focus hasn't moved, and the text
   * isn't in a dialog, for example.
   */
  readToggle(kind: number): "same" | "shown" | "other";
  /** Records that all buttons of this kind fail. */
  noteToggles(kind: number, isSilent: boolean): void;
}

/**
 * Runs in the page: returns a selector for parts of a page that screen readers announce when they appear, or that
 * receive focus.
 */
export const announcedParts = (): string =>
  "dialog, [role='dialog'], [role='alertdialog'], [aria-modal='true'], [role='tooltip'], [role='status'], [role='alert'], " +
  "[role='log'], [aria-live], output, [popover], [class*='modal' i], [class*='dialog' i], [class*='toast' i], [class*='snackbar' i]";

interface Parts {
  announcedParts: typeof announcedParts;
  findPlainButtons: typeof findPlainButtons;
  createShownText: typeof createShownText;
  mentionsSignOut: typeof mentionsSignOut;
  signsOut: typeof signsOut;
}

/** Runs in the page: returns the buttons that have no state and are followed by something hidden, grouped by kind. */
export const findPlainButtons = (parts: Omit<Parts, "findPlainButtons">): Map<string, Element[]> => {
  const [MOST_BUTTONS, LEVELS] = [500, 3];
  const buttons = "button, [role='button'], a[href^='#']";
  const stated =
    "[aria-expanded], [aria-haspopup], [aria-pressed], [aria-checked], [aria-selected], [popovertarget], [commandfor], " +
    "[data-toggle], [data-bs-toggle], [type='submit'], [type='reset'], form button:not([type]), summary *, label *";
  const unusable = ":disabled, [aria-disabled='true'], [inert] *, [aria-hidden='true'] *";
  const { isVisible } = parts.createShownText();
  const announced = parts.announcedParts();
  const isAnnounced = (element: Element): boolean =>
    element.matches(announced) || element.querySelector(announced) !== null;
  /** Reports whether an element contains text, or shows text that was passed to its component. */
  const hasText = (element: Element): boolean =>
    [element, ...[...element.querySelectorAll("slot")].slice(0, 5).flatMap((slot) => slot.assignedNodes())].some(
      ({ textContent }) => /\S/.test(textContent ?? ""),
    );
  /** Returns the hidden element after the button or an ancestor that ends with the button; null if there is none. */
  const findHidden = (element: Element): Element | null => {
    let around: Element | null = element;
    for (let level = 0; around && level < LEVELS; level += 1, around = around.parentElement) {
      const next = around.nextElementSibling;
      if (next && !next.matches("script, style, template, link"))
        return isVisible(next) || !hasText(next) || isAnnounced(next) ? null : next;
    }
    return null;
  };
  const isCandidate = (element: Element): boolean =>
    !element.matches(stated) &&
    !element.matches(unusable) &&
    isVisible(element) &&
    !parts.signsOut(element, parts.mentionsSignOut);
  const look = (element: Element): string =>
    [element.localName, element.getAttribute("class"), element.getAttribute("role")].join(" ").slice(0, 150);
  const byKind = new Map<string, Element[]>();
  for (const element of pageTree.findAll(buttons).slice(0, MOST_BUTTONS).filter(isCandidate)) {
    const hidden = findHidden(element);
    if (!hidden) continue;
    const kind = [look(element), ...element.getAttributeNames().sort(), look(hidden)].join(" ").slice(0, 500);
    byKind.set(kind, [...(byKind.get(kind) ?? []), element]);
  }
  return byKind;
};

/** Runs in the page. */
export const createPlainToggles = (parts: Parts, scroll: ScrollMemory, note: Observations["note"]): PlainToggles => {
  const [MOST_KINDS, MOST_PARTS, MOST_AREAS] = [4, 100, 50];
  const text = parts.createShownText();
  let toggles: (readonly Element[])[] = [];
  let before = { text: "", look: "", announced: "" };
  const namesOf = (element: Element): string =>
    ["aria-label", "aria-expanded", "aria-pressed", "aria-checked", "aria-selected", "title", "alt"]
      .map((name) => element.getAttribute(name))
      .concat(text.textsOf([element]), element.querySelector(":scope > title")?.textContent ?? "")
      .join();
  const partsOf = (element: Element): Element[] =>
    [element, ...element.querySelectorAll("*")].slice(0, MOST_PARTS).filter((part) => part.checkVisibility());
  const lookOf = (element: Element): string => partsOf(element).map(namesOf).join();
  const readAnnounced = (): string => {
    const areas = pageTree.findAll(parts.announcedParts()).slice(0, MOST_AREAS);
    return text.textsOf(areas.flatMap(partsOf).filter(text.isVisible)).join();
  };
  const isOneInsertion = (now: string): boolean => {
    const { text: short } = before;
    let start = 0;
    while (start < short.length && short[start] === now[start]) start += 1;
    let end = 0;
    while (end < short.length - start && short.at(-1 - end) === now.at(-1 - end)) end += 1;
    return now.length > short.length && start + end === short.length;
  };
  const hasMovedFocus = (toggle: Element): boolean => {
    const active = pageTree.focused();
    return active !== null && !pageTree.contains(active, toggle) && !pageTree.contains(toggle, active);
  };
  return {
    listToggles: () => {
      const listed = [...parts.findPlainButtons(parts)].slice(0, MOST_KINDS);
      toggles = listed.map(([, elements]) => elements);
      return listed.map(([kind]) => kind);
    },
    aimAtToggle: (kind) => {
      const toggle = toggles[kind]?.[0];
      if (!toggle?.isConnected) return null;
      scroll.scrollTo(toggle);
      before = { text: text.readPage(), look: lookOf(toggle), announced: readAnnounced() };
      return text.openCentreOf(toggle);
    },
    readToggle: (kind) => {
      const toggle = toggles[kind]?.[0];
      if (!toggle?.isConnected || lookOf(toggle) !== before.look || text.openCentreOf(toggle) === null) return "other";
      const now = text.readPage();
      if (now === before.text) return "same";
      const isSilent = !hasMovedFocus(toggle) && readAnnounced() === before.announced;
      return isSilent && isOneInsertion(now) ? "shown" : "other";
    },
    noteToggles: (kind, isSilent) => note("toggle-state", toggles[kind] ?? [], !isSilent),
  };
};
