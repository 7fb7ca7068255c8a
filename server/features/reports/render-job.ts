import { leadWon, reportGenerated } from "@/inngest/events";
import { getDatabase } from "@/server/adapters/database";
import type { ReportJob } from "@/server/adapters/database/generated/client";
import { getStore } from "@/server/adapters/store";
import type { SystemCtx } from "@/server/core/context";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { buildReportData } from "@/server/features/results";
import { queueWebhook } from "@/server/features/webhooks";
import { ReportData, type ReportVariant } from "./contract";
import { isOvertaken, isUnmade, moveJob, readJob, settled, unmade } from "./job-state";
import type { ReportRenderError } from "./pdf/report-worker";
import { storeReport } from "./render-report";
import { downloadUrlOf, enclosureOf } from "./report-keys";

/** A caller names the website with the job, and may leave it out of the data. */
const withWebsite = (data: ReportData, url: string): ReportData => ({
  ...data,
  website: { ...data.website, url: data.website?.url ?? url },
});

const readData = async (job: ReportJob): Promise<ReportData> =>
  job.org_id === null
    ? withWebsite(ReportData.parse(job.data), job.url)
    : buildReportData((await getDatabase()).prisma, job.audit_id);

const keysOf = async (job: ReportJob): Promise<string[]> => [
  ...(job.email ? [enclosureOf(job.id)] : []),
  ...((await isOvertaken(job)) ? [] : [job.audit_id]),
];

/** A report on data that its caller brought belongs to no organisation. */
const announce = async (
  ctx: SystemCtx,
  { id, org_id, audit_id, variant, url }: ReportJob,
  state: { type: "report.ready" } | { type: "report.failed"; reason: string },
): Promise<void> => {
  if (!org_id) return;
  const about = { job_id: id, audit_id, variant, website_url: url };
  const outcome = state.type === "report.ready" ? { download_url: downloadUrlOf(audit_id) } : { reason: state.reason };
  await queueWebhook(ctx, { org_id, type: state.type, key: id, data: { ...about, ...outcome } });
};

/**
 * Renders the PDF and stores it under the audit id, the object key that the download address names. Whom to mail
 * follows from the events, each in a job of its own, so that none waits for another. Does nothing to a job that has
 * its PDF.
 */
export const renderReportJob = async (jobId: string): Promise<void> => {
  const job = await readJob(jobId);
  if (!(await moveJob(jobId, unmade, "generating"))) return;
  const data = await readData(job);
  const keys = await keysOf(job);
  await storeReport(keys, { data, variant: job.variant as ReportVariant, format: "pdf", url: job.url });
  await inTransaction(async (ctx) => {
    const { db, emit } = ctx;
    await db.reportJob.update({ where: { id: jobId }, data: settled("generated") });
    await announce(ctx, job, { type: "report.ready" });
    if (!job.email) return;
    emit(reportGenerated.create({ job_id: jobId }));
    if (job.agency_email) emit(leadWon.create({ job_id: jobId }));
  });
};

/** Whether another try would end the same way. Known by its name: the renderer may come from another copy of its module. */
export const isTooMuch = (error: unknown): boolean => {
  const { name, reason } = (error ?? {}) as Partial<ReportRenderError>;
  return name === "ReportRenderError" && reason !== "busy";
};

/** Ends a job that could not be made and tells its recipient. Does nothing to one that has its PDF. */
export const failReportJob = async (jobId: string, reason: string): Promise<void> => {
  const job = await readJob(jobId);
  if (!isUnmade(job)) return;
  await inTransaction(async (ctx) => {
    await ctx.db.reportJob.update({ where: { id: jobId }, data: settled("failed", reason) });
    await announce(ctx, job, { type: "report.failed", reason });
    if (!job.email) return;
    await queueMail(ctx, {
      to: job.email,
      template: "report-failed",
      data: { website_url: job.url, reason, app: "accessibility" },
      idempotencyKey: `report-failed/${jobId}`,
    });
  });
  await getStore().remove(enclosureOf(jobId));
};
