import type { TextPiece } from "./read-lines";

export interface SightReader {
  /** Reports whether nothing covers the text. Scrolls to the text if necessary. */
  wasSeen(piece: TextPiece): boolean;
  /** Reports whether a positioned box with a background contains `element` but not `other`. */
  covers(element: Element, other: Element): boolean;
  /** Reports whether a script may have set the size or position of the element or one of its ancestors. */
  isScripted(element: Element): boolean;
}

/** Runs in the page. */
export const createSightReader = (): SightReader => {
  const clear = "rgba(0, 0, 0, 0)";
  const isClear = (element: Element): boolean =>
    !element.matches("img, picture, video, canvas, iframe, object, embed, svg") &&
    [null, "::before", "::after"].every((part) => {
      const { backgroundColor, backgroundImage, content } = getComputedStyle(element, part);
      const isMissing = part !== null && (content === "none" || content === "normal");
      return isMissing || (backgroundColor === clear && backgroundImage === "none");
    });
  const isSeenAt = (element: Element, x: number, y: number): boolean => {
    const found = pageTree.elementsAt(x, y);
    const place = found.findIndex((each) => pageTree.contains(element, each));
    return place >= 0 && found.slice(0, place).every(isClear);
  };
  // The form's properties are read from the prototype, because a field with the same name can hide a property.
  const styleOf = (element: HTMLElement): CSSStyleDeclaration => Reflect.get(HTMLElement.prototype, "style", element);
  return {
    wasSeen: ({ element, lines }) => {
      const [line] = lines;
      if (!line) return false;
      const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
      if (y < scrollY || y > scrollY + innerHeight)
        scrollTo({ left: scrollX, top: y - innerHeight / 2, behavior: "instant" });
      return isSeenAt(element, x - scrollX, y - scrollY);
    },
    covers: (element, other) => {
      for (
        let outer: Element | null = element;
        outer && !pageTree.contains(outer, other);
        outer = pageTree.parentOf(outer)
      )
        if (getComputedStyle(outer).position !== "static" && !isClear(outer)) return true;
      return false;
    },
    isScripted: (element) => {
      if (document.querySelector("script:not([type]), script[type*='javascript'], script[type='module']") === null)
        return false;
      const names = ["height", "max-height", "width", "max-width", "top", "left", "bottom", "right", "transform"];
      for (let outer: Element | null = element; outer && outer !== document.body; outer = pageTree.parentOf(outer))
        if (outer instanceof HTMLElement && names.some((name) => styleOf(outer).getPropertyValue(name) !== ""))
          return true;
      return false;
    },
  };
};
