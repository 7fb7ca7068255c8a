/** A wildcard-free part of a pattern, with a table for finding it in linear time. */
interface Literal {
  text: string;
  /**
   * For each prefix of the text, the length of the prefix's longest proper prefix that is also its suffix (Knuth,
   * Morris, Pratt).
   */
  borders: Uint32Array;
}

/** Reports whether a string matches, in time proportional to the lengths of the string and the pattern. */
export type Matcher = (text: string) => boolean;

const noBorders = new Uint32Array(0);

const toLiteral = (text: string): Literal => {
  if (text.length === 1) return { text, borders: noBorders };
  const borders = new Uint32Array(text.length);
  for (let index = 1, length = 0; index < text.length; index += 1) {
    while (length > 0 && text[index] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[index] === text[length]) length += 1;
    borders[index] = length;
  }
  return { text, borders };
};

/** Returns where the first occurrence at or after `start` ends; -1 if there is none. */
const findEnd = (text: string, { text: wanted, borders }: Literal, start: number): number => {
  if (wanted.length === 0) return start;
  for (let index = start, length = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    while (length > 0 && code !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (code === wanted.charCodeAt(length)) length += 1;
    if (length === wanted.length) return index + 1;
  }
  return -1;
};

/**
 * Compiles a robots.txt pattern (RFC 9309, section 2.2.3), which matches from the start of a string: `*` matches
 * anything, and a final `$` matches the end. Finding the leftmost match of each part is enough, because `*` lets later
 * parts match further right.
 */
export const compileWildcards = (pattern: string): Matcher => {
  const anchored = pattern.endsWith("$");
  const [head = "", ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  if (rest.length === 0) return anchored ? (text) => text === head : (text) => text.startsWith(head);
  const tail = anchored ? (rest.pop() ?? "") : "";
  const middle = rest.filter((stretch) => stretch !== "").map(toLiteral);
  return (text) => {
    if (!text.startsWith(head)) return false;
    let end = head.length;
    for (const stretch of middle) {
      end = findEnd(text, stretch, end);
      if (end < 0) return false;
    }
    return text.length - end >= tail.length && text.endsWith(tail);
  };
};
