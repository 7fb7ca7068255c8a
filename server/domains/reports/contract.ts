import { z } from "zod";
import { ReportJobStatus } from "@/generated/prisma/enums";
import { Id, Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";
import { ReportData, ReportVariant } from "./report-data";
import { refuseOtherShapes } from "./report-shape";

export { ReportData, ReportVariant };

/**
 * Minimum number of days for which an unused id still belongs to its first caller. Emails link to the report with this
 * id. Other callers must therefore not be able to replace the report.
 */
export const shortestClaimDays = 365;
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

/** The audit id must not contain a slash or start like a relative path, because it is used as an object key. */
const AuditIdText = z
  .string()
  .max(200)
  .regex(
    /^[A-Za-z0-9][\w.:-]*$/,
    "Must start with a letter or digit, and contain only letters, digits, dots, colons, hyphens and underscores.",
  );

/**
 * Rejects ids with the prefix of our own objects, such as the object used to check the store, because they are in the
 * same store as reports.
 */
const ReportId = AuditIdText.refine((id) => !/^curbcut-/i.test(id), "This ID is reserved. Use another ID.");

export const QueueReport = z
  .strictObject({
    id: ReportId.optional(),
    audit_id: ReportId.optional(),
    variant: ReportVariant,
    email: z.email().max(320),
    url: webAddress(),
    data: ReportData.superRefine(refuseOtherShapes),
    agencyEmail: z.email().max(320).optional(),
    writeSecret: z
      .string()
      .max(200)
      .optional()
      .describe("Required to replace a report that was created without an API key or a session."),
  })
  .refine(({ id, audit_id }) => id !== undefined || audit_id !== undefined, {
    path: ["id"],
    error: "Send id or audit_id.",
  });
export type QueueReport = z.infer<typeof QueueReport>;

export const JobStatus = z.enum(ReportJobStatus);
export type JobStatus = z.infer<typeof JobStatus>;

export const QueuedReport = z.object({
  jobId: Id,
  auditId: z.string(),
  status: JobStatus,
  statusUrl: z.url(),
  downloadUrl: z.url(),
  writeSecret: z
    .string()
    .optional()
    .describe("Returned with the first report created for an ID. Anyone who sends it can replace that report."),
});
export type QueuedReport = z.infer<typeof QueuedReport>;

export const ReportJobId = z.strictObject({ jobId: Id });
export type ReportJobId = z.infer<typeof ReportJobId>;

export const ReportJobState = z.object({
  status: JobStatus,
  error: z
    .string()
    .optional()
    .describe("Reason for the failure, and whether the report exists even though its email wasn't delivered."),
  errorCode: z
    .string()
    .optional()
    .describe("Reason why rendering failed: render_timeout, render_memory or render_failed."),
});
export type ReportJobState = z.infer<typeof ReportJobState>;

export const DownloadReport = z.strictObject({ id: AuditIdText });
export type DownloadReport = z.infer<typeof DownloadReport>;
