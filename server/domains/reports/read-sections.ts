import { type ReviewableImpact, reviewableImpacts } from "@/server/core/impact";
import { logoFault } from "./logo";
import {
  type CheckOutcome,
  type CriterionOutcome,
  firstAmount,
  firstWords,
  isEntry,
  readAmount,
  readCheckOutcome,
  readCriterionOutcome,
  readImpact,
} from "./read-words";

type Missing = null | undefined;
type Entry = Record<string, unknown>;
type Free<Known> = Known & Entry;

const SCORES = ["accessibility", "accessibility_low", "performance", "seo", "quality"] as const;

export type ReportScores = Free<Partial<Record<(typeof SCORES)[number] | "accessibility_version", number | Missing>>>;
export type ReportCounts = Free<Partial<Record<ReviewableImpact | "passed", number | Missing>>>;
export type ReportPage = Free<{
  url: string;
  title?: string | Missing;
  http_status?: number | Missing;
  error?: string | Missing;
  scores?: ReportScores | Missing;
  counts?: ReportCounts | Missing;
}>;
/** `image` is a PNG or JPEG as a data: URI, `alt` its text alternative. */
export type ReportPicture = { image: string; alt: string };
/** A picture of an element in one state of the page. */
export type ReportStripPicture = ReportPicture & { caption: string };
export type ReportExample = Free<{
  page_url?: string | Missing;
  selector?: string | Missing;
  html?: string | Missing;
  views?: string[] | Missing;
  /** How to reach the state of the page that contains the element. */
  reach?: string | Missing;
  picture?: ReportPicture | Missing;
  strip?: ReportStripPicture[] | Missing;
}>;
/** Code that fixes an element, and where the fix was verified: on the page, or against the code only. */
export type ReportFix = { page_url: string; code: string; verified_in: "page" | "snippet" };
export type ReportIssue = Free<{
  rule_id: string;
  impact?: ReviewableImpact | Missing;
  wcag?: string[] | Missing;
  help?: string | Missing;
  description?: string | Missing;
  help_url?: string | Missing;
  engines?: string[] | Missing;
  nodes?: number | Missing;
  pages?: number | Missing;
  examples?: ReportExample[] | Missing;
  suggested_fix?: ReportFix | Missing;
}>;
export type ReportCriterion = Free<{
  criterion: string;
  name?: string | Missing;
  level?: "A" | "AA" | "AAA" | Missing;
  outcome: CriterionOutcome;
}>;
export type ReportMetrics = Free<
  Partial<Record<"lcp_ms" | "cls" | "fcp_ms" | "ttfb_ms" | "tbt_ms" | "weight_bytes" | "requests", number | Missing>>
>;
export type SlowPage = Free<{
  url: string;
  lcp_ms?: number | Missing;
  weight_bytes?: number | Missing;
  requests?: number | Missing;
}>;
export type ReportPerformance = Free<{
  aggregate?: "p75" | "mean" | "median" | Missing;
  pages_measured?: number | Missing;
  metrics?: ReportMetrics | Missing;
  slowest_pages?: SlowPage[] | Missing;
}>;
export type ReportCheck = Free<{
  id: string;
  title?: string | Missing;
  outcome: CheckOutcome;
  pages_failed?: number | Missing;
  pages_total?: number | Missing;
}>;
export type ReportChecks = Free<{ checks?: ReportCheck[] | Missing }>;

/**
 * Adds the recognised values to an entry. A value that can't be understood becomes null; a missing key stays missing.
 */
const withKnown = <Known extends object>(entry: Entry, known: Known): Entry & Partial<Known> => {
  const all: Entry = { ...entry };
  for (const [key, value] of Object.entries(known))
    if ((value ?? null) !== null || key in entry) all[key] = value ?? null;
  return all as Entry & Partial<Known>;
};

const entriesOf = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isEntry) : []);

const COUNTS = [...reviewableImpacts, "passed"] as const;

/**
 * Converts the values of these keys with `read`, which returns null for a value that it doesn't understand. Keeps all
 * other values.
 */
const readKeys = (entry: Entry, keys: readonly string[], read: (value: unknown) => number | null): Entry => {
  const all = { ...entry };
  for (const key of keys) if (key in entry) all[key] = read(entry[key]);
  return all;
};

const readScore = (value: unknown): number | null => {
  const score = readAmount(value);
  return score !== null && score <= 100 ? score : null;
};

