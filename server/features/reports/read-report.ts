import { getStore } from "@/server/adapters/store";
import type { AnonymousCtx, Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { findAudit } from "@/server/features/audits";
import { buildReportData } from "@/server/features/results";
import type { DownloadReport, GetReport, JobStatus, ReportJobId, ReportJobState } from "./contract";
import { readMailProblem } from "./mail-job";
import { reportFileName, storeReport } from "./render-report";

/** How long the link of GET /api/report/ lives. */
const linkSeconds = 120;
/** How long the target of the download redirect lives. */
const downloadSeconds = 3_600;

/** One making of a file at a time, however many ask for it. */
const making = new Map<string, Promise<void>>();

const makeOnce = async (key: string, make: () => Promise<void>): Promise<void> => {
  const present = making.get(key) ?? make().finally(() => making.delete(key));
  making.set(key, present);
  await present;
};

/** A short-lived link to the report of an audit that has ended, made on first use. */
export const getReport = async (
  ctx: Ctx,
  { audit_id, variant, format }: GetReport,
): Promise<{ url: string; expires_at: Date }> => {
  const audit = await findAudit(ctx, audit_id);
  if (audit.status === "in_progress") throw new AppError("conflict", "The audit is still running.", { audit_id });
  const key = format === "json" ? `reports/${audit_id}/data.json` : `reports/${audit_id}/${variant}.pdf`;
  if (!(await getStore().head(key)))
    await makeOnce(key, async () => {
      const data = await buildReportData(ctx.db, audit_id);
      await storeReport([key], { data, variant, format, url: audit.website.url });
    });
  return getStore().presign(key, {
    expiresInSeconds: linkSeconds,
    fileName: reportFileName(audit.website.url, format),
  });
};

/** The job's state; a mail that came back after it was sent counts as failed. */
export const readReportJob = async (ctx: AnonymousCtx, { jobId }: ReportJobId): Promise<ReportJobState> => {
  const job = await ctx.db.reportJob.findUnique({ where: { id: jobId }, select: { status: true, error: true } });
  if (!job) throw notFound("report job", jobId);
  const late = job.status === "emailed" ? await readMailProblem(jobId) : null;
  if (late) return { status: "failed", error: late };
  return { status: job.status as JobStatus, ...(job.error ? { error: job.error } : {}) };
};

/** While a report is being made the caller is told when to come back. */
export const downloadReport = async (ctx: AnonymousCtx, { id }: DownloadReport): Promise<{ location: string }> => {
  if (!(await getStore().head(id))) {
    const waiting = await ctx.db.reportJob.findFirst({
      where: { audit_id: id, status: { in: ["queued", "generating"] } },
    });
    if (waiting) ctx.reply.headers.set("Retry-After", "5");
    throw notFound("report", id);
  }
  return { location: (await getStore().presign(id, { expiresInSeconds: downloadSeconds })).url };
};
