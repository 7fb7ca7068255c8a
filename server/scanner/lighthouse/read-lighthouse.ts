import type { Result } from "lighthouse";
import { Lighthouse, type LighthouseAudit, type LighthouseCategory } from "../lighthouse-result";
import { redactText } from "../page/redact";
import type { Device } from "../page-result";

/** Lighthouse's own category ids. An audit in several categories is reported under the first. */
export const categoryIds = ["performance", "accessibility", "best-practices", "seo"] as const;
const nameOf = (id: (typeof categoryIds)[number]): LighthouseCategory =>
  id === "best-practices" ? "best_practices" : id;

/** Lighthouse audits with at least this score aren't listed, because they pass in Lighthouse's own report. */
const PASS = 0.9;
const MAX_AUDITS = 200;
const MAX_MILLISECONDS = 3_600_000;

type Audits = Result["audits"];
type Audit = Audits[string];

const within = (value: unknown, max: number): number | null =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(value, 0), max) : null;

const percent = (score: unknown): number | null => {
  const part = within(score, 1);
  return part === null ? null : Math.round(part * 100);
};

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/**
 * Converts Lighthouse's Markdown to plain text. Removes "Learn more" links, which are useless without a URL, and keeps
 * the text of other links. Shortens the text first to limit the processing time.
 */
export const plainText = (markdown: string, length: number): string =>
  cut(
    cut(markdown, 2 * length)
      .replaceAll(/(?<!\s)\s*\[Learn [^[\]]*\]\([^[()\s]*\)[.!]?/g, "")
      .replaceAll(/\[([^[\]]*)\]\([^[()\s]*\)/g, "$1")
      .replaceAll("`", "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    length,
  );

/** Redacts text that may quote the page. Titles and descriptions aren't redacted, because they never quote it. */
const quotingText = (markdown: string, length: number): string => redactText(plainText(markdown, length));

const hasFailed = ({ score, scoreDisplayMode }: Audit): boolean =>
  typeof score === "number" && score < PASS && ["binary", "numeric", "metricSavings"].includes(scoreDisplayMode);

const readAudit = (audit: Audit, category: LighthouseCategory): LighthouseAudit => ({
  id: cut(audit.id, 100),
  title: plainText(audit.title, 500),
  description: plainText(audit.description, 2_000),
  display_value: audit.displayValue ? quotingText(audit.displayValue, 200) : null,
  score: percent(audit.score),
  category,
});

/** Returns the failed audits by category, except metrics, which are reported with their values. */
const readFailed = ({ audits, categories }: Result): LighthouseAudit[] => {
  const failed = new Map<string, LighthouseAudit>();
  for (const id of categoryIds) {
    for (const ref of categories[id]?.auditRefs ?? []) {
      const audit = audits[ref.id];
      if (!audit || ref.group === "metrics" || ref.group === "hidden" || !hasFailed(audit)) continue;
      if (!failed.has(ref.id) && failed.size < MAX_AUDITS) failed.set(ref.id, readAudit(audit, nameOf(id)));
    }
  }
  return [...failed.values()];
};

const readMetrics = (audits: Audits) => {
  const milliseconds = (id: string): number | null => {
    const value = within(audits[id]?.numericValue, MAX_MILLISECONDS);
    return value === null ? null : Math.round(value);
  };
  const shift = within(audits["cumulative-layout-shift"]?.numericValue, 1_000);
  return {
    fcp_ms: milliseconds("first-contentful-paint"),
    lcp_ms: milliseconds("largest-contentful-paint"),
    tbt_ms: milliseconds("total-blocking-time"),
    cls: shift === null ? null : Math.round(shift * 10_000) / 10_000,
    speed_index_ms: milliseconds("speed-index"),
    tti_ms: milliseconds("interactive"),
  };
};

/** Reduces Lighthouse's result, which is a few hundred kilobytes long, to the parts to keep. */
export const readLighthouse = (result: Result, url: string, device: Device): Lighthouse => {
  const { runtimeError, categories } = result;
  if (runtimeError) {
    const message = quotingText(runtimeError.message, 500) || "Lighthouse couldn't load the page.";
    return { url, error: { code: cut(runtimeError.code.toLowerCase(), 100), message } };
  }
  const scoreOf = (id: (typeof categoryIds)[number]) => percent(categories[id]?.score);
  return Lighthouse.parse({
    url: cut(result.finalDisplayedUrl || url, 4_096),
    fetched_at: result.fetchTime,
    device,
    lighthouse_version: result.lighthouseVersion,
    categories: {
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      best_practices: scoreOf("best-practices"),
      seo: scoreOf("seo"),
    },
    metrics: readMetrics(result.audits),
    audits: readFailed(result),
  });
};
