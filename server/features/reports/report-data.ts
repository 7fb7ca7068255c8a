import { z } from "zod";
import { logoFault } from "./logo";
import { readChecks, readCriterion, readIssue, readPage, readPerformance } from "./report-sections";
import { readWords } from "./report-words";

export type {
  ReportCheck,
  ReportChecks,
  ReportCounts,
  ReportCriterion,
  ReportExample,
  ReportIssue,
  ReportMetrics,
  ReportPage,
  ReportPerformance,
  ReportScores,
} from "./report-sections";

const anyObject = z.looseObject({});
const words = z
  .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()])), anyObject], { error: "must be text" })
  .transform(readWords)
  .nullish();
const count = z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullish();
const score = z.number().min(0).max(100).nullish();
const NO_TIME = "must be a date and time such as 2026-11-20T09:00:00.000Z";
const LATEST_TIME = 8.64e15;
const moment = z
  .union(
    [
      z.literal("").transform(() => null),
      z.string().refine((value) => !Number.isNaN(Date.parse(value)), NO_TIME),
      z
        .number()
        .min(0)
        .max(LATEST_TIME)
        .transform((milliseconds) => new Date(milliseconds).toISOString()),
    ],
    { error: NO_TIME },
  )
  .nullish();

const freeForm = z.union([anyObject, z.array(z.unknown()), z.number(), z.string(), z.boolean()]);

/** Entries that one list may have. A body of 5 MB holds no more of any use. */
const ENTRIES = 20_000;
const entry = z.union([z.string(), anyObject], { error: "must be an object" });
const LOGO_LENGTH = 1_500_000;

export const ReportVariant = z.enum(["full", "report", "accessibility", "singlePage"]);
export type ReportVariant = z.infer<typeof ReportVariant>;

export type { Impact as ReportImpact } from "./report-words";

const ReportScores = z.looseObject({ accessibility: score, performance: score, seo: score, quality: score });

const ReportCounts = z.looseObject({
  critical: count,
  serious: count,
  moderate: count,
  minor: count,
  needs_review: count,
  passed: count,
});

const dataUri = (logo: string): string => {
  const bytes = logo.replaceAll(/\s/g, "");
  if (bytes.startsWith("data:")) return bytes.replace("data:image/jpg;", "data:image/jpeg;");
  return bytes.startsWith("/9j/") ? `data:image/jpeg;base64,${bytes}` : `data:image/png;base64,${bytes}`;
};

const ReportLogo = z
  .string()
  .max(LOGO_LENGTH)
  .superRefine((logo, ctx) => {
    const fault = logo === "" ? null : logoFault(dataUri(logo));
    if (fault) ctx.addIssue({ code: "custom", message: fault });
  })
  .transform((logo) => (logo === "" ? null : dataUri(logo)));

const ReportAccent = z
  .string()
  .regex(/^(?:#?(?:[0-9a-f]{3}|[0-9a-f]{6})|)$/i, "must be a colour such as #0b5fff")
  .transform((accent) => (accent === "" ? null : `#${accent.replace("#", "")}`));

export const ReportBranding = z.looseObject({
  name: words,
  accent: ReportAccent.nullish(),
  logo: ReportLogo.nullish(),
});
export type ReportBranding = z.infer<typeof ReportBranding>;

/** Lighthouse's reading of one page, or `error` when there is none. Scores are 0 to 100, `audits` what failed. */
export const ReportLighthouse = z.looseObject({
  url: words,
  fetched_at: moment,
  device: words,
  lighthouse_version: words,
  categories: z.looseObject({ performance: score, accessibility: score, best_practices: score, seo: score }).nullish(),
  metrics: z
    .looseObject({ fcp_ms: count, lcp_ms: count, tbt_ms: count, cls: count, speed_index_ms: count, tti_ms: count })
    .nullish(),
  audits: z
    .array(z.looseObject({ title: z.string(), display_value: words, category: words, score }))
    .max(500)
    .nullish(),
  error: z.looseObject({ code: words, message: words }).nullish(),
});
export type ReportLighthouse = z.infer<typeof ReportLighthouse>;

const website = z
  .union([z.string(), z.looseObject({ url: words, name: words })])
  .transform((site) => (typeof site === "string" ? { url: site, name: null } : site));

/**
 * What a report is made from, schema version 1. Every section may be missing or null: the report then
 * says "not measured". Unknown keys are kept. Durations are milliseconds, sizes bytes, scores 0 to 100.
 * Entries of lists and the three last sections are read as far as they can be understood.
 */
export const ReportData = z.looseObject({
  website: website.nullish(),
  audit: z
    .looseObject({
      id: words,
      started_at: moment,
      completed_at: moment,
      standard: words,
      engine: words,
      pages_scanned: count,
      pages_failed: count,
    })
    .nullish(),
  scores: ReportScores.nullish(),
  summary: ReportCounts.nullish(),
  pages: z.array(entry.transform(readPage)).max(ENTRIES).nullish(),
  issues: z.array(entry.transform(readIssue)).max(ENTRIES).nullish(),
  criteria: z.array(entry.transform(readCriterion)).max(ENTRIES).nullish(),
  performance: freeForm.transform(readPerformance).nullish(),
  seo: freeForm.transform(readChecks).nullish(),
  quality: freeForm.transform(readChecks).nullish(),
  // No part of the contract: what Lighthouse itself writes under this name is no reason to refuse a report.
  lighthouse: ReportLighthouse.nullish().catch(null),
  branding: ReportBranding.nullish(),
});
export type ReportData = z.infer<typeof ReportData>;
