import { z } from "zod";
import { ReportVariant as variants } from "@/generated/prisma/enums";
import { impacts } from "@/server/core/impact";
import { listOf } from "@/server/core/schema";
import { AuditScope } from "@/server/domains/audits/contract";
import { logoFault } from "./logo";
import { readChecks, readCriterion, readIssue, readPage, readPerformance } from "./read-sections";
import { isEntry, readWords } from "./read-words";

export type {
  ReportCheck,
  ReportChecks,
  ReportCounts,
  ReportCriterion,
  ReportExample,
  ReportFix,
  ReportIssue,
  ReportMetrics,
  ReportPage,
  ReportPerformance,
  ReportPicture,
  ReportScores,
  ReportStripPicture,
} from "./read-sections";

/**
 * Number of findings in a report that have a picture or a strip. Each has only one, because pictures take far more time
 * and memory than text.
 */
export const picturesInReport = 12;

const anyObject = z.looseObject({});
const words = z
  .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()])), anyObject], { error: "Must be text." })
  .transform(readWords)
  .nullish();
const count = z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullish();
const score = z.number().min(0).max(100).nullish();
const NO_TIME = "Must be a date and time, such as 2026-11-20T09:00:00.000Z.";
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

/** Maximum number of entries in a list. A 5 MB body has no room for more entries with meaningful content. */
const ENTRIES = 20_000;
type Entry = string | Record<string, unknown>;
const entry = z.custom<Entry>((value) => typeof value === "string" || isEntry(value), "Must be an object.");
/** A list whose entries are strings or objects. `meta` describes the entries in the OpenAPI document. */
const entries = <Read>(read: (entry: Entry) => Read) =>
  listOf(entry.transform(read), z.array(z.unknown()).max(ENTRIES)).meta({
    items: { anyOf: [{ type: "string" }, { type: "object" }] },
  });
const LOGO_LENGTH = 1_500_000;

export const ReportVariant = z.enum(variants);
export type ReportVariant = z.infer<typeof ReportVariant>;

export type { ReviewableImpact as ReportImpact } from "@/server/core/impact";

const ReportScores = z.looseObject({
  accessibility: score,
  accessibility_low: score.describe("Lower end of the accessibility score's range."),
  accessibility_version: count.describe("Version of Curbcut's score formula; omit it for scores from other tools."),
  performance: score,
  seo: score,
  quality: score,
});

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
  .regex(/^(?:#?(?:[0-9a-f]{3}|[0-9a-f]{6})|)$/i, "Must be a colour, such as #0b5fff.")
  .transform((accent) => (accent === "" ? null : `#${accent.replace("#", "")}`));

export const ReportBranding = z.looseObject({
  name: words,
  accent: ReportAccent.nullish(),
  logo: ReportLogo.nullish(),
});
/** What is missing from a partial audit. */
const ReportPartial = z.looseObject({
  reason: words,
  pages_missing: count,
  examples: z.array(words).max(100).nullish(),
});

export type ReportBranding = z.infer<typeof ReportBranding>;

/**
 * Lighthouse results for one page, or `error` if there are none. Scores range from 0 to 100; `audits` lists failed
 * audits.
 */
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

/** Maximum number of documents listed in a report. Those with the most serious findings come first. */
export const documentsInReport = 100;
/** Maximum number of clauses listed in a report. Those with the most serious findings come first. */
const CLAUSES = 100;

const documentTotal = z.number().int().min(0);
const reportText = z.string().max(500);

/** The PDFs that the pages link to, and the clauses of PDF/UA-1 with failures or results that need review. */
export const ReportDocuments = z.object({
  total: documentTotal,
  not_checked: documentTotal.describe("Number of documents that weren't checked."),
  list: z
    .array(
      z.object({
        url: z.string().max(4_096),
        title: reportText.nullable(),
        pages: documentTotal.nullable(),
        problem: reportText
          .nullable()
          .describe(
            "Why the document couldn't be checked, or could be checked only in part; null if it was checked in full.",
          ),
        counts: z.object({
          critical: documentTotal,
          serious: documentTotal,
          moderate: documentTotal,
          minor: documentTotal,
          needs_review: documentTotal,
        }),
      }),
    )
    .max(documentsInReport),
  clauses: z
    .array(
      z.object({
        clause: reportText,
        message: reportText,
        impact: z.enum(impacts),
        outcome: z.enum(["failed", "needs_review"]),
        criteria: z.array(reportText).max(20),
        documents: documentTotal.describe("Number of documents with findings for this clause."),
      }),
    )
    .max(CLAUSES),
});
export type ReportDocuments = z.infer<typeof ReportDocuments>;

const website = z
  .union([z.string(), z.looseObject({ url: words, name: words })])
  .transform((site) => (typeof site === "string" ? { url: site, name: null } : site));

/**
 * The data of a report, schema version 1. A section that is missing or null is reported as "not measured". Unknown keys
 * are kept. Durations are in milliseconds, sizes in bytes, and scores range from 0 to 100. List entries and the
 * sections performance, seo and quality are parsed leniently.
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
      second_engine: z
        .looseObject({ name: words, elements: count.describe("Number of elements that only this engine found.") })
        .nullish(),
      states: z
        .looseObject({
          scanned: count.describe("Number of page states that were tested."),
          elements: count.describe("Number of elements that fail only in these states."),
          blocked: count.describe("Number of requests that were blocked while these states were tested."),
        })
        .nullish(),
      phone: z
        .looseObject({
          tested: count.describe("Number of pages that were tested on an emulated phone."),
          left_out: count.describe("Number of pages that couldn't be tested on an emulated phone."),
        })
        .nullish(),
      pages_scanned: count,
      depth: words,
      partial: ReportPartial.nullish(),
      pages_failed: count,
      not_scanned: z
        .array(z.looseObject({ code: z.string().max(100), pages: z.number().int().min(0) }))
        .max(100)
        .nullish()
        .catch(null)
        .describe("Number of pages that weren't scanned, by error code."),
      // Report data from earlier versions doesn't list journeys.
      scope: AuditScope.extend({ journeys: AuditScope.shape.journeys.default([]) })
        .nullish()
        .catch(null)
        .describe(
          "The URL list, sample, journeys, excluded elements and choice of rules that determined what the audit covered.",
        ),
    })
    .nullish(),
  scores: ReportScores.nullish(),
  summary: ReportCounts.nullish(),
  pages: entries(readPage).nullish(),
  issues: entries(readIssue).nullish(),
  criteria: entries(readCriterion).nullish(),
  performance: freeForm.transform(readPerformance).nullish(),
  seo: freeForm.transform(readChecks).nullish(),
  quality: freeForm.transform(readChecks).nullish(),
  // Lighthouse's own output under this key becomes null, because data that contains it must not be rejected.
  lighthouse: ReportLighthouse.nullish().catch(null),
  // Any other data under this key becomes null, because it must not be rejected.
  documents: ReportDocuments.nullish().catch(null),
  branding: ReportBranding.nullish(),
});
export type ReportData = z.infer<typeof ReportData>;
