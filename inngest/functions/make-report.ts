import { NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { reportRequested } from "@/inngest/events";
import {
  announceReportLead,
  failReportJob,
  mailReportJob,
  mailReportLead,
  renderReportJob,
} from "@/server/features/reports";

/** An agency is mailed of five leads an hour; what comes on top waits for a day at most. */
const hoursToWait = 24;

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
    await step.run("announce the lead", () => announceReportLead(job_id));
    for (let hour = 0; !(await step.run(`mail the agency (${hour})`, () => mailReportLead(job_id))); hour += 1) {
      if (hour === hoursToWait) throw new NonRetriableError("The agency was not mailed of this lead: it had too many.");
      await step.sleep(`wait for the agency's next hour (${hour})`, "1h");
    }
  },
);
