export type Impact = "critical" | "serious" | "moderate" | "minor" | "needs_review";
export type CheckOutcome = "pass" | "fail" | "not_measured" | "other";
export type CriterionOutcome = "failed" | "passed" | "needs_review" | "not_tested" | "not_applicable";

const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/^(?:earl|wcag):/, "")
    .replaceAll(/[^a-z]/g, "");

type Words<Meaning extends string> = Readonly<Record<Meaning, readonly string[]>>;

const meaningOf = <Meaning extends string>(word: string, words: Words<Meaning>): Meaning | null => {
  const wanted = plain(word);
  const found = Object.entries<readonly string[]>(words).find(([, known]) => known.includes(wanted));
  return (found?.[0] as Meaning | undefined) ?? null;
};

const IMPACTS: Words<Impact> = {
  critical: ["critical", "blocker", "severe"],
  serious: ["serious", "major", "high", "error"],
  moderate: ["moderate", "medium", "warning"],
  minor: ["minor", "low", "info", "notice"],
  needs_review: ["needsreview", "review", "incomplete", "canttell", "manual"],
};

/** What a caller's word for an impact means; null for one that no tool we know uses. */
export const readImpact = (word: string): Impact | null => meaningOf(word, IMPACTS);

const CRITERION_OUTCOMES: Words<CriterionOutcome> = {
  failed: ["failed", "fail", "violation", "violated", "false", "no", "notsupported", "doesnotsupport"],
  passed: ["passed", "pass", "ok", "true", "yes", "satisfied", "met", "success", "supports"],
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

/** A value as text: the parts of a list or an object one after the other. Null when there is nothing to print. */
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

/** The first of these keys that holds something to print. */
export const firstWords = (entry: Entry, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const words = readWords(entry[key]);
    if (words !== null) return words;
  }
  return null;
};

/** The first of these keys that holds a number of at least 0. */
export const firstAmount = (entry: Entry, keys: readonly string[]): number | null => {
  for (const key of keys) {
    const value = entry[key];
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  }
  return null;
};
