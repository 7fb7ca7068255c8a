/**
 * Runs in the page: returns elements that cut off lines of their own text. Omits elements that are too small to show
 * anything, are transparent, or limit the number of lines on purpose.
 */
export const findClipped = (): Set<Element> => {
  const hasOwnText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "");
  const isClipped = (element: Element): boolean => {
    const { clientHeight, clientWidth, scrollHeight } = element;
    if (clientHeight <= 2 || clientWidth <= 2 || scrollHeight - clientHeight < 8) return false;
    const { overflowY, webkitLineClamp, opacity } = getComputedStyle(element);
    return /^(?:hidden|clip)$/.test(overflowY) && webkitLineClamp === "none" && opacity !== "0";
  };
  return new Set(
    pageTree
      .findAll(":not(html, body)")
      .filter(
        (element) =>
          isClipped(element) && hasOwnText(element) && pageTree.closest(element, "[aria-hidden='true']") === null,
      ),
  );
};

/**
 * Runs in the page, in a narrow window: returns elements that now cut off their text but didn't before, unless a link
 * or button beside them may lead to the full text.
 */
export const findNewlyClipped = (before: ReadonlySet<Element>, now: ReadonlySet<Element>): Element[] =>
  [...now].filter(
    (element) =>
      !before.has(element) &&
      pageTree.closest(element, "a, button") === null &&
      (element.parentElement?.querySelector("a[href], button") ?? null) === null,
  );

/**
 * Runs in the page: of the elements that cut off their text, returns those that aren't tall enough for a single line.
 */
export const findCutLines = (clipped: ReadonlySet<Element>): Element[] =>
  [...clipped].filter((element) => {
    const { fontSize, textIndent, lineHeight, paddingTop } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const { right, bottom } = element.getBoundingClientRect();
    const isUsual = Number.parseFloat(textIndent) === 0 && (Number.parseFloat(lineHeight) || size) >= size * 0.8;
    const isLow = element.clientHeight - Number.parseFloat(paddingTop) < size * 0.75;
    const isShown = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isUsual && isLow && isShown && right > 0 && bottom > 0 && pageTree.closest(element, "a, button") === null;
  });
