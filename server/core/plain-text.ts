import { AppError } from "./errors";
import { type FieldProblem, invalidInput } from "./problem";

/** Deeper than anything of ours, and shallow enough for whoever walks it by recursion. */
const maxDepth = 64;
/** Problems named in one answer. */
const maxProblems = 20;

interface Holder {
  value: Record<string, unknown>;
  path: string;
  depth: number;
}

type Found = (value: Record<string, unknown>, key: string, holder: Holder) => void;

/** With the `u` flag only a half without its other half matches. */
const halfPair = /\p{Surrogate}/gu;

const isStorable = (text: string): boolean => !text.includes("\0") && text.search(halfPair) < 0;

const pathOf = (holder: Holder, key: string): string =>
  holder.path && key ? `${holder.path}.${key}` : holder.path || key;

/** Reports the odd texts of one object or array and gives the objects and arrays in it. */
const visit = (holder: Holder, found: Found): Holder[] => {
  if (holder.depth > maxDepth) throw new AppError("invalid_input", `${holder.path} is nested too deeply.`);
  const inner: Holder[] = [];
  for (const key of Object.keys(holder.value)) {
    const value = holder.value[key];
    if (!isStorable(key) || (typeof value === "string" && !isStorable(value))) found(holder.value, key, holder);
    else if (typeof value === "object" && value !== null)
      inner.push({ value: value as Record<string, unknown>, path: pathOf(holder, key), depth: holder.depth + 1 });
  }
  return inner;
};

/** Calls `found` for every text, as value or as key, that a PostgreSQL text or JSON column refuses. */
const walk = (root: unknown, found: Found): void => {
  const waiting: Holder[] = [{ value: { "": root }, path: "", depth: 0 }];
  for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
    for (const inner of visit(holder, found)) waiting.push(inner);
  }
};

const visible = (path: string): string => path.replaceAll("\0", "\\u0000").replaceAll(halfPair, "\uFFFD");

const message = "Leave out NUL characters and incomplete Unicode characters.";

/** Throws `invalid_input` naming every field of a caller's input that holds NUL or half of a surrogate pair. */
export const assertPlainText = (input: unknown): void => {
  const problems: FieldProblem[] = [];
  walk(input, (_value, key, holder) => {
    if (problems.length < maxProblems) problems.push({ path: visible(pathOf(holder, key)), message });
  });
  if (problems.length > 0) throw invalidInput(problems);
};

/**
 * Takes NUL out of the texts of a parsed JSON value and replaces halves of surrogate pairs, in place. For what machines
 * report of pages that others wrote: a page's odd text must not cost its findings.
 */
export const cleanText = (input: unknown): void =>
  walk(input, (holder, key) => {
    const value = holder[key];
    if (!isStorable(key)) delete holder[key];
    else if (typeof value === "string") holder[key] = value.replaceAll("\0", "").replaceAll(halfPair, "\uFFFD");
  });
