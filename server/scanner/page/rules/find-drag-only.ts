/**
 * Runs in the page: returns elements that people can drag, unless a control beside them may have the same effect when
 * clicked. A person has to decide, because the page may have such a control elsewhere.
 */
export const findDragOnly = (pressed: readonly Element[], clickable: readonly Element[]): Element[] => {
  const MOST = 50;
  const controls = "button, select, input, summary, a[href], [role='button'], [role='menuitem'], [role='link']";
  const handles = /^(?:grab|move|(?:[a-z]+-)?resize)$/;
  const isShown = (element: Element): boolean => element.checkVisibility({ checkVisibilityCSS: true });
  const isMap = (element: Element): boolean =>
    element.matches("canvas, [class*='map']") || element.closest("canvas") !== null;
  const hasOtherWay = (element: Element): boolean => {
    const area = element.closest("li, tr, [role='listitem'], [role='row'], [role='option']") ?? element;
    return area.matches(controls) || area.querySelector(controls) !== null;
  };
  /** Reports whether an element is on the track of a slider. Clicking the track usually moves the handle. */
  const isOnTrack = (element: Element): boolean =>
    clickable.some((each) => each === element || each === element.parentElement);
  const dragged = [...document.querySelectorAll("[draggable='true']")].filter((each) => !each.matches("a, img"));
  const handled = pressed.filter(
    (each) =>
      each.matches("[role='slider']:not(input)") ||
      (each instanceof HTMLElement && handles.test(getComputedStyle(each).cursor)),
  );
  return [...new Set([...dragged, ...handled])]
    .filter((element) => isShown(element) && !isMap(element) && !hasOtherWay(element) && !isOnTrack(element))
    .slice(0, MOST);
};
