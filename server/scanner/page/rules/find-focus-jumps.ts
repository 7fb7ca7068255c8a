import type { Outcome } from "./own-rule";
import type { StructureFinding } from "./structure-notes";

/**
 * Runs in the page: returns elements with a positive tabindex that receive focus immediately before an element above or
 * to the left of them, in the same part of the page. They fail if the other element has a positive tabindex too;
 * otherwise, they need review.
 */
export const findFocusJumps = (): StructureFinding[] => {
  const MOST = 500;
  const parts = "form, table, nav, header, footer, main, aside, dialog, [role='dialog'], body";
  const stops = "a[href], area[href], button, input, select, textarea, summary, [tabindex]";
  const isStop = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    !element.matches(":disabled") &&
    element.checkVisibility({ checkVisibilityCSS: true });
  const isBefore = (one: Element, other: Element): boolean => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (shared > Math.min(a.height, b.height) / 2)
      return getComputedStyle(one).direction === "rtl" ? a.left >= b.right : a.right <= b.left;
    return a.bottom <= b.top && Math.min(a.right, b.right) > Math.max(a.left, b.left);
  };
  const positive = pageTree.findAll<HTMLElement>("[tabindex]").filter((each) => each.tabIndex > 0);
  /** The part of the page around an element. In a shadow root without such parts, this is the root. */
  const areaOf = (element: Element): ParentNode | null => {
    const root = element.getRootNode();
    return element.closest(parts) ?? (root instanceof ShadowRoot ? root : null);
  };
  const areas = new Set(positive.slice(0, MOST).flatMap((each) => areaOf(each) ?? []));
  const findJumps = (area: ParentNode): StructureFinding[] => {
    const own = [...area.querySelectorAll(stops)].slice(0, MOST).filter(isStop);
    const inArea = own.filter((each) => areaOf(each) === area);
    const first = inArea.filter(({ tabIndex }) => tabIndex > 0).toSorted((one, other) => one.tabIndex - other.tabIndex);
    const order = [...first, ...inArea.filter(({ tabIndex }) => tabIndex === 0)];
    return order.flatMap((element, index) => {
      const next = order[index + 1];
      if (element.tabIndex === 0 || !next || !isBefore(next, element)) return [];
      const outcome: Outcome = next.tabIndex > 0 ? false : undefined;
      return [{ rule: "focus-order", element, outcome }];
    });
  };
  return [...areas].flatMap(findJumps);
};
