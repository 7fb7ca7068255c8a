import { getDatabase } from "@/server/adapters/database";
import type { ReportJob } from "@/server/adapters/database/generated/client";
import { getStore } from "@/server/adapters/store";
import { readAdvice } from "@/server/core/retry-advice";
import { inTransaction } from "@/server/core/transaction";
import { deliverMail, failMail, storeMail } from "@/server/features/messages";
import { mailProblem, moveJob, readJob, settled } from "./job-state";
import { reportFileName } from "./render-report";
import { downloadUrlOf, enclosureOf } from "./report-keys";

const mailKeyOf = (jobId: string): string => `report-ready/${jobId}`;

const storeReportMail = ({ id, audit_id, url }: ReportJob, to: string): Promise<string> =>
  inTransaction((ctx) =>
    storeMail(ctx, {
      to,
      template: "report-ready",
      data: { website_url: url, download_url: downloadUrlOf(audit_id), app: "accessibility" },
      attachment: { key: enclosureOf(id), fileName: reportFileName(url, "pdf") },
      idempotencyKey: mailKeyOf(id),
    }),
  );

const refusals: Readonly<Record<string, string>> = {
  suppressed: "this address is not written to any more.",
  bounced: "the mail came back.",
  failed: "the mail service refused it.",
};

/** Why a mail in this state has not reached its reader, or will not; null while nothing speaks against it. */
const refusalOf = (status: string): string | null => {
  const reason = refusals[status];
  return reason === undefined ? null : mailProblem(reason);
};

const end = async (jobId: string, problem: string | null): Promise<void> => {
  const { prisma } = await getDatabase();
  const state = problem === null ? settled("emailed") : settled("failed", problem);
  await prisma.reportJob.update({ where: { id: jobId }, data: state });
  await getStore().remove(enclosureOf(jobId));
};

/**
 * Mails the report to whoever it was asked for. The message's key makes a repeated step send nothing more. A mail that
 * is refused for good, or may not be sent, ends the job as failed, and says that the report is there all the same.
 */
export const mailReportJob = async (jobId: string): Promise<void> => {
  const job = await readJob(jobId);
  if (!job.email || !(await moveJob(jobId, ["generated", "emailing"], "emailing"))) return;
  const messageId = await storeReportMail(job, job.email);
  const status = await deliverMail(messageId).catch((error: unknown) => {
    if (readAdvice(error).isFinal) return "failed";
    throw error;
  });
  await end(jobId, refusalOf(status));
};

/** What became of a mail after it was sent: null, or why it has not reached its reader. */
export const readMailProblem = async (jobId: string): Promise<string | null> => {
  const { prisma } = await getDatabase();
  const message = await prisma.emailMessage.findUnique({ where: { idempotency_key: mailKeyOf(jobId) } });
  return message && refusalOf(message.status);
};

/** Ends a job whose mail could not be delivered however often it was tried. */
export const failReportMail = async (jobId: string): Promise<void> => {
  const { prisma } = await getDatabase();
  const job = await readJob(jobId);
  if (job.status !== "generated" && job.status !== "emailing") return;
  const message = await prisma.emailMessage.findUnique({ where: { idempotency_key: mailKeyOf(jobId) } });
  if (message && message.status !== "queued") return end(jobId, refusalOf(message.status));
  if (message) await failMail(message.id, "The mail service could not be reached.");
  await end(jobId, mailProblem("the mail service did not take it."));
};
