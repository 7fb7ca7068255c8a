import { z } from "zod";

const text = (max: number) => z.string().max(max).nullish();
const count = z.number().int().min(0).max(1_000_000_000).nullish();
const amount = z.number().min(0).max(1e12).nullish();
const score = z.number().min(0).max(100).nullish();
const moment = z
  .string()
  .max(64)
  .refine((value) => !Number.isNaN(Date.parse(value)), "must be a date and time such as 2026-11-20T09:00:00.000Z")
  .nullish();

const ADDRESS_LENGTH = 4_096;
const SNIPPET_LENGTH = 20_000;
const LOGO_LENGTH = 1_500_000;

export const ReportVariant = z.enum(["full", "report", "accessibility", "singlePage"]);
export type ReportVariant = z.infer<typeof ReportVariant>;

export const ReportImpact = z.enum(["critical", "serious", "moderate", "minor", "needs_review"]);
export type ReportImpact = z.infer<typeof ReportImpact>;

export const ReportScores = z.looseObject({ accessibility: score, performance: score, seo: score, quality: score });
export type ReportScores = z.infer<typeof ReportScores>;

export const ReportCounts = z.looseObject({
  critical: count,
  serious: count,
  moderate: count,
  minor: count,
  needs_review: count,
  passed: count,
});
export type ReportCounts = z.infer<typeof ReportCounts>;

export const ReportPage = z.looseObject({
  url: z.string().max(ADDRESS_LENGTH),
  title: text(1_000),
  http_status: z.number().int().min(0).max(999).nullish(),
  error: text(2_000),
  scores: ReportScores.nullish(),
  counts: ReportCounts.nullish(),
});
export type ReportPage = z.infer<typeof ReportPage>;

export const ReportExample = z.looseObject({
  page_url: text(ADDRESS_LENGTH),
  selector: text(SNIPPET_LENGTH),
  html: text(SNIPPET_LENGTH),
});
export type ReportExample = z.infer<typeof ReportExample>;

export const ReportIssue = z.looseObject({
  rule_id: z.string().min(1).max(200),
  impact: ReportImpact.nullish(),
  wcag: z.array(z.string().max(100)).max(50).nullish(),
  help: text(2_000),
  description: text(5_000),
  help_url: text(ADDRESS_LENGTH),
  nodes: count,
  pages: count,
  examples: z.array(ReportExample).max(5_000).nullish(),
});
export type ReportIssue = z.infer<typeof ReportIssue>;

export const ReportCriterion = z.looseObject({
  criterion: z.string().min(1).max(100),
  name: text(500),
  level: z.enum(["A", "AA", "AAA"]).nullish(),
  outcome: z.enum(["failed", "passed", "needs_review", "not_tested"]),
});
export type ReportCriterion = z.infer<typeof ReportCriterion>;

export const ReportMetrics = z.looseObject({
  lcp_ms: amount,
  cls: amount,
  fcp_ms: amount,
  ttfb_ms: amount,
  tbt_ms: amount,
  weight_bytes: amount,
  requests: amount,
});
export type ReportMetrics = z.infer<typeof ReportMetrics>;

export const ReportPerformance = z.looseObject({
  aggregate: z.enum(["p75", "mean", "median"]).nullish(),
  pages_measured: count,
  metrics: ReportMetrics.nullish(),
  slowest_pages: z
    .array(
      z.looseObject({ url: z.string().max(ADDRESS_LENGTH), lcp_ms: amount, weight_bytes: amount, requests: amount }),
    )
    .max(1_000)
    .nullish(),
});
export type ReportPerformance = z.infer<typeof ReportPerformance>;

export const ReportCheck = z.looseObject({
  id: z.string().min(1).max(200),
  title: text(1_000),
  outcome: z.enum(["pass", "fail", "not_measured"]),
  pages_failed: count,
  pages_total: count,
});
export type ReportCheck = z.infer<typeof ReportCheck>;

export const ReportChecks = z.looseObject({ checks: z.array(ReportCheck).max(500).nullish() });
export type ReportChecks = z.infer<typeof ReportChecks>;

export const ReportBranding = z.looseObject({
  name: text(200),
  accent: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, "must be a colour such as #0b5fff")
    .nullish(),
  logo: z
    .string()
    .max(LOGO_LENGTH)
    .regex(
      /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/,
      "must be a data: URI of a PNG or JPEG image in base64; addresses are not fetched",
    )
    .nullish(),
});
export type ReportBranding = z.infer<typeof ReportBranding>;

/** Lighthouse's reading of one page, or `error` when there is none. Scores are 0 to 100, `audits` what failed. */
export const ReportLighthouse = z.looseObject({
  url: text(ADDRESS_LENGTH),
  fetched_at: moment,
  device: text(50),
  lighthouse_version: text(50),
  categories: z.looseObject({ performance: score, accessibility: score, best_practices: score, seo: score }).nullish(),
  metrics: z
    .looseObject({
      fcp_ms: amount,
      lcp_ms: amount,
      tbt_ms: amount,
      cls: amount,
      speed_index_ms: amount,
      tti_ms: amount,
    })
    .nullish(),
  audits: z
    .array(z.looseObject({ title: z.string().max(1_000), display_value: text(1_000), category: text(100), score }))
    .max(500)
    .nullish(),
  error: z.looseObject({ code: text(200), message: text(2_000) }).nullish(),
});
export type ReportLighthouse = z.infer<typeof ReportLighthouse>;

/**
 * What a report is made from, schema version 1. Every section may be missing or null: the report then
 * says "not measured". Unknown keys are kept. Durations are milliseconds, sizes bytes, scores 0 to 100.
 */
export const ReportData = z.looseObject({
  website: z.looseObject({ url: text(ADDRESS_LENGTH), name: text(500) }).nullish(),
  audit: z
    .looseObject({
      id: text(200),
      started_at: moment,
      completed_at: moment,
      standard: text(200),
      engine: text(200),
      pages_scanned: count,
      pages_failed: count,
    })
    .nullish(),
  scores: ReportScores.nullish(),
  summary: ReportCounts.nullish(),
  pages: z.array(ReportPage).max(10_000).nullish(),
  issues: z.array(ReportIssue).max(10_000).nullish(),
  criteria: z.array(ReportCriterion).max(200).nullish(),
  performance: ReportPerformance.nullish(),
  seo: ReportChecks.nullish(),
  quality: ReportChecks.nullish(),
  lighthouse: ReportLighthouse.nullish(),
  branding: ReportBranding.nullish(),
});
export type ReportData = z.infer<typeof ReportData>;
