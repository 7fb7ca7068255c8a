/**
 * Runs in the page: reports whether an element, one of its first descendants, or the generated content of any of these
 * is visible and takes up space. Doesn't look inside elements that have no size and cut off their content.
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
  const [MOST_CHOICES, MOST_CONTROLS] = [500, 200];
  const isVisible = (element: Element): boolean => element.checkVisibility({ checkVisibilityCSS: true });
  const lengths = new Map<Element, number>();
  const lengthOf = (element: Element): number => {
    const length = lengths.get(element) ?? (element.textContent ?? "").trim().length;
    lengths.set(element, length);
    return length;
  };
  /** Whether the control is a link in a label that consists mostly of other text. */
  const isInLabel = (control: Element): boolean => {
    const label = control.closest("label");
    return label !== null && control.matches("a[href]") && lengthOf(control) < lengthOf(label) / 2;
  };
  /** Reads the property through the prototype, because a form's field with the same name would hide it. */
  const parentOf = (element: Element): Element | null => Reflect.get(Node.prototype, "parentElement", element);
  /** Whether the control is in a closed panel with a height of 0. */
  const isFolded = (control: Element, around: Element): boolean => {
    for (let each = parentOf(control); each && each !== around; each = parentOf(each))
      if (each.getBoundingClientRect().height < 0.5 && getComputedStyle(each).overflowY !== "visible") return true;
    return false;
  };
  const known = new Map<Element, boolean>();
  const hasControl = (around: Element): boolean => {
    const has =
      known.get(around) ??
      [...around.querySelectorAll(others)]
        .slice(0, MOST_CONTROLS)
        .some((control) => isVisible(control) && !isInLabel(control) && !isFolded(control, around));
    known.set(around, has);
    return has;
  };
  /**
   * Whether the choice is a radio button that is selected and the only one in its group, so there is nothing to choose.
   */
  const isOnlyOption = (choice: HTMLInputElement, all: readonly HTMLInputElement[]): boolean =>
    choice.type === "radio" &&
    choice.checked &&
    !all.some(
      (other) =>
        other !== choice &&
        other.type === "radio" &&
        other.name === choice.name &&
        other.form === choice.form &&
        other.getRootNode() === choice.getRootNode(),
    );
  const choices = "input:is([type='checkbox'], [type='radio']):enabled";
  /** The part of the page in which another control may do the same as a choice. Accordions are often next to each other. */
  const surroundingsOf = (choice: HTMLInputElement): Element | null => {
    const near = parentOf(choice);
    const far = near && parentOf(near);
    return choice.type === "checkbox" && far && far.querySelectorAll(choices).length > 1 ? near : far;
  };
  const hasOther = (choice: HTMLInputElement): boolean => {
    const around = surroundingsOf(choice);
    return pageTree.closest(choice, others) !== null || (around !== null && hasControl(around));
  };
  const all = pageTree.findAll<HTMLInputElement>(choices).slice(0, MOST_CHOICES);
  return all
    .filter((choice) => !isVisible(choice) && !isOnlyOption(choice, all) && !hasOther(choice))
    .flatMap((choice) => [...(choice.labels ?? [])])
    .filter((label) => pageTree.closest(label, others) === null && !hasControl(label) && isSeen(label))
    .slice(0, 50);
};
