import { NonRetriableError } from "inngest";
import { inngest } from "@/inngest/client";
import { leadCaptured } from "@/server/core/events";
import { notifyReportLead, sendLeadEmail } from "@/server/domains/reports";

/** An agency gets at most five lead emails an hour and twenty a day. Further emails wait for up to three days. */
const hoursToWait = 72;

export const notifyAgency = inngest.createFunction(
  { id: "notify-agency", triggers: [leadCaptured], retries: 8 },
  async ({ event, step }) => {
    const { job_id } = event.data;
    await step.run("post the lead to the chat", () => notifyReportLead(job_id));
    for (let hour = 0; !(await step.run(`email the agency (${hour})`, () => sendLeadEmail(job_id))); hour += 1) {
      if (hour === hoursToWait)
        throw new NonRetriableError(
          "The agency wasn't emailed about this lead because it had already received too many lead emails.",
        );
      await step.sleep(`wait for the agency's next hour (${hour})`, "1h");
    }
  },
);
