import type { ReportJob } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { SystemCtx } from "@/server/core/context";
import { leadCaptured, reportGenerated } from "@/server/core/events";
import { emailedReportKey } from "@/server/core/report-key";
import { nameStandard } from "@/server/domains/audits/rules";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { ReportData } from "./contract";
import { buildReportData } from "./data";
import { isOvertaken, isUnmade, moveJob, readJob, settled, unmade } from "./job-state";
import { shorten } from "./pdf/text/break-lines";
import type { RenderFailure } from "./render-failure";
import { storeReport } from "./render-report";
import { isAnonymous } from "./report-queue";
import { downloadUrlOf } from "./report-urls";

const standardLength = 120;

/** Adds the job's website, which callers can omit from the data. */
const withWebsite = (data: ReportData, url: string): ReportData => ({
  ...data,
  website: { ...data.website, url: data.website?.url ?? url },
});

/**
 * Parses the caller's data only when the report is rendered, because parsed data in the queue would take a lot of
 * memory.
 */
const readData = async (job: ReportJob): Promise<ReportData> =>
  job.data === null
    ? buildReportData(await getUnscopedDb(), job.audit_id)
    : withWebsite(ReportData.parse(job.data), job.url);

const keysOf = async (job: ReportJob): Promise<string[]> => [
  ...(job.email ? [emailedReportKey(job.id)] : []),
  ...((await isOvertaken(job)) ? [] : [job.audit_id]),
];

/**
 * Queues the webhook event for a report. A report based on data that its caller sent has no event, because it doesn't
 * belong to an organisation.
 */
const queueReportWebhook = async (
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
 * Renders the PDF and stores it under the audit id, which is the object key in the download URL. The emitted events
 * start a separate job for each email, so that no email waits for another. Does nothing if the job already has its PDF.
 */
export const renderReportJob = async (jobId: string): Promise<void> => {
  const job = await readJob(jobId);
  if (!(await moveJob(jobId, unmade, "generating"))) return;
  let standard: string | null = null;
  const data = async (): Promise<ReportData> => {
    const read = await readData(job);
    standard = read.audit?.standard ? shorten(nameStandard(read.audit.standard), standardLength) : null;
    return read;
  };
  const keys = await keysOf(job);
  const lane = isAnonymous(job) ? "anonymous" : "known";
  await storeReport(keys, { data, variant: job.variant, format: "pdf", url: job.url }, { lane });
  await inUnscopedTransaction(async (ctx) => {
    const { db, emit } = ctx;
    await db.reportJob.update({ where: { id: jobId }, data: { ...settled("generated"), standard } });
    await queueReportWebhook(ctx, job, { type: "report.ready" });
    if (!job.email) return;
    emit(reportGenerated.create({ job_id: jobId }));
    if (job.agency_email) emit(leadCaptured.create({ job_id: jobId }));
  });
};

/**
 * Fails a job whose report couldn't be created and notifies its recipient. Does nothing if the job already has its PDF.
 */
export const failReportJob = async (
  jobId: string,
  reason: string,
  code: RenderFailure["code"] = "render_failed",
): Promise<void> => {
  const job = await readJob(jobId);
  if (!isUnmade(job)) return;
  await inUnscopedTransaction(async (ctx) => {
    await ctx.db.reportJob.update({ where: { id: jobId }, data: { ...settled("failed", reason), error_code: code } });
    await queueReportWebhook(ctx, job, { type: "report.failed", reason });
    if (!job.email) return;
    await queueEmail(ctx, {
      to: job.email,
      brand: "accessibility",
      template: "report-failed",
      data: { website_url: job.url, reason },
      idempotencyKey: `report-failed/${jobId}`,
    });
  });
  await getStore().remove(emailedReportKey(jobId));
};
