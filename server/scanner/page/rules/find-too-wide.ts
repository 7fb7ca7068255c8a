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
  const sticksOut = (element: Element): boolean => {
    const { left, right } = element.getBoundingClientRect();
    return right > edge || left + element.scrollWidth > edge;
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
    !isCutOff(element);
  return [...document.body.querySelectorAll("*")].filter(isCause).slice(0, 50);
};
