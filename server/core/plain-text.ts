import { AppError } from "./errors";
import { type FieldProblem, invalidInput } from "./problem";

/** Maximum nesting depth of an input: deeper than any valid input, but shallow enough for recursive code. */
const maxDepth = 64;
/** Maximum number of invalid fields named in one response. */
const maxProblems = 20;

interface Holder {
  value: Record<string, unknown>;
  path: string;
  depth: number;
}

type Found = (value: Record<string, unknown>, key: string, holder: Holder) => void;

/** With the `u` flag, this expression matches only an unpaired surrogate. */
const halfPair = /\p{Surrogate}/gu;

const isStorable = (text: string): boolean => !text.includes("\0") && text.search(halfPair) < 0;

const pathOf = (holder: Holder, key: string): string =>
  holder.path && key ? `${holder.path}.${key}` : holder.path || key;

/**
 * Calls `found` for the invalid strings in one object or array, and returns the objects and arrays directly inside it.
 */
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

/** Calls `found` for every key or string value that PostgreSQL text and JSON columns reject. */
const walk = (root: unknown, found: Found): void => {
  const waiting: Holder[] = [{ value: { "": root }, path: "", depth: 0 }];
  for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
    for (const inner of visit(holder, found)) waiting.push(inner);
  }
};

const visible = (path: string): string => path.replaceAll("\0", "\\u0000").replaceAll(halfPair, "\uFFFD");

const message = "Must not contain NUL or incomplete Unicode characters.";

/**
 * Throws `invalid_input` if a caller's input contains NUL or an unpaired surrogate. The error names the invalid fields.
 */
export const assertPlainText = (input: unknown): void => {
  const problems: FieldProblem[] = [];
  walk(input, (_value, key, holder) => {
    if (problems.length < maxProblems) problems.push({ path: visible(pathOf(holder, key)), message });
  });
  if (problems.length > 0) throw invalidInput(problems);
};

/**
 * Removes NUL from the strings in a parsed JSON value and replaces unpaired surrogates, in place. Used for results
 * about third-party pages, so that invalid text on a page doesn't cause its findings to be lost.
 */
export const cleanText = (input: unknown): void =>
  walk(input, (holder, key) => {
    const value = holder[key];
    if (!isStorable(key)) delete holder[key];
    else if (typeof value === "string") holder[key] = value.replaceAll("\0", "").replaceAll(halfPair, "\uFFFD");
  });
