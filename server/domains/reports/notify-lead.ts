import { notifyLead, queueEmail } from "@/server/domains/messaging/delivery";
import { countRecipient } from "@/server/endpoint/guard";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { readJob } from "./job-state";
import { downloadUrlOf } from "./report-urls";

const leadOf = async (jobId: string) => {
  const { agency_email, email, url, audit_id } = await readJob(jobId);
  return agency_email && email ? { agency: agency_email, email, url, reportUrl: downloadUrlOf(audit_id) } : null;
};

/** Posts the agency's lead to the operator's chat, but only once per report job. */
export const notifyReportLead = async (jobId: string): Promise<void> => {
  const lead = await leadOf(jobId);
  if (!lead) return;
  const { email, url, reportUrl } = lead;
  await inUnscopedTransaction(async (ctx) => {
    const { count } = await ctx.db.reportJob.updateMany({
      where: { id: jobId, lead_posted_at: null },
      data: { lead_posted_at: new Date() },
    });
    if (count === 1) notifyLead(ctx, { id: jobId, url, email, reportUrl });
  });
};

/**
 * Emails the lead to the agency. Returns false if the agency's mailbox has reached its hourly limit. The email then
 * waits instead of failing, because the person who requested the report can't do anything about the limit and the chat
 * already has the lead.
 */
export const sendLeadEmail = async (jobId: string): Promise<boolean> => {
  const lead = await leadOf(jobId);
  if (!lead) return true;
  const { agency, email, url, reportUrl } = lead;
  if (!(await countRecipient(agency))) return false;
  await inUnscopedTransaction((ctx) =>
    queueEmail(ctx, {
      to: agency,
      template: "agency-lead",
      data: { website_url: url, lead_email: email, report_url: reportUrl },
      idempotencyKey: `agency-lead/${jobId}`,
    }),
  );
  return true;
};
