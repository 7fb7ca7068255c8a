/** Id by which the animations that hide elements can be told apart from the page's own animations. */
export const MASK = "curbcut";

export interface Mask {
  /** Makes elements, and with `isDeep` also everything inside them, invisible without affecting the layout. */
  hide(elements: readonly Element[], isDeep: boolean): void;
  show(): void;
}

/** Runs in the page. Uses animations to hide elements, because a change may affect their style attributes. */
export const createMask = (id: string): Mask => {
  let hidden: Animation[] = [];
  const set = (element: Element, visibility: string): void =>
    void hidden.push(element.animate({ visibility: [visibility, visibility] }, { duration: 1_000_000_000, id }));
  return {
    hide: (elements, isDeep) => {
      const own = new Set(elements);
      const inside = isDeep ? [] : elements.flatMap((element) => [...element.querySelectorAll("*")]);
      const seen = new Set(
        inside.filter((element) => !own.has(element) && getComputedStyle(element).visibility === "visible"),
      );
      for (const element of own) set(element, "hidden");
      for (const element of seen) set(element, "visible");
    },
    show: () => {
      for (const animation of hidden) animation.cancel();
      hidden = [];
    },
  };
};
