import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { reportGenerated } from "@/server/core/events";
import { failReportEmail, sendReportEmail } from "@/server/domains/reports";

export const sendReport = inngest.createFunction(
  {
    id: "send-report",
    triggers: [reportGenerated],
    retries: 8,
    concurrency: { limit: 4 },
    onFailure: async ({ event, step }) => {
      const { job_id } = event.data.event.data as { job_id: string };
      await step.run("record the failure", () => failReportEmail(job_id));
    },
  },
  async ({ event, step }) => {
    await step.run("email the recipient", () => applyRetryAdvice(() => sendReportEmail(event.data.job_id)));
  },
);
