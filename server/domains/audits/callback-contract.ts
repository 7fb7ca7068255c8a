import { z } from "zod";
import { Id } from "@/server/core/schema";
import {
  Excluded,
  GroupName,
  JourneyPlace,
  MAX_COUNT,
  MAX_STRIPS,
  PageDepth,
  PageDocuments,
  PageOnPhone,
  PageOutline,
  PageStates,
  SampleRole,
  ScanCallback,
  Screenshot,
  Strip,
} from "@/server/scanner/contract";
import { readAxe } from "./read-axe";

const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);
const orElse = <T extends z.ZodType, V>(schema: T, value: V) => schema.nullish().transform((given) => given ?? value);
const Score = z.number().min(0).max(100);
const Metric = orNull(z.number().min(0).max(MAX_COUNT));

const PerformanceSection = z.looseObject({
  score: orNull(Score),
  lcp_ms: Metric,
  cls: Metric,
  fcp_ms: Metric,
  ttfb_ms: Metric,
  tbt_ms: Metric,
  weight_bytes: Metric,
  requests: Metric,
});

const Check = z.looseObject({ id: z.string().min(1), title: z.string().default(""), outcome: z.string() });
const ChecksSection = z.looseObject({ score: orNull(Score), checks: z.array(Check).max(500).default([]) });

/**
 * A page sent by any scanner; only `url` is required. `axe` is either our scanner's compact form or axe-core's own
 * results object; both are parsed into the same shape.
 */
export const CallbackPage = z.looseObject({
  url: z.string().min(1).max(4_096),
  final_url: orNull(z.string().max(4_096)),
  http_status: orNull(z.number().int().min(0).max(999)),
  title: orNull(z.string()),
  template: orNull(z.string().min(1).max(2_048)),
  depth: orNull(PageDepth).catch(null),
  device: orElse(z.string().max(50), "desktop"),
  started_at: orNull(z.iso.datetime({ offset: true })),
  duration_ms: orElse(z.number().min(0).max(86_400_000), 0),
  axe: orNull(z.looseObject({})).transform((axe, context) => {
    const read = axe && readAxe(axe);
    if (axe && !read) context.addIssue({ code: "custom", message: "Must be an axe-core result object." });
    return read;
  }),
  performance: orNull(PerformanceSection),
  seo: orNull(ChecksSection),
  quality: orNull(ChecksSection),
  error: orNull(
    z.union([
      z.string().transform((message) => ({ code: "failed", message })),
      z.looseObject({ code: z.string(), message: z.string() }),
    ]),
  ),
  screenshot: orNull(Screenshot).catch(null),
  /** An invalid strip becomes null instead of being removed, because findings refer to strips by their index. */
  strips: z
    .array(Strip.nullable().catch(null))
    .max(MAX_STRIPS)
    .nullish()
    .catch(null)
    .transform((strips) => strips ?? []),
  outline: orNull(PageOutline).catch(null),
  documents: orElse(PageDocuments, []).catch([]),
  group: orNull(GroupName).catch(null),
  excluded: orNull(Excluded).catch(null),
  states: orNull(PageStates).catch(null),
  phone: orNull(PageOnPhone).catch(null),
  journey: orNull(JourneyPlace).catch(null),
  sample: orNull(SampleRole).catch(null),
});
export type CallbackPage = z.infer<typeof CallbackPage>;

/** The body of a scanner callback and the parameters of the callback URL. */
export const ApplyCallback = z.strictObject({
  ...ScanCallback.shape,
  id: Id,
  /** Our scanner numbers its callbacks from 1; other scanners may start at 0. */
  sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  ask: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  audit_id: Id,
  pages: z.array(CallbackPage).max(1_000).default([]),
});
export type ApplyCallback = z.infer<typeof ApplyCallback>;
