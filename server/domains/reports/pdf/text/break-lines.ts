const BREAK_AFTER = new Set([..." /?&=.,;:>-_)"]);
// How far back from the end of a line to look for a better place to break it, as a share of the line.
const SEARCH_BACK = 0.35;

// Characters that are missing from the monospaced fonts. They are printed in other fonts and are at most two columns
// wide.
const WIDE = /[\u0500-\u1fff\u2300-\u{10ffff}]/u;
const MARK = /^\p{M}$/u;

const columnsOf = (character: string): number => {
  if (!WIDE.test(character)) return 1;
  return MARK.test(character) ? 0 : 2;
};

const edgeOf = (characters: readonly string[], start: number, columns: number): number => {
  let taken = 0;
  let end = start;
  while (end < characters.length) {
    taken += columnsOf(characters[end] ?? "");
    if (taken > columns) break;
    end += 1;
  }
  return Math.max(end, start + 1);
};

const breakPoint = (characters: readonly string[], start: number, edge: number): number => {
  const earliest = edge - Math.floor((edge - start) * SEARCH_BACK);
  for (let end = edge; end > earliest; end -= 1) {
    if (BREAK_AFTER.has(characters[end - 1] ?? "")) return end;
  }
  return edge;
};

/**
 * Breaks monospaced text into lines of at most `columns` columns, without adding hyphens. Breaks a line after a nearby
 * separator if there is one. Keeps the text's own line breaks.
 */
export const breakLines = (text: string, columns: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    const characters = Array.from(paragraph);
    let start = 0;
    let edge = edgeOf(characters, start, columns);
    while (edge < characters.length) {
      const end = breakPoint(characters, start, edge);
      lines.push(characters.slice(start, end).join(""));
      start = end;
      edge = edgeOf(characters, start, columns);
    }
    lines.push(characters.slice(start).join(""));
  }
  return lines;
};

// All white space except no-break spaces and the ideographic space.
const GAPS = /[^\S\u00a0\u202f\u3000]+/g;

/** Returns the text on one line. Text that is longer than `length` is truncated and ends with an ellipsis. */
export const shorten = (text: string, length: number): string => {
  const start = text.slice(0, length * 4).replaceAll(GAPS, " ");
  const characters = Array.from(start);
  return characters.length <= length && text.length <= length * 4
    ? start
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
};
