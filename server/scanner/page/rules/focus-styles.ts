export interface FocusStyles {
  /** Ends the transitions of an element, its siblings and their contents. */
  endTransitions(element: HTMLElement): void;
  /** Returns the styles that can form a focus indicator, for an element, its parent and its first two children. */
  stylesOf(element: Element, withOutline?: boolean): string;
  /** Reports whether an element's outline is transparent, or cut off on all sides by one of its ancestors. */
  isOutlineHidden(element: Element): boolean;
  /** Reports whether an element is transparent, by itself or because one of its ancestors is. */
  isUnseen(element: Element): boolean;
}

/** Runs in the page. */
export const createFocusStyles = (): FocusStyles => {
  /** Leaves out shadows with neither an offset nor a size, which can't be seen. */
  const visibleShadows = (shadows: string): string =>
    shadows
      .split(/(?<=px|inset), /)
      .filter((shadow) => shadow !== "none" && !/ 0px 0px 0px 0px(?: inset)?$/.test(shadow))
      .join();
  const stylesOf = (element: Element, withOutline = true): string =>
    [element, element.parentElement ?? element, ...[...element.children].slice(0, 2)]
      .flatMap((each) => [
        getComputedStyle(each),
        getComputedStyle(each, "::before"),
        getComputedStyle(each, "::after"),
      ])
      .flatMap((style) => [
        ...[
          withOutline && style.outlineStyle !== "none" ? style.outline : "",
          visibleShadows(style.boxShadow),
          style.border,
        ],
        ...[style.background, style.color, style.textDecoration, style.transform, style.opacity, style.filter],
        style.fontWeight,
      ])
      .join();
  const isTransparent = (colour: string): boolean => /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(colour);
  const ancestorsOf = (element: Element): Element[] => {
    const ancestors: Element[] = [];
    for (let each = element.parentElement; each && ancestors.length < 50; each = each.parentElement)
      ancestors.push(each);
    return ancestors;
  };
  const isOutlineHidden = (element: Element): boolean => {
    const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(element);
    if (isTransparent(outlineColor)) return true;
    const outside = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return ancestorsOf(element).some((ancestor) => {
      if (!/hidden|clip/.test(getComputedStyle(ancestor).overflow)) return false;
      const clip = ancestor.getBoundingClientRect();
      const isCut = [clip.left - left, right - clip.right, clip.top - top, bottom - clip.bottom].map(
        (inside) => inside + outside >= Number.parseFloat(outlineWidth) - 0.5,
      );
      return isCut.every(Boolean);
    });
  };
  const isUnseen = (element: Element): boolean =>
    [element, ...ancestorsOf(element)].some((each) => Number.parseFloat(getComputedStyle(each).opacity) < 0.05);
  const endTransitions = (element: HTMLElement): void => {
    const animations = (element.parentElement ?? element).getAnimations({ subtree: true });
    for (const each of animations) if (each instanceof CSSTransition && each.playbackRate > 0) each.finish();
  };
  return { endTransitions, isOutlineHidden, isUnseen, stylesOf };
};
