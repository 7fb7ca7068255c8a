import type { ShownElements } from "./shown-reader";

/** What has appeared or changed on the page since `rememberPage` was called. */
export interface StateChange {
  /** Number of elements that have appeared or changed. */
  size: number;
  /** Digest of the content that has appeared or changed. */
  digest: string;
}

/** The parts of the page that appear in its states. */
export interface StateParts {
  /** Remembers what the page shows. */
  rememberPage(): void;
  readChange(): StateChange;
  /**
   * Remembers the part that has appeared. It belongs to the state that is `level` steps away from the page's initial
   * state.
   */
  keepState(level: number): void;
  /** Reports whether the part of a state can still be seen. */
  isStateShown(level: number): boolean;
}

/** Runs in the page: returns the outermost of these elements; the whole page if there are too many. */
export const findOutermost = (elements: ReadonlySet<Element>): Element[] => {
  const MOST = 100;
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const outermost = [...elements].filter((element) => {
    const parent = parentOf(element);
    return parent === null || !elements.has(parent);
  });
  return outermost.length > MOST ? [document.body] : outermost;
};

/** Runs in the page. */
export const createStateParts = (
  readShown: () => ShownElements,
  outermostOf: typeof findOutermost,
  /** Returns the element that was used last. Changes inside it don't count as a state. */
  usedElement: () => Element | null,
): StateParts & {
  changedRoots(): Element[];
  stateRoots(level: number): Element[];
  isInChange(element: Element): boolean;
  /** Reports whether the document, outside shadow roots, has changed since `rememberPage` was called. */
  hasMutated(): boolean;
} => {
  const MOST_ROOTS = 20;
  const parts = "ul, ol, [role='group'], [role='menu'], [role='listbox'], [role='dialog'], [role='tooltip']";
  let before: ShownElements = new Map();
  let roots: Element[] = [];
  const states = new Map<number, Element[]>();
  const digestOf = (texts: readonly string[]): string => {
    let [one, other] = [2_166_136_261, 5_381];
    for (const character of texts.join("\n")) {
      const code = character.codePointAt(0) ?? 0;
      one = Math.imul(one ^ code, 16_777_619) >>> 0;
      other = (Math.imul(other, 33) + code) >>> 0;
    }
    return `${one.toString(36)}-${other.toString(36)}`;
  };
  /**
   * Reports whether a change affects only the appearance of the element that was used. A list or text that appears
   * inside this element counts as a state.
   */
  const isResponse = (used: Element | null, element: Element): boolean => {
    if (used === null || !used.contains(element)) return false;
    const list = element.closest(parts);
    const isInList = list !== null && list !== used && used.contains(list);
    const hasText = [...element.childNodes].some((node) => node instanceof Text && /\S/.test(node.data));
    return before.has(element) || element === used || !(isInList || hasText || element.matches("img, svg"));
  };
  let isMutated = false;
  const observer = new MutationObserver(() => {
    isMutated = true;
  });
  return {
    hasMutated: () => isMutated,
    rememberPage: () => {
      before = readShown();
      isMutated = false;
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    readChange: () => {
      const used = usedElement();
      const now = [...readShown()];
      const changed = now.filter(([element, text]) => before.get(element) !== text && !isResponse(used, element));
      roots = outermostOf(new Set(changed.map(([element]) => element)));
      return { size: changed.length, digest: digestOf(changed.map(([, text]) => text)) };
    },
    keepState: (level) => {
      states.set(level, roots.slice(0, MOST_ROOTS));
    },
    isStateShown: (level) => {
      const shown = readShown();
      return (states.get(level) ?? []).some((element) => shown.has(element));
    },
    stateRoots: (level) => (states.get(level) ?? []).filter((element) => element.isConnected),
    changedRoots: () => roots.filter((element) => element.isConnected),
    isInChange: (element) => roots.some((root) => pageTree.contains(root, element)),
  };
};
