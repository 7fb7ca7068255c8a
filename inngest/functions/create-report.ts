import { NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { reportRequested } from "@/server/core/events";
import { failReportJob, readRenderFailure, renderReportJob } from "@/server/domains/reports";

const render = async (jobId: string, attempt: number): Promise<void> => {
  try {
    await renderReportJob(jobId);
  } catch (error) {
    const failure = readRenderFailure(error);
    if (!failure || (attempt === 0 && !failure.isFinal)) throw error;
    await failReportJob(jobId, failure.reason, failure.code);
    throw new NonRetriableError(failure.reason, { cause: error });
  }
};

export const createReportJob = inngest.createFunction(
  {
    id: "create-report",
    triggers: [reportRequested],
    retries: 8,
    // Each queue has its own slots, so that anonymous callers don't delay known callers. Reports with the same audit_id
    // are created one at a time, so that the last one requested is kept.
    concurrency: [
      { limit: 2, key: "event.data.queue" },
      { limit: 1, key: "event.data.audit_id" },
    ],
    priority: { run: "event.data.priority" },
    onFailure: async ({ event, step }) => {
      const { job_id } = event.data.event.data as { job_id: string };
      await step.run("notify the recipient", () => failReportJob(job_id, "The report couldn't be created."));
    },
  },
  async ({ event, step, attempt }) => {
    await step.run("render and store", () => render(event.data.job_id, attempt));
  },
);
