import { replaceRange, type Snippet } from "../markup/edit";
import { findClose } from "../markup/tokenize";
import { draft, type Fixer } from "./draft";

interface Part {
  start: number;
  end: number;
  name: string | null;
}

/** Returns the direct children of the root element, or null if the snippet is truncated. */
const childrenOf = ({ tokens, root }: Snippet): Part[] | null => {
  const first = root ? tokens.indexOf(root) : -1;
  const last = findClose(tokens, first);
  if (first < 0 || last < 0) return null;
  const parts: Part[] = [];
  for (let at = first + 1; at < last; at += 1) {
    const token = tokens[at];
    if (token?.kind === "text" && token.text.trim() !== "")
      parts.push({ start: token.start, end: token.end, name: null });
    if (token?.kind !== "open") continue;
    const close = findClose(tokens, at);
    const end = tokens[close];
    if (!end) return null;
    parts.push({ start: token.start, end: end.end, name: token.name });
    at = close;
  }
  return parts;
};

const list: Fixer = (snippet) => {
  const stray = childrenOf(snippet)?.filter(({ name }) => !name || !/^(?:li|script|template)$/.test(name));
  if (!stray || stray.length === 0) return [];
  let correct = snippet.html;
  for (const { start, end } of stray.toReversed())
    correct = replaceRange(correct, start, end, `<li>${correct.slice(start, end).trim()}</li>`);
  return [
    draft(
      correct,
      "Everything in the list that isn't a list item is wrapped in <li>, because a list can contain only list items. Screen readers can then announce how many items there are.",
    ),
  ];
};

/**
 * Keeps the elements that a description list can contain, and turns all other content of the list into descriptions.
 */
const definitions: Fixer = (snippet) => {
  const stray = childrenOf(snippet)?.filter(({ name }) => !name || !/^(?:dt|dd|div|script|template)$/.test(name));
  if (!stray || stray.length === 0) return [];
  let correct = snippet.html;
  for (const { start, end } of stray.toReversed())
    correct = replaceRange(correct, start, end, `<dd>${correct.slice(start, end).trim()}</dd>`);
  return [
    draft(
      correct,
      "A <dl> can contain only terms (<dt>) and descriptions (<dd>). Anything else becomes a description: change it to <dt> where it is a term.",
    ),
  ];
};

export const listFixers: Readonly<Record<string, Fixer>> = { list, "definition-list": definitions };
