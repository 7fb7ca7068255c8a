import { formatNumber } from "@/messages/runtime/formats";
import { report } from "@/messages/texts/report";
import { isEntry } from "../../read-words";
import { formatBytes, formatSeconds, listWords } from "../text/format";

export type FreeRow = { name: string; value: string };

const DEEPEST = 4;
const LIST_PARTS = 12;

/** Converts keys such as "lcp_ms" and "firstPaint" to words. */
const wordsOf = (key: string): string => {
  const spaced = key
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim();
  return spaced === "" ? report.freeForm.unnamed : `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

const writeNumber = (key: string, value: number): string => {
  if (/_ms$/i.test(key)) return formatSeconds(value);
  return /_bytes$/i.test(key) ? formatBytes(value) : formatNumber(value);
};

const write = (key: string, value: unknown): string => {
  if (value === null || value === undefined || value === "") return report.notMeasured;
  if (typeof value === "number") return writeNumber(key, value);
  if (typeof value === "boolean") return value ? report.freeForm.yes : report.freeForm.no;
  return String(value);
};

const writeList = (key: string, list: readonly unknown[]): string => {
  const shown = listWords(list.slice(0, LIST_PARTS).map((part) => write(key, part)));
  const more = list.length - LIST_PARTS;
  return more > 0 ? report.freeForm.list({ list: shown, more }) : shown;
};

// Returns a value as text, or null if it has parts that get their own rows.
const textOf = (key: string, value: unknown, depth: number): string | null => {
  if (isScalar(value)) return write(key, value);
  if (Array.isArray(value) && value.every(isScalar)) return writeList(key, value) || report.freeForm.none;
  return depth < DEEPEST ? null : report.freeForm.moreData;
};

const entriesOf = (value: unknown): [string, unknown][] =>
  Array.isArray(value)
    ? value.map((part, index) => [String(index + 1), part])
    : isEntry(value)
      ? Object.entries(value)
      : [];

/**
 * Returns the names and values of a free-form section as rows, without the keys that are printed elsewhere. Keys are
 * converted to words; nested values are named by their path.
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
