import { getDatabase } from "@/server/adapters/database";
import type { ReportJob } from "@/server/adapters/database/generated/client";
import { getStore } from "@/server/adapters/store";
import { notFound } from "@/server/core/errors";
import { takeRecipient } from "@/server/core/guard";
import { inTransaction } from "@/server/core/transaction";
import { announceLead, deliverMail, queueMail, storeMail } from "@/server/features/messages";
import { buildReportData } from "@/server/features/results";
import { type JobStatus, ReportData, type ReportVariant } from "./contract";
import { downloadUrlOf } from "./queue-report";
import { reportFileName, storeReport } from "./render-report";

const readJob = async (jobId: string): Promise<ReportJob> => {
  const { prisma } = await getDatabase();
  const job = await prisma.reportJob.findUnique({ where: { id: jobId } });
  if (!job) throw notFound("report job", jobId);
  return job;
};

const setStatus = async (jobId: string, status: JobStatus, error: string | null = null): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.reportJob.update({ where: { id: jobId }, data: { status, error } });
};

/**
 * The copy that is mailed. Callers choose their audit ids, so another job may have put its own PDF under the same one
 * before the mail goes out.
 */
const enclosureOf = (jobId: string): string => `reports/jobs/${jobId}.pdf`;

/** Renders the PDF and stores it under the audit id, the object key that the download address names. */
export const renderReportJob = async (jobId: string): Promise<void> => {
  const job = await readJob(jobId);
  await setStatus(jobId, "generating");
  const { prisma } = await getDatabase();
  const data = job.data === null ? await buildReportData(prisma, job.audit_id) : ReportData.parse(job.data);
  const keys = job.email ? [job.audit_id, enclosureOf(jobId)] : [job.audit_id];
  await storeReport(keys, { data, variant: job.variant as ReportVariant, format: "pdf", url: job.url });
  await setStatus(jobId, "generated");
};

/** Mails the report to whoever it was asked for. The message's key makes a repeated step send nothing more. */
export const mailReportJob = async (jobId: string): Promise<void> => {
  const job = await readJob(jobId);
  if (!job.email) return;
  await setStatus(jobId, "emailing");
  const messageId = await inTransaction((ctx) =>
    storeMail(ctx, {
      to: job.email ?? "",
      template: "report-ready",
      data: { website_url: job.url, download_url: downloadUrlOf(job.audit_id), app: "accessibility" },
      attachment: { key: enclosureOf(jobId), fileName: reportFileName(job.url, "pdf") },
      idempotencyKey: `report-ready/${jobId}`,
    }),
  );
  await deliverMail(messageId);
  await setStatus(jobId, "emailed");
  await getStore().remove(enclosureOf(jobId));
};

const leadOf = async (jobId: string) => {
  const { agency_email, email, url, audit_id } = await readJob(jobId);
  return agency_email && email ? { agency: agency_email, email, url, reportUrl: downloadUrlOf(audit_id) } : null;
};

/** Tells of the agency's lead in the team's chat, however many mails the agency has had. */
export const announceReportLead = async (jobId: string): Promise<void> => {
  const lead = await leadOf(jobId);
  if (!lead) return;
  const { email, url, reportUrl } = lead;
  await inTransaction(async (ctx) => announceLead(ctx, { id: jobId, url, email, reportUrl }));
};

/**
 * Mails the agency its lead. false when that mailbox has had its mails of the hour, so that this one has to wait: who
 * asked for the report has no part in that, and the lead is in the chat already.
 */
export const mailReportLead = async (jobId: string): Promise<boolean> => {
  const lead = await leadOf(jobId);
  if (!lead) return true;
  const { agency, email, url, reportUrl } = lead;
  const { allowed } = await takeRecipient(agency);
  if (!allowed) return false;
  await inTransaction((ctx) =>
    queueMail(ctx, {
      to: agency,
      template: "agency-lead",
      data: { website_url: url, lead_email: email, report_url: reportUrl },
      idempotencyKey: `agency-lead/${jobId}`,
    }),
  );
  return true;
};

/** Ends a job that could not be done and tells its recipient, unless the recipient has the report already. */
export const failReportJob = async (jobId: string, reason: string): Promise<void> => {
  const job = await readJob(jobId);
  if (job.status === "emailed") return;
  await setStatus(jobId, "failed", reason);
  if (!job.email) return;
  await getStore().remove(enclosureOf(jobId));
  const to = job.email;
  await inTransaction((ctx) =>
    queueMail(ctx, {
      to,
      template: "report-failed",
      data: { website_url: job.url, reason, app: "accessibility" },
      idempotencyKey: `report-failed/${jobId}`,
    }),
  );
};
