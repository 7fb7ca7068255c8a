import { canPrint, loadedFont, SANS } from "../fonts";
import { palette } from "../palette";
import { printableText } from "../text/printable-text";
import { MARGIN, PAGE_HEIGHT, PAGE_WIDTH } from "../theme";
import type { TaggedDocument } from "./tagged-document";

export type Furniture = {
  left: string;
  right: string;
  /** Pages at the start that carry none, such as a cover. */
  skipPages: number;
};

type Box = { top: number; left: number; width: number; height: number };

const SIZE = 8;
const LINE_WIDTH = 0.5;

const fontFor = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0;
  return SANS.find((family) => loadedFont(family, 400).hasGlyphForCodePoint(codePoint)) ?? "DejaVu Sans";
};

// pdfkit knows no fallback fonts, so a text is cut where the font changes.
const runsOf = (text: string): { text: string; family: string }[] => {
  const runs: { text: string; family: string }[] = [];
  for (const character of text) {
    const family = fontFor(character);
    const last = runs.at(-1);
    if (last?.family === family) last.text += character;
    else runs.push({ text: character, family });
  }
  return runs;
};

const selectFont = (document: TaggedDocument, family: string, size: number) =>
  document.font(loadedFont(family, 400) as unknown as string).fontSize(size);

const paintLine = (document: TaggedDocument, text: string, left: number, top: number) => {
  let x = left;
  for (const run of runsOf(printableText(text, canPrint).printed)) {
    selectFont(document, run.family, SIZE).text(run.text, x, top, { lineBreak: false });
    x += document.widthOfString(run.text);
  }
};

const widthOf = (document: TaggedDocument, text: string): number =>
  runsOf(text).reduce((width, run) => width + selectFont(document, run.family, SIZE).widthOfString(run.text), 0);

/** Footer of a page: site and date at the left, page x of y at the right, outside of the reading order. */
export const paintFurniture = (document: TaggedDocument, furniture: Furniture, totalPages: number) => {
  const { count, start } = document.bufferedPageRange();
  const pageNumber = start + count;
  if (pageNumber <= furniture.skipPages) return;
  const top = PAGE_HEIGHT - MARGIN.bottom + 22;
  const right = `${furniture.right}Page ${pageNumber} of ${totalPages}`;
  document.beginArtifact("Pagination");
  document.save();
  document.moveTo(MARGIN.left, top - 8).lineTo(PAGE_WIDTH - MARGIN.right, top - 8);
  document.lineWidth(LINE_WIDTH).stroke(palette.line);
  document.fillColor(palette.quiet);
  paintLine(document, furniture.left, MARGIN.left, top);
  paintLine(document, right, PAGE_WIDTH - MARGIN.right - widthOf(document, right), top);
  document.restore();
  document.closeMarks();
};

/** Writes a page number at the right edge of a box. */
export const paintPageNumber = (document: TaggedDocument, text: string, box: Box) => {
  const size = 10;
  selectFont(document, "Inter latin", size);
  const left = box.left + box.width - document.widthOfString(text);
  document.save().fillColor(palette.ink);
  document.text(text, left, box.top + 0.5, { lineBreak: false });
  document.restore();
};
