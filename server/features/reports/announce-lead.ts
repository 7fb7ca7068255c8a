import { takeRecipient } from "@/server/core/guard";
import { inTransaction } from "@/server/core/transaction";
import { announceLead, queueMail } from "@/server/features/messages";
import { readJob } from "./job-state";
import { downloadUrlOf } from "./report-keys";

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
