import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { reportGenerated } from "@/server/core/events";
import { failReportEmail, sendReportEmail } from "@/server/domains/reports";

export const sendReport = inngest.createFunction(
  {
    id: "mail-report",
    triggers: [reportGenerated],
    retries: 8,
    concurrency: { limit: 4 },
    onFailure: async ({ event, step }) => {
      const { job_id } = event.data.event.data as { job_id: string };
      await step.run("record the failure", () => failReportEmail(job_id));
    },
  },
  async ({ event, step }) => {
    await step.run("mail the recipient", () => heedAdvice(() => sendReportEmail(event.data.job_id)));
  },
);
