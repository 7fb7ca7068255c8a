import type { Rewrite, RewriteTools } from "./rewrite";

/**
 * Runs in the page. Makes an element with `aria-hidden` inert if nobody can see it, for example because it is a closed
 * drawer beside the page. Returns null if the element is visible.
 */
export const rewriteHidden = (element: Element, { paper }: RewriteTools): Rewrite | null => {
  const hidden = element.closest("[aria-hidden=true]");
  if (!hidden || hidden === document.body) return null;
  const isFaint = (): boolean => {
    for (let at: Element | null = hidden; at; at = at.parentElement)
      if (Number(getComputedStyle(at).opacity) === 0) return true;
    return false;
  };
  const isAway = [hidden, ...hidden.querySelectorAll("*")].every((each) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    const x = left + scrollX;
    const isOutside = x + width <= 0 || bottom + scrollY <= 0 || left >= document.documentElement.clientWidth;
    const isBelow = getComputedStyle(hidden).position === "fixed" && (top >= innerHeight || right <= 0);
    return width * height === 0 || isOutside || isBelow;
  });
  if (!isAway && !isFaint()) return null;
  const after = paper.copy(hidden);
  after.setAttribute("inert", "");
  return { element: hidden, before: paper.copy(hidden).outerHTML, after: [after.outerHTML] };
};
