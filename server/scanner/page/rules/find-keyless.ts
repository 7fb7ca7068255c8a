import type { Outcome } from "./own-rule";

/**
 * Runs in the page: of the elements that respond to clicks and can be focused, returns those that don't respond to
 * keys, because neither they nor any of their ancestors handle key events. Elements without a role need review, because
 * clicking them may only be a convenience.
 */
export const findKeyless = (
  clickable: readonly Element[],
  listeningForKeys: readonly Node[],
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
   * Reports whether the Tab key skips the element: a tab with a negative tabindex, even if it is a button. The page
   * then has to move the focus to the tab in response to other keys.
   */
  const isLeftOut = (element: Element): boolean => element.matches("[role='tab'][tabindex^='-']");
  const isOwn = (element: Element): boolean =>
    element instanceof HTMLElement &&
    element.hasAttribute("tabindex") &&
    element.tabIndex >= 0 &&
    element.closest(native) === null &&
    element.querySelector(native) === null;
  return clickable
    .filter(
      (element) =>
        !element.matches("html, body, [contenteditable]") &&
        (isOwn(element) || isLeftOut(element)) &&
        !element.matches("[disabled], [aria-disabled='true']") &&
        (element.matches(operable) || getComputedStyle(element).cursor === "pointer") &&
        !listeningForKeys.some((node) => node.contains(element)) &&
        isShown(element),
    )
    .slice(0, 100)
    .map((element) => ({ element, outcome: element.matches(operable) ? false : undefined }));
};
