import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { sendDigests } from "@/server/domains/audits/digests";

/** An id that sorts before all others. */
const beginning = "00000000-0000-0000-0000-000000000000";

/** Runs every hour, for the time zones where it is Monday morning. Nobody gets a digest twice. */
export const sendWeeklyDigests = inngest.createFunction(
  { id: "send-weekly-digests", triggers: [cron("11 * * * *")], retries: 5, concurrency: { limit: 1 } },
  async ({ step }) => {
    let after: string | null = beginning;
    for (let batch = 0; after; batch += 1) {
      const from: string = after;
      after = await step.run(`send batch ${batch}`, () => sendDigests(from));
    }
  },
);
