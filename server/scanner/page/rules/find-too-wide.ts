/**
 * Runs in the page, in a narrow window: returns the innermost elements that make the page scroll sideways. Leaves out
 * tables, images, code and similar content, which may require a two-dimensional layout.
 */
export const findTooWide = (): Element[] => {
  const tolerance = 10;
  const twoDimensional = [
    ...["table", "img", "svg", "video", "canvas", "iframe", "object", "embed", "pre", "code", "math", "map"],
    ...['[role="grid"]', '[role="table"]', '[role="treegrid"]'],
  ].join();
  const root = document.scrollingElement ?? document.documentElement;
  const edge = root.clientWidth + tolerance;
  scrollTo(0, scrollY);
  if (root.scrollWidth <= edge) return [];
  const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
  const cannotScroll = [document.documentElement, document.body].some((each) =>
    hides(getComputedStyle(each).overflowX),
  );
  /** Reports whether a box is empty, or hidden from everyone except screen reader users. */
  const isUnseen = ({ width, height }: DOMRect, { clip, clipPath }: CSSStyleDeclaration): boolean =>
    width <= 1 ||
    height <= 1 ||
    /^rect\(0px, 0px, 0px, 0px\)|^rect\(1px, 1px, 1px, 1px\)/.test(clip) ||
    clipPath === "inset(50%)";
  const isFixed = (element: Element): boolean => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement)
      if (getComputedStyle(outer).position === "fixed") return true;
    return false;
  };
  const sticksOut = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    const end = box.left + element.scrollWidth;
    if (Math.max(box.right, end) <= edge) return false;
    const style = getComputedStyle(element);
    if (isUnseen(box, style)) return false;
    // If the page can't scroll, its own controls usually move content that is entirely outside the window into view.
    if (cannotScroll && box.left >= root.clientWidth) return false;
    return box.right > edge || style.overflowX === "visible";
  };
  /**
   * Reports whether the text of a fixed box is inside the window. Such a box doesn't make the page scroll, so it
   * matters only if its text is outside.
   */
  const hasTextInside = (element: Element): boolean => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right <= edge;
  };
  const isCutOff = (element: Element): boolean => {
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
      if (getComputedStyle(outer).overflowX !== "visible") return true;
    return false;
  };
  const isCause = (element: Element): boolean =>
    sticksOut(element) &&
    ![...element.children].some(sticksOut) &&
    element.closest(twoDimensional) === null &&
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !isCutOff(element) &&
    !(isFixed(element) && hasTextInside(element));
  return [...document.body.querySelectorAll("*")].filter(isCause).slice(0, 50);
};
