import type { Outcome } from "./own-rule";

/**
 * Runs in the page: reports whether the nodes include the element or one of its ancestors, even one outside its shadow
 * root.
 */
export const isAnyAround = (nodes: ReadonlySet<Node>, element: Element): boolean => {
  const parentOf = (node: Node): Node | null =>
    node instanceof ShadowRoot ? node.host : Reflect.get(Node.prototype, "parentNode", node);
  for (let node: Node | null = element; node; node = parentOf(node)) if (nodes.has(node)) return true;
  return false;
};

/**
 * Runs in the page: of the elements that respond to clicks and can be focused, returns those that don't respond to
 * keys, because neither they nor any of their ancestors handle key events. Elements without a role need review, because
 * clicking them may only be a convenience.
 */
export const findKeyless = (
  clickable: readonly Element[],
  listeningForKeys: readonly Node[],
  isAround: typeof isAnyAround,
): { element: Element; outcome: Outcome }[] => {
  const native = "a[href], area[href], button, input, select, textarea, summary, label, option, iframe, audio, video";
  const operable =
    "button link checkbox switch radio tab menuitem menuitemcheckbox menuitemradio option slider combobox"
      .split(" ")
      .map((role) => `[role="${role}"]`)
      .join();
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const isVisible = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isVisible && width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.4;
  };
  /**
   * Reports whether the element is a tab, possibly a native button, that the Tab key skips because of its tabindex. The
   * page then has to move focus to the tab in response to other keys.
   */
  const isLeftOut = (element: Element): boolean => element.matches("[role='tab'][tabindex^='-']");
  const isOwn = (element: Element): boolean =>
    element instanceof HTMLElement &&
    element.hasAttribute("tabindex") &&
    element.tabIndex >= 0 &&
    pageTree.closest(element, native) === null &&
    element.querySelector(native) === null;
  const handling = new Set(listeningForKeys);
  return clickable
    .filter(
      (element) =>
        !element.matches("html, body, [contenteditable]") &&
        (isOwn(element) || isLeftOut(element)) &&
        !element.matches("[disabled], [aria-disabled='true']") &&
        (element.matches(operable) || getComputedStyle(element).cursor === "pointer") &&
        !isAround(handling, element) &&
        isShown(element),
    )
    .slice(0, 100)
    .map((element) => ({ element, outcome: element.matches(operable) ? false : undefined }));
};

/** Nodes that listen for events. Listeners on the window are listed under the document. */
interface Listening {
  /** Elements that respond when they are pressed or released. */
  presses: readonly Element[];
  clicks: readonly Node[];
  keys: readonly Node[];
  /** Nodes that respond when the pointer or focus reaches or leaves them. */
  moves: readonly Node[];
}

/**
 * Runs in the page: returns native buttons that respond when they are pressed or released with a pointer, but not when
 * they are activated with the keyboard, because neither they nor anything around or in them handles clicks or keys. A
 * person has to decide, because the response may be only an effect. Leaves out buttons that also respond when the
 * pointer leaves them or when they receive focus, because these often have such effects.
 */
export const findPressOnly = ({ presses, clicks, keys, moves }: Listening, isAround: typeof isAnyAround): Element[] => {
  const MOST = 50;
  const handling = new Set([...clicks, ...keys]);
  const moved = new Set(moves);
  const isButton = (element: Element): boolean => {
    if (element instanceof HTMLInputElement) return element.type === "button";
    return element instanceof HTMLButtonElement && (element.type === "button" || element.form === null);
  };
  const leftOut =
    "[popovertarget], [commandfor], [disabled], [aria-disabled='true'], [role='slider'], [draggable='true']";
  const isHandled = (element: Element): boolean =>
    isAround(handling, element) || clicks.some((node) => element.contains(node));
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && width > 4 && height > 4;
  };
  return [...new Set(presses)]
    .filter(
      (element) =>
        isButton(element) &&
        !element.matches(`${leftOut}, summary *, a *, label *`) &&
        !moved.has(element) &&
        isShown(element) &&
        ["default", "pointer", "auto"].includes(getComputedStyle(element).cursor) &&
        !isHandled(element),
    )
    .slice(0, MOST);
};
