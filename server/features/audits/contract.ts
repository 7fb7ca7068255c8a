import { z } from "zod";
import { Id, pageFields, Time } from "@/server/core/schema";
import { WebsiteSettings } from "@/server/features/websites/contract";

export const AuditStatus = z.enum(["in_progress", "completed", "failed", "cancelled"]);
export type AuditStatus = z.infer<typeof AuditStatus>;

export const AuditPhase = z.enum(["waiting", "discovering", "scanning", "saving"]);
export type AuditPhase = z.infer<typeof AuditPhase>;

export const QueuePosition = z
  .number()
  .int()
  .min(1)
  .nullable()
  .describe("Place among the waiting audits, 1 for the next one to start; null when it does not wait.");

/** The options of one audit: the website's settings, some of them overridden. */
export const AuditOptions = WebsiteSettings;
export type AuditOptions = z.infer<typeof AuditOptions>;

export const StartAudit = z
  .strictObject({
    website_id: Id.optional(),
    url: z
      .url({ protocol: /^https?$/, error: "Give a web address such as https://example.org." })
      .max(2_000)
      .optional(),
    options: AuditOptions.optional(),
  })
  .refine(({ website_id, url }) => (website_id === undefined) !== (url === undefined), {
    path: ["website_id"],
    error: "Give either website_id or url.",
  });
export type StartAudit = z.infer<typeof StartAudit>;

export const Scores = z.object({
  accessibility: z.number().nullable(),
  performance: z.number().nullable(),
  seo: z.number().nullable(),
  quality: z.number().nullable(),
});
export type Scores = z.infer<typeof Scores>;

export const Audit = z.object({
  id: Id,
  website_id: Id,
  website_url: z.string(),
  website_name: z.string(),
  status: AuditStatus,
  phase: AuditPhase,
  queue_position: QueuePosition,
  options: AuditOptions,
  pages_done: z.number().int(),
  pages_failed: z.number().int(),
  pages_total: z.number().int(),
  scores: Scores,
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: Time,
  completed_at: Time.nullable(),
});
export type Audit = z.input<typeof Audit>;

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
