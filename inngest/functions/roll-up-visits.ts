import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { rollUpEvents } from "@/server/features/rum";

/** What one run does at most; the next goes on. */
const mostBatches = 50;

export const rollUpVisits = inngest.createFunction(
  { id: "roll-up-visits", triggers: [cron("*/5 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    for (let batch = 0; batch < mostBatches; batch += 1)
      if (!(await step.run(`roll up ${batch}`, rollUpEvents))) return;
  },
);
