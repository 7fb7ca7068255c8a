/**
 * The elements that people can see on the page, in document order, each with its own text and the attributes that name
 * it.
 */
export type ShownElements = ReadonlyMap<Element, string>;

interface Clip {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The parts of the window in which content inside an element can be seen, for content in the normal flow and for
 * absolutely positioned content.
 */
interface Clips {
  flow: Clip;
  positioned: Clip;
}

/**
 * Runs in the page: returns a function that takes the parts of the window in which an element can be seen, and
 * calculates those in which the element's content can be seen, given its overflow.
 */
export const createClipper = (): ((clips: Clips, element: Element, style: CSSStyleDeclaration) => Clips) => {
  const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
  const cut = (clip: Clip, element: Element, style: CSSStyleDeclaration): Clip => {
    if (element.matches("html, body") || !(hides(style.overflowX) || hides(style.overflowY))) return clip;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [isCutAcross, isCutDown] = [hides(style.overflowX), hides(style.overflowY)];
    return {
      left: isCutAcross ? Math.max(clip.left, left) : clip.left,
      right: isCutAcross ? Math.min(clip.right, right) : clip.right,
      top: isCutDown ? Math.max(clip.top, top) : clip.top,
      bottom: isCutDown ? Math.min(clip.bottom, bottom) : clip.bottom,
    };
  };
  /**
   * Content that has been scrolled out of an element can be scrolled back into view, even if its position is then above
   * the page.
   */
  const extend = (clip: Clip, element: Element, { overflowY }: CSSStyleDeclaration): Clip =>
    (overflowY === "auto" || overflowY === "scroll") && element.scrollTop > 0
      ? { ...clip, top: clip.top - element.scrollTop }
      : clip;
  return ({ flow, positioned }, element, style) => {
    const around = style.position === "absolute" ? positioned : flow;
    const own = extend(cut(around, element, style), element, style);
    return { flow: own, positioned: style.position === "static" ? positioned : own };
  };
};

/** Runs in the page. */
export const createShownReader = (clipper: ReturnType<typeof createClipper>): (() => ShownElements) => {
  const MOST = 20_000;
  const LEAST = 2;
  const attributes = ["aria-label", "alt", "title", "placeholder", "role", "href", "src", "type"];
  const signatureOf = (element: Element): string => {
    const texts = [...element.childNodes].map((node) => (node instanceof Text ? node.data.slice(0, 300) : ""));
    const named = attributes.map((name) => (element.getAttribute(name) ?? "").slice(0, 200));
    return `${element.localName} ${named.join("|")} ${texts.join(" ").replace(/\s+/g, " ").trim()}`;
  };
  const isIn = ({ left, top, right, bottom }: Clip, box: DOMRect): boolean =>
    Math.min(right, box.right) - Math.max(left, box.left) > LEAST &&
    Math.min(bottom, box.bottom) - Math.max(top, box.top) > LEAST;
  const childrenOf = (element: Element): Element[] => [...(element.shadowRoot?.children ?? []), ...element.children];
  /**
   * Adds an element to `shown` if people can see it. Returns the parts of the window in which the element's content can
   * be seen; null if there are none.
   */
  const read = (shown: Map<Element, string>, element: Element, around: Clips, view: Clips): Clips | null => {
    const style = getComputedStyle(element);
    if (style.display === "none") return null;
    const outer = style.position === "fixed" ? view : around;
    const clip = style.position === "absolute" ? outer.positioned : outer.flow;
    const isDrawn = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    if (isDrawn && isIn(clip, element.getBoundingClientRect())) shown.set(element, signatureOf(element));
    return clipper(outer, element, style);
  };
  return () => {
    const shown = new Map<Element, string>();
    const width = Math.max(document.documentElement.scrollWidth, innerWidth);
    const page = { left: -scrollX, right: width - scrollX, top: -scrollY, bottom: 1_000_000 };
    const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const left: [Element, Clips][] = [[document.documentElement, { flow: page, positioned: page }]];
    for (let count = 0, next = left.pop(); next && count < MOST; next = left.pop(), count += 1) {
      const [element, around] = next;
      const inside = read(shown, element, around, { flow: view, positioned: view });
      if (inside) for (const child of childrenOf(element).reverse()) left.push([child, inside]);
    }
    return shown;
  };
};
