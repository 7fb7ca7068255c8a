import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { resealSecrets } from "@/server/features/sealed-secrets";

export const resealSecretsHourly = inngest.createFunction(
  { id: "reseal-secrets", triggers: [cron("7 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    await step.run("encrypt by the newest key", resealSecrets);
  },
);
