import { inngest } from "@/inngest/client";
import { accountDeleted } from "@/server/core/events";
import { removeEmptyOrganisation, removeNextWebsite, sendFarewell } from "@/server/domains/operations/deletion";

export const deleteAccount = inngest.createFunction(
  {
    id: "delete-account",
    triggers: [accountDeleted],
    retries: 20,
    concurrency: { limit: 2 },
  },
  async ({ event, step }) => {
    const { org_ids, ...person } = event.data;
    for (const org_id of org_ids) {
      for (let n = 0; await step.run(`remove website ${n} of ${org_id}`, () => removeNextWebsite(org_id)); n++);
      await step.run(`remove organisation ${org_id}`, () => removeEmptyOrganisation(org_id));
    }
    await step.run("send the farewell email", () => sendFarewell(person));
  },
);
