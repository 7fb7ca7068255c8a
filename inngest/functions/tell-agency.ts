import { NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { leadWon } from "@/inngest/events";
import { announceReportLead, mailReportLead } from "@/server/features/reports";

/** An agency is mailed of five leads an hour; what comes on top waits for a day at most. */
const hoursToWait = 24;

export const tellAgency = inngest.createFunction(
  { id: "tell-agency", triggers: [leadWon], retries: 8, idempotency: "event.data.job_id" },
  async ({ event, step }) => {
    const { job_id } = event.data;
    await step.run("announce the lead", () => announceReportLead(job_id));
    for (let hour = 0; !(await step.run(`mail the agency (${hour})`, () => mailReportLead(job_id))); hour += 1) {
      if (hour === hoursToWait) throw new NonRetriableError("The agency was not mailed of this lead: it had too many.");
      await step.sleep(`wait for the agency's next hour (${hour})`, "1h");
    }
  },
);
