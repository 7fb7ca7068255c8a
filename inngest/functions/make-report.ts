import { NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { reportRequested } from "@/inngest/events";
import { failReportJob, isTooMuch, renderReportJob } from "@/server/features/reports";

const render = async (jobId: string, attempt: number): Promise<void> => {
  try {
    await renderReportJob(jobId);
  } catch (error) {
    if (attempt > 0 && isTooMuch(error)) throw new NonRetriableError("The report is too much.", { cause: error });
    throw error;
  }
};

export const makeReport = inngest.createFunction(
  {
    id: "make-report",
    triggers: [reportRequested],
    retries: 8,
    idempotency: "event.data.job_id",
    // One report of an id at a time, so that the last one asked for stays.
    concurrency: [{ limit: 2 }, { limit: 1, key: "event.data.audit_id" }],
    onFailure: async ({ event, step }) => {
      const { job_id } = event.data.event.data as { job_id: string };
      await step.run("tell the recipient", () => failReportJob(job_id, "The report could not be made."));
    },
  },
  async ({ event, step, attempt }) => {
    await step.run("render and store", () => render(event.data.job_id, attempt));
  },
);
