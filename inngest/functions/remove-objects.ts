import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { brandingChanged, websiteRemoved } from "@/inngest/events";
import { removeDoomedObjects } from "@/server/features/websites";

export const removeObjects = inngest.createFunction(
  {
    id: "remove-objects",
    triggers: [websiteRemoved, brandingChanged, cron("41 * * * *")],
    retries: 8,
    concurrency: { limit: 1 },
  },
  async ({ step }) => {
    for (let batch = 0; await step.run(`remove batch ${batch}`, () => removeDoomedObjects()); batch++);
  },
);
