import { z } from "zod";
import { AuditPhase as phases, AuditStatus as statuses } from "@/generated/prisma/enums";
import { Id, pageFields, Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";
import { describeAlternatives } from "@/server/endpoint/openapi-variants";
import { EffectiveSettings, WebsiteSettings } from "./websites/contract";

export const AuditStatus = z.enum(statuses);
export type AuditStatus = z.infer<typeof AuditStatus>;

export const AuditPhase = z.enum(phases);
export type AuditPhase = z.infer<typeof AuditPhase>;

export const QueuePosition = z
  .number()
  .int()
  .min(1)
  .nullable()
  .describe("Position in the queue, starting at 1; null if the audit isn't waiting.");

/** The options of one audit: the website's settings with any overrides. */
export const AuditOptions = WebsiteSettings;
export type AuditOptions = z.infer<typeof AuditOptions>;

export const StartAudit = describeAlternatives(
  z
    .strictObject({
      website_id: Id.optional(),
      url: webAddress().optional(),
      options: AuditOptions.optional(),
    })
    .refine(({ website_id, url }) => (website_id === undefined) !== (url === undefined), {
      path: ["website_id"],
      error: "Send either website_id or url, but not both.",
    }),
  ["website_id", "url"],
);
export type StartAudit = z.infer<typeof StartAudit>;

export const ScoreLow = z
  .number()
  .nullable()
  .describe(
    "Lower end of the accessibility score's range: what the score would be if every element that needs review " +
      "failed, minus a small amount for each criterion without a rule. Null if unknown.",
  );

export const Scores = z.object({
  accessibility: z.number().nullable().describe("Upper end of the accessibility score's range, 0 to 100."),
  accessibility_low: ScoreLow,
  accessibility_version: z
    .number()
    .int()
    .nullable()
    .describe("Version of the accessibility score's formula. Only scores with the same version can be compared."),
  performance: z.number().nullable(),
  seo: z.number().nullable(),
  quality: z.number().nullable(),
});
export type Scores = z.infer<typeof Scores>;

/** What is missing from an audit that ended before every page was scanned. */
export const PartialAudit = z.object({
  reason: z
    .enum(["time", "cpu", "bytes", "journey"])
    .describe(
      "Why pages are missing. time, cpu and bytes: the budget for scan time, processor time or downloaded bytes ran " +
        "out. journey: a step of a journey failed; the page's error says which step.",
    ),
  pages_missing: z
    .number()
    .int()
    .min(1)
    .describe("Number of pages that weren't scanned because a budget ran out or a journey didn't reach them."),
  examples: z
    .array(z.string())
    .describe("URLs of up to 20 missing pages, or their names in journeys; empty if the scanner reported none."),
});
export type PartialAudit = z.infer<typeof PartialAudit>;
/** A budget that ran out. */
export type Budget = Exclude<PartialAudit["reason"], "journey">;

export const PartialField = PartialAudit.nullable().describe(
  "What the audit left out because a budget ran out or a journey failed; null if every page was scanned.",
);

export const Audit = z.object({
  id: Id,
  website_id: Id,
  website_url: z.string(),
  website_name: z.string(),
  status: AuditStatus,
  phase: AuditPhase,
  queue_position: QueuePosition,
  options: AuditOptions.describe(
    "Options set on the website or in the request; effective_options contains the values in effect.",
  ),
  effective_options: EffectiveSettings,
  pages_done: z.number().int(),
  pages_failed: z.number().int(),
  pages_total: z.number().int(),
  scores: Scores,
  partial: PartialField,
  signed_in: z.boolean().describe("Whether the scanner signed in, or tried to."),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: Time,
  completed_at: Time.nullable(),
});
export type Audit = z.input<typeof Audit>;

const ListScope = z.object({
  urls: z.number().int().describe("Number of URLs in the list."),
  list_only: z.boolean().describe("Whether only listed URLs were scanned."),
  groups: z.array(
    z.object({
      name: z.string().nullable().describe("Name of the page group; null for URLs without a group."),
      urls: z.number().int().describe("Number of URLs in the group."),
      pages: z.number().int().describe("Number of the group's pages in the audit; 0 for URLs without a group."),
    }),
  ),
});

export const ExcludedCounts = z.object({
  elements: z.number().int().describe("Number of elements that match the selectors in exclude_elements."),
  findings: z.number().int().describe("Number of findings left out because they are on or inside excluded elements."),
});

const Interval = z.object({
  value: z.number().describe("Estimate for all pages of the website."),
  low: z.number().describe("Lower end of the 95% confidence interval."),
  high: z.number().describe("Upper end of the 95% confidence interval."),
});

const SampleScope = z.object({
  seed: z.number().int().describe("Seed for the random draw. The same URLs and seed give the same sample."),
  population: z.number().int().describe("Number of pages from which the sample was drawn."),
  structured: z.number().int().describe("Number of pages in the structured sample."),
  random: z.number().int().describe("Number of pages in the random sample."),
  not_scanned: z.number().int().describe("Number of sampled pages that couldn't be scanned."),
  mean_score: Interval.nullable().describe(
    "Mean accessibility score of all pages, 0 to 100. Null if too few were scanned.",
  ),
  failing_share: Interval.nullable().describe("Share of pages with a failure, 0 to 1. Null if too few were scanned."),
});

const RuleScope = z.object({
  include: z.array(z.string()).describe("The only rules that ran; empty for all rules of the standard."),
  exclude: z.array(z.string()).describe("Rules that didn't run."),
});

export const AuditScope = z.object({
  url_list: ListScope.nullable().describe(
    "The website's URL list when the audit was started; null if the website had none.",
  ),
  excluded: ExcludedCounts.extend({
    selectors: z.array(z.string()).describe("The selectors of the excluded elements."),
    pages: z.number().int().describe("Number of pages that contain excluded elements."),
  })
    .nullable()
    .describe("What was left out of the findings; null if no elements were excluded."),
  sample: SampleScope.nullable().describe("The sample that was scanned; null if the audit has none."),
  journeys: z
    .array(
      z.object({
        name: z.string().describe("Name of the journey."),
        pages: z.number().int().describe("Number of pages in the journey, including those that it didn't reach."),
      }),
    )
    .describe("The journeys that the audit performed; empty if it has none."),
  rules: RuleScope.nullable().describe("The choice of rules; null if all rules of the standard ran."),
});
export type AuditScope = z.infer<typeof AuditScope>;

export const AuditId = z.strictObject({ id: Id });
export type AuditId = z.infer<typeof AuditId>;

export const ListAudits = z.strictObject({
  ...pageFields,
  website_id: Id.optional(),
  status: AuditStatus.optional(),
});
export type ListAudits = z.infer<typeof ListAudits>;

export const LatestStatus = z.strictObject({ website_id: Id.optional() });
export type LatestStatus = z.infer<typeof LatestStatus>;

export const Progress = z.object({
  audit_id: Id,
  status: AuditStatus,
  phase: AuditPhase,
  queue_position: QueuePosition,
  pages_done: z.number().int(),
  pages_failed: z.number().int(),
  pages_total: z.number().int(),
  percent: z.number().int().min(0).max(100),
  eta_seconds: z.number().int().nullable(),
});
export type Progress = z.infer<typeof Progress>;

export const CallbackReply = z.object({ ignored: z.boolean() });
export type CallbackReply = z.infer<typeof CallbackReply>;
