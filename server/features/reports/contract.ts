import { z } from "zod";
import { Id, Time } from "@/server/core/schema";
import { ReportData, ReportVariant } from "./report-data";

export { ReportData, ReportVariant };

export const GetReport = z.strictObject({
  audit_id: Id,
  variant: ReportVariant.default("full"),
  format: z.enum(["pdf", "json"]).default("pdf"),
});
export type GetReport = z.infer<typeof GetReport>;

export const ReportLink = z.object({ url: z.url(), expires_at: Time });

export const CreateReport = z.strictObject({
  audit_id: Id,
  variant: ReportVariant.default("full"),
  email: z.email().max(320).optional(),
});
export type CreateReport = z.infer<typeof CreateReport>;

/** The audit id is an object key: no slash, nothing that a path could be made of. */
const AuditIdText = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w.:-]*$/, "Use letters, digits, dots, colons, hyphens and underscores.");

export const QueueReport = z
  .strictObject({
    id: AuditIdText.optional(),
    audit_id: AuditIdText.optional(),
    variant: ReportVariant,
    email: z.email().max(320),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    data: ReportData,
    agencyEmail: z.email().max(320).optional(),
  })
  .refine(({ id, audit_id }) => id !== undefined || audit_id !== undefined, {
    path: ["id"],
    error: "Give id or audit_id.",
  });
export type QueueReport = z.infer<typeof QueueReport>;

export const JobStatus = z.enum(["queued", "generating", "generated", "emailing", "emailed", "failed"]);
export type JobStatus = z.infer<typeof JobStatus>;

export const QueuedReport = z.object({
  jobId: Id,
  auditId: z.string(),
  status: JobStatus,
  statusUrl: z.url(),
  downloadUrl: z.url(),
});
export type QueuedReport = z.infer<typeof QueuedReport>;

export const ReportJobId = z.strictObject({ jobId: Id });
export type ReportJobId = z.infer<typeof ReportJobId>;

export const ReportJobState = z.object({
  status: JobStatus,
  error: z.string().optional().describe("With failed: why, and whether the report is there although its mail is not."),
});
export type ReportJobState = z.infer<typeof ReportJobState>;

export const DownloadReport = z.strictObject({ id: AuditIdText });
export type DownloadReport = z.infer<typeof DownloadReport>;
