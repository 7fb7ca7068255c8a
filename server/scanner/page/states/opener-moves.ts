export type OpenerKey = "Enter" | "ArrowDown" | "ArrowRight" | "a";

/**
 * Runs in the page: returns the keys that may activate an element that has focus, except those that have the same
 * effect as a click.
 */
export const listOpenerKeys = (element: Element | null): OpenerKey[] => {
  if (element === null) return [];
  const role = element.getAttribute("role");
  const isInput = element instanceof HTMLInputElement;
  if (isInput && (role === "combobox" || element.matches("[aria-autocomplete], [list], [aria-haspopup='listbox']")))
    return ["ArrowDown", "a"];
  if (role === "treeitem") return ["ArrowRight"];
  const isNative = element.matches("a[href], button, summary, input, select, textarea");
  const opensMenu = role === "menuitem" || element.matches("[aria-haspopup]:not([aria-haspopup='dialog'])");
  const keys: OpenerKey[] = isNative ? [] : ["Enter"];
  return opensMenu || !isNative || role === "combobox" ? [...keys, "ArrowDown"] : keys;
};

/** Runs in the page: returns a function that finds a button that closes one of several parts of the page. */
export const createCloserFinder = (
  isVisible: (element: Element) => boolean,
): ((roots: readonly Element[]) => Element | null) => {
  const MOST = 200;
  const names = new Set(
    "close, close menu, close dialog, close modal, dismiss, back, go back, cancel, no thanks, not now, ×, ✕, ✖, x, schließen, abbrechen, zurück, fermer, annuler, retour, cerrar, cancelar, volver, chiudi, annulla, indietro, sluiten, annuleren, terug, fechar, voltar".split(
      ", ",
    ),
  );
  const buttons = "button, [role='button'], a[href^='#']";
  const closes = "[data-dismiss], [data-bs-dismiss], [data-close], [class*='close' i]";
  const isCloser = (element: Element): boolean => {
    const isPlain = !(element instanceof HTMLButtonElement) || element.type === "button" || element.form === null;
    if (!isPlain || !isVisible(element)) return false;
    const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
    const name = label.slice(0, 100).trim().toLowerCase();
    return names.has(name) || (name.length < 2 && element.matches(closes));
  };
  return (roots) =>
    pageTree
      .findAll(buttons)
      .filter((button) => roots.some((root) => pageTree.contains(root, button)))
      .slice(0, MOST)
      .find(isCloser) ?? null;
};

/**
 * Runs in the page: returns a point in the window beside these elements where a click doesn't activate anything; null
 * if there is none.
 */
export const findPlaceBeside = (roots: readonly Element[]): { x: number; y: number } | null => {
  const EDGE = 8;
  const usable = "a, button, input, select, textarea, label, summary, iframe, [role], [tabindex], [onclick]";
  const [right, bottom] = [innerWidth - EDGE, innerHeight - EDGE];
  const isBeside = ([x, y]: readonly [number, number]): boolean => {
    const found = pageTree.elementAt(x, y);
    if (found === null || pageTree.closest(found, usable) !== null) return false;
    return (
      getComputedStyle(found).cursor !== "pointer" &&
      !roots.some((root) => found !== root && pageTree.contains(root, found))
    );
  };
  const places = [
    [right, bottom],
    [EDGE, bottom],
    [right, innerHeight / 2],
    [EDGE, innerHeight / 2],
    [right, EDGE],
    [EDGE, EDGE],
  ] as const;
  const place = places.find(isBeside);
  return place ? { x: place[0], y: place[1] } : null;
};

/**
 * Runs in the page: reports whether an animation that ends within three seconds is running outside the element that was
 * used.
 */
export const isMoving = (used: Element | null): boolean => {
  const MOST_MS = 3_000;
  return pageTree.listAnimations().some(({ playState, effect }) => {
    if (playState !== "running" || !(effect instanceof KeyframeEffect) || effect.target === null) return false;
    const end = effect.getComputedTiming().endTime;
    return typeof end === "number" && end <= MOST_MS && !(used && pageTree.contains(used, effect.target));
  });
};

/** Runs in the page. */
export const createScroller = (): ((isToEnd: boolean) => boolean) => {
  const MOST_PARTS = 3;
  const SLACK = 4;
  const LEAST_HEIGHT = 100;
  const isMore = (element: Element): boolean => element.scrollTop + element.clientHeight < element.scrollHeight - SLACK;
  const scrolls = (element: Element): boolean =>
    element.clientHeight > LEAST_HEIGHT &&
    element.scrollHeight > element.clientHeight + SLACK &&
    /^(?:auto|scroll)$/.test(getComputedStyle(element).overflowY) &&
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  let parts: Element[] | null = null;
  return (isToEnd) => {
    const page = document.scrollingElement ?? document.documentElement;
    parts ??= pageTree.findAll("div, ul, ol, section, main, article, table").filter(scrolls).slice(0, MOST_PARTS);
    const all = [page, ...parts];
    const isAnyMore = all.some(isMore);
    for (const each of all) {
      const top = isToEnd ? each.scrollHeight : each.scrollTop + each.clientHeight * 0.9;
      each.scrollTo({ top, behavior: "instant" });
    }
    return isAnyMore;
  };
};
