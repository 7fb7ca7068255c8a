/**
 * An element whose text is in view. Boxes are in CSS pixels, relative to the top left corner of the window. Colours
 * range from 0 to 255, alpha from 0 to 1.
 */
export interface ContrastTarget {
  number: number;
  /** The text colour, combined with the opacity of the elements around the text. */
  color: [number, number, number, number];
  isLarge: boolean;
  hasShadow: boolean;
  font: string;
  lines: { x: number; y: number; width: number; height: number }[];
}

/**
 * Returns an empty list if the element has no text in view, or if effects such as filters, strokes or clipped
 * backgrounds change how its text is painted.
 */
export type ReadContrastTarget = (number: number, element: Element) => ContrastTarget[];

/** Runs in the page. */
export const createContrastReader = (): ReadContrastTarget => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  const ancestors = (element: Element): Element[] => {
    const chain: Element[] = [];
    for (let outer: Element | null = element; outer; outer = pageTree.parentOf(outer)) chain.push(outer);
    return chain;
  };
  const readColor = (color: string): [number, number, number, number] => {
    if (canvas === null) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  /**
   * Returns the combined opacity of an element and its ancestors; null if something else also affects the colour on the
   * screen, such as a filter.
   */
  const opacityOf = (element: Element): number | null => {
    let opacity = 1;
    for (const outer of ancestors(element)) {
      const style = getComputedStyle(outer);
      if (style.mixBlendMode !== "normal" || style.filter !== "none" || style.maskImage !== "none") return null;
      opacity *= Number.parseFloat(style.opacity);
      const isPlain = style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none";
      if (opacity < 1 && !isPlain) return null;
    }
    return opacity;
  };
  const linesOf = (element: Element): DOMRect[] =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? "").trim() !== "")
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      })
      .filter(({ width, height }) => width > 1 && height > 1);
  const isInView = ({ left, top, right, bottom }: DOMRect): boolean =>
    left >= 0 && top >= 0 && right <= document.documentElement.clientWidth && bottom <= innerHeight;
  return (number, element) => {
    const style = getComputedStyle(element);
    const lines = linesOf(element).filter(isInView).slice(0, 30);
    const opacity = lines.length > 0 ? opacityOf(element) : null;
    const isPainted = /text/.test(style.backgroundClip) || Number.parseFloat(style.webkitTextStrokeWidth) > 0;
    if (opacity === null || isPainted) return [];
    const [red, green, blue, alpha] = readColor(style.webkitTextFillColor);
    const size = Number.parseFloat(style.fontSize);
    return [
      {
        number,
        color: [red, green, blue, alpha * opacity],
        isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
        hasShadow: style.textShadow !== "none",
        font: `${style.fontSize}, font weight: ${style.fontWeight}`,
        lines: lines.map(({ x, y, width, height }) => ({ x, y, width, height })),
      },
    ];
  };
};

/** Runs in the page: reports whether an element contains only symbols, which screen readers ignore, outside controls. */
export const isOrnament = (element: Element): boolean =>
  !/[\p{L}\p{N}]/u.test(element.textContent ?? "") &&
  pageTree.closest(element, "[aria-hidden='true']") !== null &&
  pageTree.closest(element, "a[href], button, label, summary, [role]") === null;
