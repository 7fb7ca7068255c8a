import { report } from "@/messages/texts/report";
import { loadedFont } from "../fonts";
import { palette } from "../palette";
import { MARGIN, PAGE_HEIGHT, PAGE_WIDTH } from "../theme";
import type { LayoutNode } from "./structure";
import type { TaggedDocument } from "./tagged-document";

export type Furniture = {
  /** The text on the left of the footer, laid out once and painted on every page that has a footer. */
  left: LayoutNode | undefined;
  /** Number of pages at the start that have no footer, such as a cover. */
  skipPages: number;
};

type Box = { top: number; left: number; width: number; height: number };

/** Distance of the footer's text from the top of the page, in points. */
export const FOOTER_TOP = PAGE_HEIGHT - MARGIN.bottom + 22;
export const FOOTER_SIZE = 8;
const LINE_WIDTH = 0.5;

const selectFont = (document: TaggedDocument, size: number) =>
  document.font(loadedFont("Inter latin", 400) as unknown as string).fontSize(size);

const numberOf = (document: TaggedDocument): number => {
  const { count, start } = document.bufferedPageRange();
  return start + count;
};

/** Paints a footer's line and page number, outside the reading order. */
export const paintFooter = (document: TaggedDocument, { skipPages }: Furniture, totalPages: number) => {
  const pageNumber = numberOf(document);
  if (pageNumber <= skipPages) return;
  const text = report.pageNumber({ page: String(pageNumber), total: String(totalPages) });
  document.beginArtifact("Pagination");
  document.save();
  document.moveTo(MARGIN.left, FOOTER_TOP - 8).lineTo(PAGE_WIDTH - MARGIN.right, FOOTER_TOP - 8);
  document.lineWidth(LINE_WIDTH).stroke(palette.line);
  document.fillColor(palette.quiet);
  const width = selectFont(document, FOOTER_SIZE).widthOfString(text);
  document.text(text, PAGE_WIDTH - MARGIN.right - width, FOOTER_TOP, { lineBreak: false });
  document.restore();
  document.closeMarks();
};

/** Paints a page number at the right edge of a box. */
export const paintPageNumber = (document: TaggedDocument, text: string, box: Box) => {
  const left = box.left + box.width - selectFont(document, 10).widthOfString(text);
  document.save().fillColor(palette.ink);
  document.text(text, left, box.top + 0.5, { lineBreak: false });
  document.restore();
};
