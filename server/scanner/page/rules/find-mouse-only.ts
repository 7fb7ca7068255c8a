/**
 * Runs in the page: of the elements that listen for clicks, returns those that no keyboard reaches. An element without
 * the pointer cursor or content doesn't ask to be clicked, and a large one usually listens for what is inside it.
 */
export const findMouseOnly = (listening: readonly Element[]): Element[] => {
  const focusable = [
    ...["a[href]", "area[href]", "button", "input", "select", "textarea", "summary", "label", "iframe"],
    ...["audio[controls]", "video[controls]", "[contenteditable]", '[tabindex]:not([tabindex^="-"])'],
  ].join();
  /** Elements of these roles receive the focus, or are reported as active, through the widget around them. */
  const managed = "option menuitem menuitemcheckbox menuitemradio tab treeitem gridcell row radio"
    .split(" ")
    .map((role) => `[role="${role}"]`)
    .join();
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const isVisible = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isVisible && width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.4;
  };
  const hasContent = (element: Element): boolean =>
    (element.textContent ?? "").trim() !== "" ||
    element.matches("img, svg") ||
    element.querySelector("img, svg") !== null;
  const isReached = (element: Element): boolean =>
    element.closest(focusable) !== null ||
    element.querySelector(focusable) !== null ||
    element.closest(managed) !== null;
  return listening.filter(
    (element) =>
      !element.matches("html, body") &&
      getComputedStyle(element).cursor === "pointer" &&
      !isReached(element) &&
      isShown(element) &&
      hasContent(element),
  );
};
