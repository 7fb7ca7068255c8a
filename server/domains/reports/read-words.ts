import type { ReviewableImpact } from "@/server/core/impact";
import { keysOf } from "@/server/core/tables";
export type CheckOutcome = "pass" | "fail" | "not_measured" | "other";
export type CriterionOutcome = "failed" | "passed" | "no_failures" | "needs_review" | "not_tested" | "not_applicable";

const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/^(?:earl|wcag):/, "")
    .replaceAll(/[^a-z]/g, "");

type Words<Meaning extends string> = Readonly<Record<Meaning, readonly string[]>>;

const meaningOf = <Meaning extends string>(word: string, words: Words<Meaning>): Meaning | null => {
  const wanted = plain(word);
  return keysOf(words).find((meaning) => words[meaning].includes(wanted)) ?? null;
};

const IMPACTS: Words<ReviewableImpact> = {
  critical: ["critical", "blocker", "severe"],
  serious: ["serious", "major", "high", "error"],
  moderate: ["moderate", "medium", "warning"],
  minor: ["minor", "low", "info", "notice"],
  needs_review: ["needsreview", "review", "incomplete", "canttell", "manual"],
};

/** Returns the impact that a caller's term maps to, or null for a term that no known tool uses. */
export const readImpact = (word: string): ReviewableImpact | null => meaningOf(word, IMPACTS);

const CRITERION_OUTCOMES: Words<CriterionOutcome> = {
  failed: ["failed", "fail", "violation", "violated", "false", "no", "notsupported", "doesnotsupport"],
  passed: ["passed", "pass", "ok", "true", "yes", "satisfied", "met", "success", "supports"],
  no_failures: ["nofailures", "nofailuresfound", "noviolations", "noviolationsfound"],
  needs_review: [
    "needsreview",
    "review",
    "incomplete",
    "canttell",
    "cannottell",
    "manual",
    "partial",
    "partiallysupports",
  ],
  not_tested: ["nottested", "untested", "notmeasured", "unknown", "notevaluated", "notchecked", "pending", ""],
  not_applicable: ["notapplicable", "inapplicable", "na", "doesnotapply"],
};

export const readCriterionOutcome = (word: string): CriterionOutcome =>
  meaningOf(word, CRITERION_OUTCOMES) ?? "not_tested";

const CHECK_OUTCOMES: Words<Exclude<CheckOutcome, "other">> = {
  pass: ["pass", "passed", "ok", "true", "yes", "success", "good", "present"],
  fail: ["fail", "failed", "error", "false", "no", "bad", "missing", "poor", "violation"],
  not_measured: [
    "notmeasured",
    "nottested",
    "untested",
    "unknown",
    "skipped",
    "notapplicable",
    "inapplicable",
    "na",
    "",
  ],
};

export const readCheckOutcome = (word: string): CheckOutcome => meaningOf(word, CHECK_OUTCOMES) ?? "other";

type Entry = Record<string, unknown>;

export const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const scalarOf = (value: unknown): string | null => {
  if (typeof value === "string") return value.trim() || null;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
};

/** Returns a value as text, with the parts of lists and objects joined, or null if there is nothing to print. */
export const readWords = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.flatMap((part) => scalarOf(part) ?? []).join(", ") || null;
  if (isEntry(value))
    return (
      Object.values(value)
        .flatMap((part) => scalarOf(part) ?? [])
        .join(" ") || null
    );
  return scalarOf(value);
};

/** Returns the first printable value under these keys, as text. */
export const firstWords = (entry: Entry, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const words = readWords(entry[key]);
    if (words !== null) return words;
  }
  return null;
};

/** Returns a number of at least 0; null for anything else. */
export const readAmount = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** Returns the first value under these keys that is a number of at least 0. */
export const firstAmount = (entry: Entry, keys: readonly string[]): number | null => {
  for (const key of keys) {
    const amount = readAmount(entry[key]);
    if (amount !== null) return amount;
  }
  return null;
};
