type Part = { text: string; changed: boolean };

export type Changes = { before: Part[]; after: Part[]; added: string[]; removed: string[] };

/** If there are more pieces than this between the first and the last change, all of them are marked as changed. */
const MAX_PIECES = 1_500;

/** Splits code into closing tags, starts of opening tags, quoted values, words, white space and single characters. */
const piecesOf = (code: string): string[] => code.match(/<\/[\w-]+>|<[\w-]+|"[^"]*"|'[^']*'|\s+|[\w-]+|[^\w\s]/g) ?? [];

/**
 * For each pair of indices, returns the length of the longest common subsequence of the pieces from those indices
 * onwards.
 */
const commonLengths = (one: readonly string[], other: readonly string[]): Uint16Array[] => {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = rows[i];
      const next = rows[i + 1];
      if (!row || !next) continue;
      row[j] = one[i] === other[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return rows;
};

const push = (parts: Part[], text: string, changed: boolean): void => {
  const last = parts.at(-1);
  if (last?.changed === changed) last.text += text;
  else if (text !== "") parts.push({ text, changed });
};

const walk = (one: readonly string[], other: readonly string[], before: Part[], after: Part[]): void => {
  const lengths = commonLengths(one, other);
  const common = (i: number, j: number): number => lengths[i]?.[j] ?? -1;
  let [i, j] = [0, 0];
  for (let was = one[0], is = other[0]; was !== undefined || is !== undefined; was = one[i], is = other[j]) {
    const same = was === is;
    const leaves = same || is === undefined || (was !== undefined && common(i + 1, j) >= common(i, j + 1));
    if (leaves && was !== undefined) {
      push(before, was, !same);
      i += 1;
    }
    if ((same || !leaves) && is !== undefined) {
      push(after, is, !same);
      j += 1;
    }
  }
};

const wordsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ text, changed }) => (changed && text.trim() !== "" ? [text.trim()] : []));

/** Marks the parts in which two pieces of code differ, and describes in words what was added and removed. */
export const markChanges = (current: string, correct: string): Changes => {
  const [one, other] = [piecesOf(current), piecesOf(correct)];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const [before, after]: [Part[], Part[]] = [[], []];
  for (const parts of [before, after]) push(parts, one.slice(0, head).join(""), false);
  const [was, is] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  if (was.length <= MAX_PIECES && is.length <= MAX_PIECES) walk(was, is, before, after);
  else {
    push(before, was.join(""), true);
    push(after, is.join(""), true);
  }
  for (const parts of [before, after]) push(parts, one.slice(one.length - tail).join(""), false);
  return { before, after, added: wordsOf(after), removed: wordsOf(before) };
};
