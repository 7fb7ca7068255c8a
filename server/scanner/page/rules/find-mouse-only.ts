/** Runs in the page: reports whether an element has neither a role nor the native semantics of a control. */
export const hasNoControlRole = (element: Element): boolean =>
  !element.hasAttribute("role") &&
  element.matches(
    "div, span, p, li, dt, dd, td, th, tr, h1, h2, h3, h4, h5, h6, b, i, em, strong, img, svg, a:not([href])",
  );

/**
 * Runs in the page: of the elements that listen for clicks, returns those that can't be reached with a keyboard. Omits
 * elements that have no pointer cursor or no content, because they don't look clickable, and large elements, which
 * usually listen for clicks on their content.
 */
export const findMouseOnly = (listening: readonly Element[]): Element[] => {
  const focusable = [
    ...["a[href]", "area[href]", "button", "input", "select", "textarea", "summary", "label", "iframe"],
    ...["audio[controls]", "video[controls]", "[contenteditable]", '[tabindex]:not([tabindex^="-"])'],
  ].join();
  /** For elements with these roles, the surrounding widget moves focus or sets the active element. */
  const managed = "option menuitem menuitemcheckbox menuitemradio tab treeitem gridcell row radio"
    .split(" ")
    .map((role) => `[role="${role}"]`)
    .join();
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const isVisible = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isVisible && width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.4;
  };
  /** Whether styles add text or an icon. */
  const isDrawn = (element: Element): boolean =>
    ["::before", "::after"].some((part) => !["none", "normal", '""'].includes(getComputedStyle(element, part).content));
  const hasContent = (element: Element): boolean =>
    (element.textContent ?? "").trim() !== "" ||
    element.matches("img, svg") ||
    element.querySelector("img, svg") !== null ||
    isDrawn(element);
  /** Whether the element is the face of a switch or a media player, which has a control of its own for the keyboard. */
  const isFace = (element: Element): boolean => {
    const { parentElement: whole, textContent } = element;
    const choice = whole?.querySelector(":scope > input:is([type='checkbox'], [type='radio']):enabled") ?? null;
    if (choice) return choice.checkVisibility({ checkVisibilityCSS: true }) && !choice.matches("[tabindex^='-']");
    const isPicture = (textContent ?? "").trim() === "" && element.querySelector("img[alt]:not([alt=''])") === null;
    return isPicture && whole?.querySelector(":scope > button, :scope > [role='button'][tabindex]") != null;
  };
  const isReached = (element: Element): boolean =>
    element.closest(focusable) !== null ||
    element.querySelector(focusable) !== null ||
    element.closest(managed) !== null ||
    isFace(element);
  return listening.filter(
    (element) =>
      !element.matches("html, body") &&
      getComputedStyle(element).cursor === "pointer" &&
      !isReached(element) &&
      isShown(element) &&
      hasContent(element),
  );
};
