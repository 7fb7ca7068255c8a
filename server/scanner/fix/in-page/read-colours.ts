/** The styles that determine an element's contrast. Colours are computed values: `rgb(…)` or `rgba(…)`. */
export interface Paint {
  colour: string;
  /** The number of the nearest element with a background (-1 if there is none), and its background colour. */
  ground: number;
  background: string;
  /** Whether the background is an image or a gradient. */
  isPicture: boolean;
  /** The gradient; empty unless the background is a single gradient. */
  gradient: string;
  /** The combined opacity of the element, its ancestors and, in the paint of a placeholder, the placeholder itself. */
  opacity: number;
}

/** Runs in the page. Reads the paint of an element's text or of its placeholder. */
export const readPaint = (
  element: Element,
  numberOf: (element: Element) => number,
  part: "text" | "placeholder" = "text",
): Paint => {
  const MAX_GRADIENT = 2_000;
  const own = getComputedStyle(element, part === "placeholder" ? "::placeholder" : null);
  const paint = { colour: own.color, ground: -1, background: "", isPicture: false, gradient: "" };
  const readGradient = (image: string): string => {
    const isGradient =
      /^[a-z-]+-gradient\(/.test(image) && image.split(/\w\(/).length - image.split(/rgba?\(/).length === 1;
    return isGradient && image.length <= MAX_GRADIENT ? image : "";
  };
  let opacity = part === "placeholder" ? Number(own.opacity) : 1;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    opacity *= Number(style.opacity);
    const isPicture = style.backgroundImage !== "none";
    const isClear = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(style.backgroundColor);
    if (paint.ground < 0 && (isPicture || !isClear))
      Object.assign(paint, {
        ground: numberOf(at),
        background: style.backgroundColor,
        isPicture,
        gradient: readGradient(style.backgroundImage),
      });
  }
  return { ...paint, opacity };
};

/** Runs in the page. Returns the colours that the page uses, most frequent first. */
export const readPalette = (limits: { elements: number; colours: number }): string[] => {
  const uses = new Map<string, number>();
  const use = (colour: string): void => void uses.set(colour, (uses.get(colour) ?? 0) + 1);
  for (const element of [...document.querySelectorAll("body, body *")].slice(0, limits.elements)) {
    const style = getComputedStyle(element);
    use(style.color);
    use(style.backgroundColor);
  }
  return [...uses]
    .sort((one, other) => other[1] - one[1])
    .slice(0, limits.colours)
    .map(([colour]) => colour);
};
