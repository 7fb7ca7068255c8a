/** Runs in the page: reports whether an element has neither a role nor the native semantics of a control. */
export const hasNoControlRole = (element: Element): boolean =>
  !element.hasAttribute("role") &&
  element.matches(
    "div, span, p, li, dt, dd, td, th, tr, h1, h2, h3, h4, h5, h6, b, i, em, strong, img, svg, a:not([href])",
  );

export interface ReachReader {
  /** Whether the keyboard can reach the element, or a control that does the same thing. */
  isReached: (element: Element) => boolean;
}

/** Runs in the page. */
export const createReachReader = (): ReachReader => {
  const focusable = [
    ...["a[href]", "area[href]", "button", "input", "select", "textarea", "summary", "label", "iframe"],
    ...["audio[controls]", "video[controls]", "[contenteditable]", '[tabindex]:not([tabindex^="-"])'],
  ].join();
  /**
   * Elements that don't have to be tab stops, because the widget around them moves focus or sets the active element.
   */
  const managed = "option menuitem menuitemcheckbox menuitemradio tab treeitem gridcell row radio"
    .split(" ")
    .map((role) => `[role="${role}"]`)
    .join();
  /**
   * Reports whether the element is the visible part of a switch or a media player that has a separate control for the
   * keyboard.
   */
  const isFace = (element: Element): boolean => {
    const { parentElement: whole, textContent } = element;
    const choice = whole?.querySelector(":scope > input:is([type='checkbox'], [type='radio']):enabled") ?? null;
    if (choice) return choice.checkVisibility({ checkVisibilityCSS: true }) && !choice.matches("[tabindex^='-']");
    const isPicture = (textContent ?? "").trim() === "" && element.querySelector("img[alt]:not([alt=''])") === null;
    return isPicture && whole?.querySelector(":scope > button, :scope > [role='button'][tabindex]") != null;
  };
  return {
    isReached: (element) =>
      pageTree.closest(element, focusable) !== null ||
      element.querySelector(focusable) !== null ||
      pageTree.closest(element, managed) !== null ||
      isFace(element),
  };
};

/** Visual signs of whether an element can be clicked. */
export interface ClickLook {
  isShown: (element: Element) => boolean;
  /** Whether the cursor is a pointer, either always or only on hover. */
  isPointed: (element: Element) => boolean;
  /** Whether the element looks disabled, is marked as disabled, or leads to what is already shown. */
  isOff: (element: Element) => boolean;
  /** Whether the element contains text or an icon. */
  hasContent: (element: Element) => boolean;
  /** Whether the element has the size of an icon and shows a picture instead of text. */
  isIcon: (element: Element) => boolean;
}

/** Runs in the page. `pointed` lists selectors for elements whose cursor becomes a pointer only on hover. */
export const createClickLook = (pointed: readonly string[]): ClickLook => {
  const MOST_INSIDE = 20;
  const matches = (element: Element, selector: string): boolean => {
    try {
      return element.matches(selector);
    } catch {
      return false;
    }
  };
  const off = "[aria-disabled='true'], [aria-current], [disabled], .disabled, .active, .current";
  const isOff = (element: Element): boolean =>
    element.matches(off) || element.parentElement?.matches(off) === true || element.closest("[inert]") !== null;
  const isBlank = (element: Element): boolean => (element.textContent ?? "").trim() === "";
  const inside = (element: Element): Element[] =>
    [...element.querySelectorAll("*")]
      .slice(0, MOST_INSIDE)
      .filter((each) => each.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }));
  /** Whether styles add text or an icon. Blank content usually serves the layout. */
  const isDrawn = (element: Element): boolean =>
    ["::before", "::after"].some((part) => {
      const { content, display, visibility } = getComputedStyle(element, part);
      const isShown = display !== "none" && visibility === "visible";
      return isShown && !["none", "normal", ""].includes(content.replaceAll('"', "").trim());
    });
  const hasImage = (element: Element): boolean =>
    element.matches("img, svg") || element.querySelector("img, svg") !== null;
  /** Typing in a field usually has the same effect as clicking an icon beside it, unless the icon shows a password. */
  const isBesideField = ({ parentElement: parent }: Element): boolean => {
    const field = ":scope > :is(input:not([type='hidden'], [type='password']), select, textarea):enabled";
    return parent?.querySelector(field) != null || parent?.parentElement?.querySelector(field) != null;
  };
  const isPainted = (element: Element): boolean => {
    const { backgroundImage, maskImage } = getComputedStyle(element);
    return backgroundImage !== "none" || maskImage !== "none" || isDrawn(element);
  };
  return {
    isShown: (element) => {
      const { width, height } = element.getBoundingClientRect();
      const isVisible = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
      return isVisible && width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.4;
    },
    isPointed: (element) => {
      const { cursor } = getComputedStyle(element);
      const isPlain = ["auto", "default", "text"].includes(cursor);
      return cursor === "pointer" || (isPlain && !isOff(element) && pointed.some((each) => matches(element, each)));
    },
    isOff,
    hasContent: (element) =>
      !isBlank(element) ||
      hasImage(element) ||
      isDrawn(element) ||
      (!isBesideField(element) && inside(element).some(isDrawn)),
    isIcon: (element) => {
      const isSmall = (size: number): boolean => size >= 16 && size <= 60;
      const { width, height } = element.getBoundingClientRect();
      return (
        isSmall(width) &&
        isSmall(height) &&
        isBlank(element) &&
        (hasImage(element) || [element, ...inside(element)].some(isPainted))
      );
    },
  };
};

/**
 * Runs in the page: of the elements that listen for clicks, returns those that can't be reached with a keyboard. Omits
 * elements that have no pointer cursor or no content, because they don't look clickable, and large elements, which
 * usually listen for clicks on their content.
 */
export const findMouseOnly = (
  listening: readonly Element[],
  { isReached }: ReachReader,
  { isShown, isPointed, hasContent }: ClickLook,
): Element[] =>
  listening.filter(
    (element) =>
      !element.matches("html, body") &&
      isPointed(element) &&
      !isReached(element) &&
      isShown(element) &&
      hasContent(element),
  );

/**
 * Runs in the page: of the elements that listen for clicks, returns those that can't be reached with a keyboard and
 * look like controls although they have no pointer cursor: links without a URL, and icons that have a tooltip, a label,
 * or a role or class that says that they are buttons. A person has to decide, because such an element may be
 * temporarily disabled.
 */
export const findPlainMouseOnly = (
  clickable: readonly Element[],
  { isReached }: ReachReader,
  { isShown, isPointed, isOff, hasContent, isIcon }: ClickLook,
): Element[] => {
  const MOST = 50;
  const hinted = "[title], [data-tooltip], [aria-label], [role='button'], [class*='btn' i], [class*='button' i]";
  const looksLikeControl = (element: Element): boolean =>
    element.matches("a:not([href])")
      ? hasContent(element)
      : element.matches("div, span, i, li") && element.matches(hinted) && isIcon(element);
  return clickable
    .filter(
      (element) =>
        ["auto", "text"].includes(getComputedStyle(element).cursor) &&
        isShown(element) &&
        !isPointed(element) &&
        !isReached(element) &&
        !isOff(element) &&
        looksLikeControl(element),
    )
    .slice(0, MOST);
};
