import type { ReportJob } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import { emailedReportKey } from "@/server/core/report-key";
import { readAdvice } from "@/server/core/retry-advice";
import { deliverEmail, failEmail, storeEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { emailErrorText, moveJob, readJob, settled } from "./job-state";
import { reportFileName } from "./render-report";
import { downloadUrlOf } from "./report-urls";

const emailKeyOf = (jobId: string): string => `report-ready/${jobId}`;

const storeReportEmail = ({ id, audit_id, url, standard }: ReportJob, to: string): Promise<string> =>
  inUnscopedTransaction((ctx) =>
    storeEmail(ctx, {
      to,
      brand: "accessibility",
      template: "report-ready",
      data: {
        website_url: url,
        download_url: downloadUrlOf(audit_id),
        ...(standard && { standard }),
      },
      attachment: { key: emailedReportKey(id), fileName: reportFileName(url, "pdf") },
      idempotencyKey: emailKeyOf(id),
    }),
  );

const refusals: Readonly<Record<string, string>> = {
  suppressed: "this address no longer receives our emails.",
  bounced: "the email bounced.",
  failed: "the email provider rejected it.",
};

/** Returns why an email in this state has not arrived and won't arrive; null for all other states. */
const refusalOf = (status: string): string | null => {
  const reason = refusals[status];
  return reason === undefined ? null : emailErrorText(reason);
};

const end = async (jobId: string, problem: string | null): Promise<void> => {
  const db = await getUnscopedDb();
  const state = problem === null ? settled("emailed") : settled("failed", problem);
  await db.reportJob.update({ where: { id: jobId }, data: state });
  await getStore().remove(emailedReportKey(jobId));
};

/**
 * Emails the report to the email address that it was requested for. The idempotency key prevents duplicates if the step
 * is repeated. If the email is suppressed or rejected permanently, the job fails with an error saying that the report
 * exists.
 */
export const sendReportEmail = async (jobId: string): Promise<void> => {
  const job = await readJob(jobId);
  if (!job.email || !(await moveJob(jobId, ["generated", "emailing"], "emailing"))) return;
  const messageId = await storeReportEmail(job, job.email);
  const status = await deliverEmail(messageId).catch((error: unknown) => {
    if (readAdvice(error).isFinal) return "failed";
    throw error;
  });
  await end(jobId, refusalOf(status));
};

/** Returns why an email didn't arrive after it was sent, or null. */
export const readEmailError = async (jobId: string): Promise<string | null> => {
  const db = await getUnscopedDb();
  const message = await db.emailMessage.findUnique({ where: { idempotency_key: emailKeyOf(jobId) } });
  return message && refusalOf(message.status);
};

/** Fails a job after all attempts to send its email have failed. */
export const failReportEmail = async (jobId: string): Promise<void> => {
  const db = await getUnscopedDb();
  const job = await readJob(jobId);
  if (job.status !== "generated" && job.status !== "emailing") return;
  const message = await db.emailMessage.findUnique({ where: { idempotency_key: emailKeyOf(jobId) } });
  if (message && message.status !== "queued") return end(jobId, refusalOf(message.status));
  if (message) await failEmail(message.id, "The email provider couldn't be reached.");
  await end(jobId, emailErrorText("the email provider didn't accept it."));
};
