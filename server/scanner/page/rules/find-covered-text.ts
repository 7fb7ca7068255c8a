import type { TextLine, TextPiece } from "./read-lines";

/** Two pieces of text that overlap. */
export interface Collision {
  pieces: [TextPiece, TextPiece];
  lines: [TextLine, TextLine];
}

interface PlacedLine {
  piece: TextPiece;
  line: TextLine;
}

/**
 * Runs in the page: returns pairs of pieces of text that overlap: vertically by more than a fifth of the font size, and
 * horizontally by more than half the font size, which is about the width of a letter.
 */
export const findCollisions = (pieces: readonly TextPiece[]): Collision[] => {
  const MOST = 50;
  const MOST_COMPARED = 200_000;
  const covers = (one: TextLine, other: TextLine): boolean => {
    const size = Math.min(one.size, other.size);
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > size * 0.5 && height > size * 0.2;
  };
  const isApart = ({ element: one }: TextPiece, { element: other }: TextPiece): boolean =>
    !one.contains(other) && !other.contains(one);
  const all: PlacedLine[] = pieces.flatMap((piece) => piece.lines.map((line) => ({ piece, line })));
  all.sort((one, other) => one.line.top - other.line.top);
  const found: Collision[] = [];
  let open: PlacedLine[] = [];
  let compared = 0;
  for (const next of all) {
    open = open.filter(({ line }) => line.bottom > next.line.top);
    compared += open.length;
    if (compared > MOST_COMPARED || found.length >= MOST) break;
    for (const each of open)
      if (isApart(each.piece, next.piece) && covers(each.line, next.line))
        found.push({ pieces: [each.piece, next.piece], lines: [each.line, next.line] });
    open.push(next);
  }
  return found;
};

/** Runs in the page: reports whether two pieces of text overlap anywhere. */
export const isTouching = (one: TextPiece, other: TextPiece): boolean =>
  one.lines.some((line) =>
    other.lines.some(
      ({ left, right, top, bottom }) =>
        line.left < right && left < line.right && line.top < bottom && top < line.bottom,
    ),
  );
