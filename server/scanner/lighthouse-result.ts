import { z } from "zod";
import { Device, PageError } from "./page-result";

const score = z.number().min(0).max(100).nullable();
const milliseconds = z.number().min(0).max(3_600_000).nullable();
const address = z.string().min(1).max(4_096);

export const LighthouseCategory = z.enum(["performance", "accessibility", "best_practices", "seo"]);
export type LighthouseCategory = z.infer<typeof LighthouseCategory>;

/** A Lighthouse audit that a page failed. Text fields are plain text; `score` is from 0 to 100. */
export const LighthouseAudit = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().max(500),
  description: z.string().max(2_000),
  display_value: z.string().max(200).nullable(),
  score,
  category: LighthouseCategory,
});
export type LighthouseAudit = z.infer<typeof LighthouseAudit>;

/**
 * Lighthouse's result for one page, loaded once with Lighthouse's own throttling. CLS has no unit; null means "not
 * measured".
 */
export const LighthouseResult = z.strictObject({
  url: address,
  fetched_at: z.iso.datetime(),
  device: Device,
  lighthouse_version: z.string().min(1).max(50),
  categories: z.strictObject({ performance: score, accessibility: score, best_practices: score, seo: score }),
  metrics: z.strictObject({
    fcp_ms: milliseconds,
    lcp_ms: milliseconds,
    tbt_ms: milliseconds,
    cls: z.number().min(0).max(1_000).nullable(),
    speed_index_ms: milliseconds,
    tti_ms: milliseconds,
  }),
  audits: z.array(LighthouseAudit).max(200),
});
export type LighthouseResult = z.infer<typeof LighthouseResult>;

/**
 * Reason why there are no results: `timeout`, `crashed`, `lighthouse_failed`, or Lighthouse's own code in lower case,
 * such as `no_fcp` or `errored_document_request`.
 */
export const LighthouseFailure = z.strictObject({
  url: address,
  error: z.strictObject({ code: PageError.shape.code.max(100), message: PageError.shape.message.max(500) }),
});
export type LighthouseFailure = z.infer<typeof LighthouseFailure>;

export const Lighthouse = z.union([LighthouseResult, LighthouseFailure]);
export type Lighthouse = z.infer<typeof Lighthouse>;
