import { inngest } from "@/inngest/client";
import { reportRequested } from "@/inngest/events";
import { announceReportLead, failReportJob, mailReportJob, renderReportJob } from "@/server/features/reports";

export const makeReport = inngest.createFunction(
  {
    id: "make-report",
    triggers: [reportRequested],
    retries: 3,
    idempotency: "event.data.job_id",
    concurrency: { limit: 4 },
    onFailure: async ({ event, step }) => {
      const { job_id } = event.data.event.data as { job_id: string };
      await step.run("tell the recipient", () => failReportJob(job_id, "The report could not be made."));
    },
  },
  async ({ event, step }) => {
    const { job_id } = event.data;
    await step.run("render and store", () => renderReportJob(job_id));
    await step.run("mail the recipient", () => mailReportJob(job_id));
    await step.run("tell the agency", () => announceReportLead(job_id));
  },
);
