import { getStore } from "@/server/adapters/store";
import type { AnonymousCtx, Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { findAudit } from "@/server/domains/audits";
import type { DownloadReport, GetReport, ReportJobId, ReportJobState } from "./contract";
import { buildReportData } from "./data";
import { explainRenderError } from "./render-failure";
import { reportFileName, storeReport } from "./render-report";
import { readEmailError } from "./send-report";

/** How long the link from GET /api/report/ is valid, in seconds. */
const linkSeconds = 120;
/** How long the target of the download redirect is valid, in seconds. */
const downloadSeconds = 3_600;

/** Files being created, so that concurrent requests for the same file create it only once. */
const inProgress = new Map<string, Promise<void>>();

const createOnce = async (key: string, create: () => Promise<void>): Promise<void> => {
  const running = inProgress.get(key) ?? create().finally(() => inProgress.delete(key));
  inProgress.set(key, running);
  await running;
};

/** Returns a short-lived link to the report of an ended audit. The report is created on first use. */
export const getReport = async (
  ctx: Ctx,
  { audit_id, variant, format }: GetReport,
): Promise<{ url: string; expires_at: Date }> => {
  const audit = await findAudit(ctx, audit_id);
  if (audit.status === "in_progress")
    throw new AppError("conflict", "The audit is still running. Try again when it has ended.", { audit_id });
  const key = format === "json" ? `reports/${audit_id}/data.json` : `reports/${audit_id}/${variant}.pdf`;
  if (!(await getStore().head(key)))
    await createOnce(key, async () => {
      const data = () => buildReportData(ctx.db, audit_id);
      await storeReport([key], { data, variant, format, url: audit.website.url }, { isUrgent: true });
    }).catch((error: unknown) => {
      throw explainRenderError(error);
    });
  return getStore().presign(key, {
    expiresInSeconds: linkSeconds,
    fileName: reportFileName(audit.website.url, format),
  });
};

/** Returns the job's state. A job whose email bounced after it was sent counts as failed. */
export const readReportJob = async (ctx: AnonymousCtx, { jobId }: ReportJobId): Promise<ReportJobState> => {
  const job = await ctx.db.reportJob.findUnique({
    where: { id: jobId },
    select: { status: true, error: true, error_code: true },
  });
  if (!job) throw notFound("report job", jobId);
  const late = job.status === "emailed" ? await readEmailError(jobId) : null;
  if (late) return { status: "failed", error: late };
  const { status, error, error_code } = job;
  return {
    status,
    ...(error ? { error } : {}),
    ...(error_code ? { errorCode: error_code } : {}),
  };
};

/** Redirects to the report. If it is still being created, the `not_found` response has a Retry-After header. */
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
