import type { createShownText } from "./shown-text";

/** Text that has appeared on the page. */
export interface Message {
  element: Element;
  /** The text, in lower case and on one line. */
  text: string;
  /** The element if it was already on the page before the text appeared, otherwise its nearest ancestor that was. */
  home: Element;
  /** Whether only a number in the text is new. */
  isNumber: boolean;
  /** Whether screen readers announce the text, because it is in a live region or a dialog. */
  isAnnounced: boolean;
}

/** Watches for text that appears after something is pressed or changed. */
export interface MessageWatch {
  /** Remembers the text of the page and where focus is. */
  start(): void;
  /** Reports whether the page may look different from when `start` was called. */
  hasChanged(): boolean;
  /** Returns the text that has appeared since `start` was called. */
  list(): Message[];
  /** Reports whether focus has moved to another element since `start` was called. */
  hasFocusMoved(): boolean;
  /** Reports whether any live region has changed since `start` was called, including hidden ones. */
  hasAnnounced(): boolean;
}

/** Runs in the page: returns the short text of which a number is a part, such as "3 results". */
export const sentenceAround = (element: Element): { element: Element; text: string } => {
  const parent = pageTree.parentOf(element);
  const text = (parent?.textContent ?? "").slice(0, 1_000).replace(/\s+/g, " ").trim().toLowerCase();
  return parent && text.length <= 100 ? { element: parent, text } : { element, text: "" };
};

/** Runs in the page. */
export const createMessageWatch = (
  { listVisible, textsOf }: ReturnType<typeof createShownText>,
  textAround: typeof sentenceAround,
): MessageWatch => {
  const MOST_ADDED = 5_000;
  const live =
    "[role='alert'], [role='status'], [role='log'], [role='timer'], [role='marquee'], [role='alertdialog'], [role='dialog'], " +
    "dialog, output, [aria-live='polite' i], [aria-live='assertive' i]";
  let before = new Map<Element, string>();
  let focused: Element | null = null;
  let hasAnnounced = false;
  let hasChanged = false;
  let added = new Set<Node>();
  const readTexts = (): Map<Element, string> => {
    const elements = [...listVisible()];
    const texts = textsOf(elements);
    return new Map(elements.map((element, index) => [element, texts[index] ?? ""]));
  };
  const speaks = (node: Node): boolean => {
    const element = node instanceof Element ? node : node.parentElement;
    const region =
      (element && pageTree.closest(element, live)) ?? (element === node ? element.querySelector(live) : null);
    return /\S/.test((region?.textContent ?? "").slice(0, 2_000));
  };
  const observer = new MutationObserver((records) => {
    hasChanged = true;
    for (const { addedNodes } of records) for (const node of addedNodes) if (added.size < MOST_ADDED) added.add(node);
    for (const { type, target, addedNodes } of records)
      if (type !== "attributes")
        hasAnnounced ||= [target, ...addedNodes].some((node) => node !== document.body && speaks(node));
  });
  const homeOf = (element: Element): Element => {
    let home = element;
    for (let each: Element | null = element; each; each = pageTree.parentOf(each))
      if (added.has(each)) home = pageTree.parentOf(each) ?? each;
    return home;
  };
  return {
    start: () => {
      before = readTexts();
      focused = pageTree.focused();
      observer.disconnect();
      [hasAnnounced, hasChanged, added] = [false, false, new Set()];
      pageTree.observe(observer, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    hasChanged: () => hasChanged,
    list: () => {
      const known = new Set(before.values());
      return [...readTexts()].flatMap(([element, text]) => {
        const isNumber = /^[\d.,\s]+$/.test(text);
        if (isNumber ? before.get(element) === text : known.has(text)) return [];
        const message = isNumber ? textAround(element) : { element, text };
        if (!/\p{L}/u.test(message.text) || pageTree.closest(element, "[aria-hidden='true']")) return [];
        const isAnnounced = pageTree.closest(element, live) !== null;
        return [{ ...message, isNumber, home: homeOf(message.element), isAnnounced }];
      });
    },
    hasFocusMoved: () => {
      const active = pageTree.focused();
      return active !== focused && active !== null && active !== document.body;
    },
    hasAnnounced: () => hasAnnounced,
  };
};
