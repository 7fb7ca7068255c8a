import { isEntry } from "../../report-words";
import { formatBytes, formatSeconds, NOT_MEASURED } from "../text/format";

export type FreeRow = { name: string; value: string };

const DEEPEST = 4;
const LIST_PARTS = 12;

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });

/** "lcp_ms" and "firstPaint" as words. */
const wordsOf = (key: string): string => {
  const spaced = key
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim();
  return spaced === "" ? "unnamed" : `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

const writeNumber = (key: string, value: number): string => {
  if (/_ms$/i.test(key)) return formatSeconds(value);
  return /_bytes$/i.test(key) ? formatBytes(value) : figures.format(value);
};

const write = (key: string, value: unknown): string => {
  if (value === null || value === undefined || value === "") return NOT_MEASURED;
  if (typeof value === "number") return writeNumber(key, value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
};

const writeList = (key: string, list: readonly unknown[]): string => {
  const more = list.length > LIST_PARTS ? ` and ${list.length - LIST_PARTS} more` : "";
  return `${list
    .slice(0, LIST_PARTS)
    .map((part) => write(key, part))
    .join(", ")}${more}`;
};

// Null where the value has parts that get rows of their own.
const textOf = (key: string, value: unknown, depth: number): string | null => {
  if (isScalar(value)) return write(key, value);
  if (Array.isArray(value) && value.every(isScalar)) return writeList(key, value) || "none";
  return depth < DEEPEST ? null : "more data";
};

const entriesOf = (value: unknown): [string, unknown][] =>
  Array.isArray(value)
    ? value.map((part, index) => [String(index + 1), part])
    : isEntry(value)
      ? Object.entries(value)
      : [];

/**
 * What a caller sent in a section of free form beside the keys that are printed elsewhere, as rows of name and
 * value: keys become words, what lies deeper is named by its way.
 */
export const freeRows = (section: unknown, printed: readonly string[], most: number): FreeRow[] => {
  const rows: FreeRow[] = [];
  const add = (key: string, way: readonly string[], value: unknown) => {
    if (rows.length >= most) return;
    const name = [...way, wordsOf(key)];
    const text = textOf(key, value, name.length);
    if (text !== null) rows.push({ name: name.join(", "), value: text });
    else for (const [inner, part] of entriesOf(value)) add(inner, name, part);
  };
  if (!isEntry(section)) return rows;
  for (const [key, value] of Object.entries(section)) if (!printed.includes(key)) add(key, [], value);
  return rows;
};
