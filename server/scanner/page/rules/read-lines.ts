/**
 * The box of a line of text, in CSS pixels relative to the top left corner of the page. The box has the height of the
 * letters, not of the line.
 */
export interface TextLine {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Font size. */
  size: number;
}

/** The visible text of a text node. */
export interface TextPiece {
  element: Element;
  lines: TextLine[];
}

export interface LineReader {
  /** Lists the text nodes with visible text, in the document and in open shadow roots. */
  listTexts(): Text[];
  readPiece(text: Text): TextPiece | null;
  /** Returns the parent of an element in the rendered tree, across slots and shadow roots. */
  parentOf(element: Element): Element | null;
}

/** Runs in the page. Omits icon fonts, hidden text, and text that isn't laid out as HTML. */
export const createLineReader = (roots: () => readonly (Document | ShadowRoot)[]): LineReader => {
  const MOST_TEXTS = 3_000;
  const MOST_VISITED = 30_000;
  const MOST_LINES = 100;
  const apart =
    "[aria-hidden='true'], svg, math, select, textarea, script, style, noscript, template, video, audio, canvas, object, marquee";
  const isWord = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1;
  /** Only the first font counts: many websites list fonts such as "Segoe UI Symbol" last. */
  const isIcon = (element: Element): boolean =>
    /icon|symbol|awesome|glyph|dingbat/i.test(getComputedStyle(element).fontFamily.split(",", 1)[0] ?? "");
  const isShown = (element: Element): boolean =>
    element.closest(apart) === null &&
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !isIcon(element);
  const isLegible = ({ data, parentElement }: Text): boolean =>
    parentElement !== null && isWord(data.slice(0, 500)) && isShown(parentElement);
  return {
    listTexts: () => {
      const texts: Text[] = [];
      let left = MOST_VISITED;
      for (const root of roots()) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node && left > 0 && texts.length < MOST_TEXTS; node = walker.nextNode()) {
          left -= 1;
          if (node instanceof Text && isLegible(node)) texts.push(node);
        }
      }
      return texts;
    },
    readPiece: (text) => {
      const element = text.parentElement;
      if (element === null) return null;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].slice(0, MOST_LINES).flatMap(({ left, right, top, bottom }) => {
        if (right - left < 1 || bottom - top < 1) return [];
        const middle = (top + bottom) / 2 + scrollY;
        const half = Math.min((bottom - top) / 2, size * 0.35);
        return [{ left: left + scrollX, right: right + scrollX, top: middle - half, bottom: middle + half, size }];
      });
      return lines.length > 0 ? { element, lines } : null;
    },
    parentOf: (element) => {
      // Reads the property through the prototype, because a form's field with the same name would hide it.
      const slot: unknown = Reflect.get(Element.prototype, "assignedSlot", element);
      const parent: unknown = Reflect.get(Node.prototype, "parentElement", element);
      const root = Node.prototype.getRootNode.call(element);
      const outer = slot ?? parent ?? (root instanceof ShadowRoot ? root.host : null);
      return outer instanceof Element ? outer : null;
    },
  };
};
