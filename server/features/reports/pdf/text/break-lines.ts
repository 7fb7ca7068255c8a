const BREAK_AFTER = new Set([..." /?&=.,;:>-_)"]);
// How far back from the edge a nicer place to break is looked for, as a share of the line.
const SEARCH_BACK = 0.35;

const breakPoint = (characters: readonly string[], start: number, columns: number): number => {
  const edge = start + columns;
  const earliest = edge - Math.floor(columns * SEARCH_BACK);
  for (let end = edge; end > earliest; end -= 1) {
    if (BREAK_AFTER.has(characters[end - 1] ?? "")) return end;
  }
  return edge;
};

/**
 * Cuts text of a monospaced font into lines of at most `columns` characters, after a separator where there
 * is one near, without adding a hyphen. Line breaks of the text stay.
 */
export const breakLines = (text: string, columns: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    const characters = Array.from(paragraph);
    let start = 0;
    while (characters.length - start > columns) {
      const end = breakPoint(characters, start, columns);
      lines.push(characters.slice(start, end).join(""));
      start = end;
    }
    lines.push(characters.slice(start).join(""));
  }
  return lines;
};

/** The text cut to a length, with an ellipsis where something was left out. */
export const shorten = (text: string, length: number): string => {
  const characters = Array.from(text.slice(0, length * 2 + 2));
  return characters.length <= length && text.length <= length * 2
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
};