const pageScores = ({ scores, score }: Entry): ReportScores | null => {
  if (isEntry(scores)) return readKeys(scores, SCORES, readScore);
  const single = readScore(score);
  return single === null ? null : { accessibility: single };
};

/** Reads a page from a URL or from an object of any shape. */
export const readPage = (page: string | Entry): ReportPage => {
  if (typeof page === "string") return { url: page };
  const counts = page["counts"] ?? page["summary"];
  const known = {
    title: firstWords(page, ["title", "name"]),
    error: firstWords(page, ["error", "error_message"]),
    http_status: firstAmount(page, ["http_status"]),
    scores: pageScores(page),
    counts: isEntry(counts) ? readKeys(counts, COUNTS, readAmount) : null,
  };
  const url = firstWords(page, ["url", "page_url", "final_url", "path", "address"]) ?? "";
  return { ...withKnown(page, known), url };
};

const PICTURE_LENGTH = 400_000;

const readPicture = (picture: unknown): ReportPicture | null => {
  if (!isEntry(picture)) return null;
  const { image, alt } = picture;
  if (typeof image !== "string" || image.length > PICTURE_LENGTH || logoFault(image) !== null) return null;
  return { image, alt: typeof alt === "string" ? alt : "" };
};

const PICTURES_IN_STRIP = 3;

/** Returns null if a picture is missing, because the other pictures are meaningless without it. */
const readStrip = (strip: unknown): ReportStripPicture[] | null => {
  if (!Array.isArray(strip) || strip.length < 2 || strip.length > PICTURES_IN_STRIP) return null;
  const pictures = strip.flatMap((each) => {
    const picture = readPicture(each);
    return picture ? [{ ...picture, caption: firstWords(each, ["caption"]) ?? "" }] : [];
  });
  return pictures.length === strip.length ? pictures : null;
};

const namesOf = (value: unknown): string[] | null => {
  const named = Array.isArray(value) ? value : value === null || value === undefined ? null : [value];
  return named?.flatMap((name) => firstWords({ name }, ["name"]) ?? []) ?? null;
};

/** Maximum number of views that an example names. */
const VIEWS = 5;

/** Reads an example from a snippet of markup or from an object of any shape. */
export const readExample = (example: string | Entry): ReportExample => {
  if (typeof example === "string") return { html: example };
  return withKnown(example, {
    page_url: firstWords(example, ["page_url", "url", "page"]),
    selector: firstWords(example, ["selector", "target", "path"]),
    html: firstWords(example, ["html", "snippet", "code"]),
    views: namesOf(example["views"])?.slice(0, VIEWS) ?? null,
    reach: firstWords(example, ["reach"]),
    picture: readPicture(example["picture"]),
    strip: readStrip(example["strip"]),
  });
};

const FIX_LENGTH = 20_000;

const readFix = (fix: unknown): ReportFix | null => {
  if (!isEntry(fix)) return null;
  const { page_url, code, verified_in } = fix;
  if (typeof code !== "string" || code.trim() === "" || code.length > FIX_LENGTH) return null;
  if (verified_in !== "page" && verified_in !== "snippet") return null;
  return { page_url: typeof page_url === "string" ? page_url : "", code, verified_in };
};

const placesOf = ({ examples, nodes }: Entry): ReportExample[] | null => {
  const places = Array.isArray(examples) ? examples : Array.isArray(nodes) ? nodes : null;
  const known = places?.filter((place): place is string | Entry => typeof place === "string" || isEntry(place));
  return known ? known.map(readExample) : null;
};

const extentOf = (value: unknown): number | null => (Array.isArray(value) ? value.length : readAmount(value));

/** Maximum number of engines that a finding names. */
const ENGINES = 5;

/** Reads an issue: a rule with findings. */
export const readIssue = (issue: string | Entry): ReportIssue => {
  if (typeof issue === "string") return { rule_id: issue, impact: null };
  const help = firstWords(issue, ["help", "title", "message"]);
  const impact = firstWords(issue, ["impact", "severity"]);
  const known = {
    help,
    description: firstWords(issue, ["description"]),
    help_url: firstWords(issue, ["help_url", "helpUrl"]),
    wcag: namesOf(issue["wcag"]),
    engines: namesOf(issue["engines"])?.slice(0, ENGINES) ?? null,
    examples: placesOf(issue),
    suggested_fix: readFix(issue["suggested_fix"]),
    impact: impact === null ? null : readImpact(impact),
    nodes: extentOf(issue["nodes"]),
    pages: extentOf(issue["pages"]),
  };
  return {
    ...withKnown(issue, known),
    rule_id: firstWords(issue, ["rule_id", "rule", "id", "code"]) ?? help ?? "unnamed rule",
  };
};

