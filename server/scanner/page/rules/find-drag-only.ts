/**
 * Runs in the page: returns elements that people can drag, unless a control beside them may have the same effect when
 * clicked. A person has to decide, because the page may have such a control elsewhere. `pressable` lists the nodes that
 * respond to presses; they may also respond to presses on their descendants.
 */
export const findDragOnly = (pressable: readonly Node[], clickable: readonly Element[]): Element[] => {
  const MOST = 50;
  const MOST_READ = 5_000;
  const controls = "button, select, input, summary, a[href], [role='button'], [role='menuitem'], [role='link']";
  const handles = /^(?:grab|move|(?:[a-z]+-)?resize)$/;
  const isShown = (element: Element): boolean => element.checkVisibility({ checkVisibilityCSS: true });
  const isMap = (element: Element): boolean =>
    element.matches("canvas, [class*='map']") || element.closest("canvas") !== null;
  const isMovable = (element: Element | null): boolean =>
    element instanceof HTMLElement && ["grab", "move"].includes(getComputedStyle(element).cursor);
  /** A button that listens for presses but not for clicks is only a handle. */
  const isHandle = (control: Element): boolean =>
    isMovable(control) && pressable.length > 0 && !clickable.includes(control);
  const hasOtherWay = (element: Element): boolean => {
    const area = element.closest("li, tr, [role='listitem'], [role='row'], [role='option']") ?? element;
    const inArea = [area, ...area.querySelectorAll(controls)].slice(0, MOST);
    return inArea.some((control) => control.matches(controls) && !isHandle(control));
  };
  /** Reports whether an element is on the track of a slider. Clicking the track usually moves the handle. */
  const isOnTrack = (element: Element): boolean =>
    clickable.some((each) => each === element || each === element.parentElement);
  /** A large area that can be dragged usually scrolls, and people can scroll in other ways too. */
  const isSmall = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.4;
  };
  const isPressable = (element: Element): boolean => pressable.some((node) => pageTree.contains(node, element));
  const dragged = pageTree.findAll("[draggable='true']").filter((each) => !each.matches("a, img"));
  const handled = pressable.filter(
    (each): each is Element =>
      each instanceof Element &&
      (each.matches("[role='slider']:not(input)") ||
        (each instanceof HTMLElement && handles.test(getComputedStyle(each).cursor))),
  );
  const all = pressable.length > 0 ? pageTree.findAll(":not(html, body)").slice(0, MOST_READ) : [];
  const inside = all.filter(
    (each) => isMovable(each) && !isMovable(pageTree.parentOf(each)) && isSmall(each) && isPressable(each),
  );
  return [...new Set([...dragged, ...handled, ...inside])]
    .filter((element) => isShown(element) && !isMap(element) && !hasOtherWay(element) && !isOnTrack(element))
    .slice(0, MOST);
};
