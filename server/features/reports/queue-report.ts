import { reportRequested } from "@/inngest/events";
import type { AnonymousCtx, Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { findAudit } from "@/server/features/audits";
import type { CreateReport, QueuedReport, QueueReport } from "./contract";
import { downloadUrlOf, statusUrlOf } from "./report-keys";

const presentQueued = (jobId: string, auditId: string): QueuedReport => ({
  jobId,
  auditId,
  status: "queued",
  statusUrl: statusUrlOf(jobId),
  downloadUrl: downloadUrlOf(auditId),
});

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The report of an audit of ours is written by its owner, through POST /api/report/, and by nobody else. */
const refuseOwnAudit = async (db: Db, auditId: string): Promise<void> => {
  if (!isUuid(auditId) || !(await db.websiteAudit.findUnique({ where: { id: auditId }, select: { id: true } }))) return;
  throw new AppError("conflict", "This id belongs to an audit of this platform. Please take an id of your own.");
};

/** Queues a report on data that the caller brings; `audit_id` wins over `id`. */
export const queueReport = async (ctx: AnonymousCtx, input: QueueReport): Promise<QueuedReport> => {
  const auditId = input.audit_id ?? input.id ?? "";
  await refuseOwnAudit(ctx.db, auditId);
  const { id } = await ctx.db.reportJob.create({
    data: {
      id: newId(),
      audit_id: auditId,
      variant: input.variant,
      email: input.email,
      url: input.url,
      data: input.data as object,
      agency_email: input.agencyEmail ?? null,
    },
  });
  ctx.emit(reportRequested.create({ job_id: id, audit_id: auditId }));
  return presentQueued(id, auditId);
};

/** Queues the report of an audit of the caller's; mailed when an address is given. */
export const createReport = async (ctx: Ctx, { audit_id, variant, email }: CreateReport): Promise<QueuedReport> => {
  const audit = await findAudit(ctx, audit_id);
  if (audit.status === "in_progress") throw new AppError("conflict", "The audit is still running.", { audit_id });
  const { id } = await ctx.db.reportJob.create({
    data: { id: newId(), audit_id, org_id: ctx.org_id, variant, email: email ?? null, url: audit.website.url },
  });
  ctx.emit(reportRequested.create({ job_id: id, audit_id }));
  return presentQueued(id, audit_id);
};