const LEVELS = ["A", "AA", "AAA"] as const;

/** Reads a success criterion from its number, from a tag such as "wcag111", or from an object of any shape. */
export const readCriterion = (criterion: string | Entry): ReportCriterion => {
  const entry = typeof criterion === "string" ? { criterion } : criterion;
  const named = firstWords(entry, ["criterion", "id", "number", "sc"]) ?? "not stated";
  const [, principle, guideline, own] = /^wcag(\d)(\d)(\d{1,2})$/i.exec(named) ?? [];
  const level = firstWords(entry, ["level"])?.toUpperCase();
  const known = { name: firstWords(entry, ["name", "title"]), level: LEVELS.find((one) => one === level) };
  return {
    ...withKnown(entry, known),
    criterion: principle ? `${principle}.${guideline}.${own}` : named,
    outcome: readCriterionOutcome(firstWords(entry, ["outcome", "status", "result"]) ?? ""),
  };
};

const METRICS = ["lcp_ms", "cls", "fcp_ms", "ttfb_ms", "tbt_ms", "weight_bytes", "requests"] as const;
const AGGREGATES = ["p75", "mean", "median"] as const;

const readSlowPage = (page: Entry): SlowPage => ({
  ...page,
  url: firstWords(page, ["url", "page_url"]) ?? "",
  lcp_ms: firstAmount(page, ["lcp_ms"]),
  weight_bytes: firstAmount(page, ["weight_bytes"]),
  requests: firstAmount(page, ["requests"]),
});

/**
 * Reads a free-form section as an object. A number is read as its score, a list as its checks, and any other value as
 * its summary.
 */
export const readFree = (value: unknown): Entry => {
  if (isEntry(value)) return value;
  if (Array.isArray(value)) return { checks: value };
  return typeof value === "number" ? { score: value } : { summary: value };
};

/** Reads the performance section. The known metrics may be inside `metrics` or at the top level. */
export const readPerformance = (value: unknown): ReportPerformance => {
  const performance = readFree(value);
  const { metrics } = performance;
  const inside = isEntry(metrics) ? metrics : {};
  const measured = METRICS.flatMap((name) => {
    const value = firstAmount(inside, [name]) ?? firstAmount(performance, [name]);
    return value !== null || name in inside ? [[name, value] as const] : [];
  });
  const known = { ...inside, ...Object.fromEntries(measured) };
  const slowest = performance["slowest_pages"];
  return withKnown(performance, {
    metrics: Object.keys(known).length > 0 ? known : null,
    aggregate: AGGREGATES.find((name) => name === performance["aggregate"]),
    pages_measured: firstAmount(performance, ["pages_measured"]),
    slowest_pages: Array.isArray(slowest) ? entriesOf(slowest).map(readSlowPage) : null,
  });
};

const readCheck = (check: Entry): ReportCheck => {
  const id = firstWords(check, ["id", "name", "key", "title"]) ?? "unnamed check";
  const outcome = firstWords(check, ["outcome", "status", "result", "passed", "ok", "pass"]) ?? "";
  const known = readCheckOutcome(outcome);
  const facts = {
    title: firstWords(check, ["title", "name", "label", "description"]),
    pages_failed: firstAmount(check, ["pages_failed"]),
    pages_total: firstAmount(check, ["pages_total"]),
    outcome_text: known === "other" ? (firstWords(check, ["outcome_text"]) ?? outcome) : null,
  };
  return { ...withKnown(check, facts), id, outcome: known };
};

/** Reads SEO or quality checks with their outcomes. All other content is kept unchanged. */
export const readChecks = (value: unknown): ReportChecks => {
  const section = readFree(value);
  const { checks } = section;
  if (!Array.isArray(checks)) return { ...section, checks: null, ...(isEntry(checks) ? { check_values: checks } : {}) };
  const named = checks.flatMap((check) =>
    typeof check === "string" ? [{ id: check }] : isEntry(check) ? [check] : [],
  );
  return { ...section, checks: named.map(readCheck) };
};
