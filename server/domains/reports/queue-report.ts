import type { AnonymousCtx, Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { reportRequested } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import { findAudit } from "@/server/domains/audits";
import type { CreateReport, QueuedReport, QueueReport } from "./contract";
import { refuseCostlyData } from "./report-cost";
import { claimReportId, findPlatformAudit } from "./report-owner";
import { placeInQueue, queueCallerOf } from "./report-queue";
import { downloadUrlOf, statusUrlOf } from "./report-urls";

const toQueuedReport = (jobId: string, auditId: string): QueuedReport => ({
  jobId,
  auditId,
  status: "queued",
  statusUrl: statusUrlOf(jobId),
  downloadUrl: downloadUrlOf(auditId),
});

/** Queues a report based on data that the caller sent. `audit_id` takes precedence over `id`. */
export const queueReport = async (ctx: AnonymousCtx, input: QueueReport): Promise<QueuedReport> => {
  if (ctx.caller.kind === "anonymous") refuseCostlyData(input.data);
  const named = input.audit_id ?? input.id ?? "";
  const audit = await findPlatformAudit(ctx, named);
  const auditId = audit?.id ?? named;
  const secret = audit ? null : await claimReportId(ctx, auditId, input.writeSecret);
  const caller = queueCallerOf(ctx);
  const place = await placeInQueue(ctx, caller);
  const data: object = input.data;
  const { id } = await ctx.db.reportJob.create({
    data: {
      id: newId(),
      audit_id: auditId,
      caller,
      org_id: audit?.org_id ?? null,
      variant: input.variant,
      email: input.email,
      url: input.url,
      data,
      agency_email: input.agencyEmail ?? null,
    },
  });
  ctx.emit(reportRequested.create({ job_id: id, audit_id: auditId, ...place }));
  return { ...toQueuedReport(id, auditId), ...(secret === null ? {} : { writeSecret: secret }) };
};

/** Queues a report on one of the caller's audits. Emails it if an email address is given. */
export const createReport = async (ctx: Ctx, { audit_id, variant, email }: CreateReport): Promise<QueuedReport> => {
  const audit = await findAudit(ctx, audit_id);
  if (audit.status === "in_progress")
    throw new AppError("conflict", "The audit is still running. Try again when it has ended.", { audit_id });
  const caller = queueCallerOf(ctx);
  const place = await placeInQueue(ctx, caller);
  const { id } = await ctx.db.reportJob.create({
    data: {
      id: newId(),
      audit_id,
      org_id: ctx.org_id,
      caller,
      variant,
      email: email ?? null,
      url: audit.website.url,
      created_by_session: ctx.session_id,
    },
  });
  ctx.emit(reportRequested.create({ job_id: id, audit_id, ...place }));
  return toQueuedReport(id, audit_id);
};
