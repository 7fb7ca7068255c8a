import { inngest } from "@/inngest/client";
import { reportGenerated } from "@/inngest/events";
import { heedAdvice } from "@/inngest/heed-advice";
import { failReportMail, mailReportJob } from "@/server/features/reports";

export const mailReport = inngest.createFunction(
  {
    id: "mail-report",
    triggers: [reportGenerated],
    retries: 8,
    idempotency: "event.data.job_id",
    concurrency: { limit: 4 },
    onFailure: async ({ event, step }) => {
      const { job_id } = event.data.event.data as { job_id: string };
      await step.run("record the failure", () => failReportMail(job_id));
    },
  },
  async ({ event, step }) => {
    await step.run("mail the recipient", () => heedAdvice(() => mailReportJob(event.data.job_id)));
  },
);
