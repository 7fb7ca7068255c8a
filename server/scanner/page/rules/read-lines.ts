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
}

/** Runs in the page. Omits icon fonts, hidden text, and text that isn't laid out as HTML. */
export const createLineReader = (): LineReader => {
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
    pageTree.closest(element, apart) === null &&
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !isIcon(element);
  const isLegible = ({ data, parentElement }: Text): boolean =>
    parentElement !== null && isWord(data.slice(0, 500)) && isShown(parentElement);
  return {
    listTexts: () => {
      const texts: Text[] = [];
      let left = MOST_VISITED;
      for (const { text } of pageTree.listTexts()) {
        left -= 1;
        if (left < 0 || texts.length >= MOST_TEXTS) break;
        if (isLegible(text)) texts.push(text);
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
  };
};
