/**
 * Runs in the page: reports whether an element can be seen because it, one of its first descendants or their generated
 * content takes up space. The content of an element that cuts off its content doesn't count.
 */
export const takesUpSpace = (element: Element): boolean => {
  const MOST = 50;
  let read = 0;
  const isLarge = (width: number, height: number): boolean => width > 4 && height > 4;
  const hasBox = (each: Element): boolean => {
    const { width, height } = each.getBoundingClientRect();
    return isLarge(width, height);
  };
  const isCutOff = ({ overflow, clip, clipPath }: CSSStyleDeclaration): boolean =>
    overflow !== "visible" || clip !== "auto" || clipPath !== "none";
  const isDrawn = ({ content, display, visibility, width, height }: CSSStyleDeclaration): boolean =>
    content !== "none" &&
    content !== "normal" &&
    display !== "none" &&
    visibility === "visible" &&
    isLarge(Number.parseFloat(width), Number.parseFloat(height));
  const isSeen = (each: Element): boolean => {
    read += 1;
    if (read > MOST || !each.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) return false;
    if (hasBox(each)) return true;
    if (isCutOff(getComputedStyle(each))) return false;
    return (
      ["::before", "::after"].some((part) => isDrawn(getComputedStyle(each, part))) || [...each.children].some(isSeen)
    );
  };
  return isSeen(element);
};

/**
 * Runs in the page: returns the visible labels of checkboxes and radio buttons that are hidden in a way that also
 * removes them from the tab order, so that only a click on the label works. Leaves out those that have another control
 * beside them. Controls that are hidden, for example in a panel that the checkbox opens, don't count, nor do links that
 * are only a part of a label.
 */
export const findHiddenChoices = (isSeen: typeof takesUpSpace): Element[] => {
  const others = "button, a[href], [tabindex], [role='checkbox'], [role='radio'], [role='switch'], [role='button']";
  const isVisible = (element: Element): boolean => element.checkVisibility({ checkVisibilityCSS: true });
  const textOf = (element: Element): string => (element.textContent ?? "").trim();
  const isInLabel = (control: Element): boolean => {
    const label = control.closest("label");
    return label !== null && control.matches("a[href]") && textOf(label) !== textOf(control);
  };
  /** Whether the control is in a closed panel with a height of 0. */
  const isFolded = (control: Element, around: Element): boolean => {
    for (let each = control.parentElement; each && each !== around; each = each.parentElement)
      if (each.getBoundingClientRect().height < 0.5 && getComputedStyle(each).overflowY !== "visible") return true;
    return false;
  };
  const known = new Map<Element, boolean>();
  const hasControl = (around: Element): boolean => {
    const has =
      known.get(around) ??
      [...around.querySelectorAll(others)].some(
        (control) => isVisible(control) && !isInLabel(control) && !isFolded(control, around),
      );
    known.set(around, has);
    return has;
  };
  const hasOther = (choice: Element): boolean => {
    const around = choice.parentElement?.parentElement ?? null;
    return choice.closest(others) !== null || (around !== null && hasControl(around));
  };
  return [...document.querySelectorAll<HTMLInputElement>("input:is([type='checkbox'], [type='radio']):enabled")]
    .slice(0, 500)
    .filter((choice) => !isVisible(choice) && !hasOther(choice))
    .flatMap((choice) => [...(choice.labels ?? [])])
    .filter((label) => label.closest(others) === null && !hasControl(label) && isSeen(label))
    .slice(0, 50);
};
