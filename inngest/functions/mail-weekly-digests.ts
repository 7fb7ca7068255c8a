import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { mailDigests } from "@/server/features/digests";

/** Every id comes after it. */
const beginning = "00000000-0000-0000-0000-000000000000";

/** Looks every hour where it is Monday morning; nobody is mailed twice. */
export const mailWeeklyDigests = inngest.createFunction(
  { id: "mail-weekly-digests", triggers: [cron("11 * * * *")], retries: 5, concurrency: { limit: 1 } },
  async ({ step }) => {
    let after: string | null = beginning;
    for (let batch = 0; after; batch += 1) {
      const from: string = after;
      after = await step.run(`mail batch ${batch}`, () => mailDigests(from));
    }
  },
);
