export interface OverhangReader {
  /** Reports whether an element is placed beside or over the drawing of a chart or map. */
  isChartLabel(element: Element): boolean;
  /** Reports whether only empty space, a border or a background is beyond the edge, so people needn't scroll. */
  hasNothingBeyond(element: Element, edge: number): boolean;
}

/** Runs in the page: reports whether styles prevent the page from scrolling sideways. */
export const cannotScrollSideways = (): boolean =>
  [document.documentElement, document.body].some((each) =>
    ["hidden", "clip"].includes(getComputedStyle(each).overflowX),
  );

/** Runs in the page. */
export const createOverhangReader = (): OverhangReader => {
  const MOST_LEVELS = 6;
  const MOST_DRAWINGS = 20;
  const isDrawingOf = (drawing: Element, outer: DOMRect, label: DOMRect): boolean => {
    const { left, right, width, height } = drawing.getBoundingClientRect();
    const { pointerEvents, zIndex } = getComputedStyle(drawing);
    const isBackground = pointerEvents === "none" || Number(zIndex) < 0;
    const isLarge = Math.min(width, height) >= 50 && width >= outer.width / 2 && height >= outer.height / 2;
    return isLarge && !isBackground && label.left < right && label.right > left;
  };
  const hasDrawing = (outer: Element, label: DOMRect): boolean => {
    const box = outer.getBoundingClientRect();
    return [...outer.querySelectorAll("canvas, svg")]
      .slice(0, MOST_DRAWINGS)
      .some((drawing) => isDrawingOf(drawing, box, label));
  };
  /** The contents' right edge; null if there are no visible contents. */
  const endOfContents = (element: Element): number | null => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { right, width, height } = range.getBoundingClientRect();
    return width > 0 && height > 0 ? right : null;
  };
  const hasGeneratedText = (element: Element): boolean =>
    ["::before", "::after"].some((part) => !/^(?:none|normal|"")$/.test(getComputedStyle(element, part).content));
  const isPainted = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const hasBorder = ["top", "right", "bottom", "left"].some(
      (side) => Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0,
    );
    const isFilled = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
    return hasBorder || isFilled || style.boxShadow !== "none" || style.outlineStyle !== "none";
  };
  const isControl = (element: Element): boolean =>
    element.matches("input, select, textarea, button, a[href], progress, meter, [role], [tabindex], [contenteditable]");
  return {
    isChartLabel: (element) => {
      if ((element.textContent ?? "").trim().length > 100) return false;
      const label = element.getBoundingClientRect();
      let isPlaced = false;
      let outer: Element | null = element;
      for (let level = 0; outer && outer !== document.body && level < MOST_LEVELS; level += 1) {
        const { position } = getComputedStyle(outer);
        if (isPlaced && position !== "static" && hasDrawing(outer, label)) return true;
        isPlaced ||= position === "absolute";
        outer = outer.parentElement;
      }
      return false;
    },
    hasNothingBeyond: (element, edge) => {
      const isComponent = element.localName.includes("-") || element.shadowRoot !== null;
      const isOpaque = isComponent || hasGeneratedText(element);
      if (isOpaque || element.matches("input, select, textarea, progress, meter, hr")) return false;
      const end = endOfContents(element);
      return end === null ? !isControl(element) && !isPainted(element) : end <= edge;
    },
  };
};

/**
 * Runs in the page, in a narrow window: returns the innermost elements that make the page scroll sideways. Leaves out
 * tables, images, charts, code and similar content, which may require a two-dimensional layout, and elements that have
 * only empty space outside the window.
 */
export const findTooWide = ({ isChartLabel, hasNothingBeyond }: OverhangReader, cannotScroll: boolean): Element[] => {
  const [MOST_CAUSES, tolerance] = [50, 10];
  const twoDimensional =
    "table, img, svg, video, canvas, iframe, object, embed, pre, xmp, listing, code, math, map, [role='grid'], [role='table'], [role='treegrid']";
  const root = document.scrollingElement ?? document.documentElement;
  const edge = root.clientWidth + tolerance;
  scrollTo(0, scrollY);
  if (root.scrollWidth <= edge) return [];
  /** Reports whether a box is empty, or hidden from everyone except screen reader users. */
  const isUnseen = ({ width, height }: DOMRect, { clip, clipPath }: CSSStyleDeclaration): boolean =>
    Math.min(width, height) <= 1 ||
    /^rect\(0px, 0px, 0px, 0px\)|^rect\(1px, 1px, 1px, 1px\)/.test(clip) ||
    clipPath === "inset(50%)";
  const isFixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === "fixed" || isFixed(pageTree.parentOf(element)));
  const sticksOut = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    const end = box.left + element.scrollWidth;
    if (Math.max(box.right, end) <= edge) return false;
    const style = getComputedStyle(element);
    if (isUnseen(box, style)) return false;
    // If the page can't scroll, it usually has controls that bring content from outside the window into view.
    if (cannotScroll && box.left >= root.clientWidth) return false;
    return box.right > edge || style.overflowX === "visible";
  };
  /**
   * Reports whether the text of a fixed box is inside the window, or the whole box outside it, like a closed menu. Such
   * a box matters only if part of its text is outside, because it doesn't make the page scroll.
   */
  const isWhole = (element: Element): boolean => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const isOutside = element.getBoundingClientRect().left >= root.clientWidth;
    return isOutside || range.getBoundingClientRect().right <= edge;
  };
  const isCutOff = (element: Element): boolean => {
    const outer = pageTree.parentOf(element);
    if (outer === null || outer === document.body) return false;
    return getComputedStyle(outer).overflowX !== "visible" || isCutOff(outer);
  };
  const childrenOf = (element: Element): Iterable<Element> =>
    element instanceof HTMLSlotElement && element.assignedElements().length > 0
      ? element.assignedElements()
      : (element.shadowRoot?.children ?? element.querySelectorAll(":scope > *"));
  const isCause = (element: Element): boolean =>
    sticksOut(element) &&
    ![...childrenOf(element)].some(sticksOut) &&
    pageTree.closest(element, twoDimensional) === null &&
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !isCutOff(element) &&
    !(isFixed(element) && isWhole(element)) &&
    !isChartLabel(element) &&
    !hasNothingBeyond(element, edge);
  const causes: Element[] = [];
  for (const element of pageTree.findAll(":not(html, body, head, head *)"))
    if (causes.length < MOST_CAUSES && isCause(element)) causes.push(element);
  return causes;
};
