import { inngest } from "@/inngest/client";
import { heedAdvice } from "@/inngest/heed-advice";
import { organisationRemoved, searchPerfDisconnected } from "@/server/core/events";
import { deletePayments, endSubscriptions } from "@/server/domains/billing";
import { revokeConsent } from "@/server/domains/monitoring/search-performance";

export const endSubscriptionsJob = inngest.createFunction(
  {
    id: "leave-provider",
    triggers: [organisationRemoved],
    retries: 20,
    concurrency: { limit: 2 },
  },
  async ({ event, step }) => {
    const { org_id, customer } = event.data;
    await step.run("end its subscriptions", () => heedAdvice(() => endSubscriptions({ org_id, customer })));
    await step.run("forget its payments", () => deletePayments({ org_id, customer }));
  },
);

export const revokeConsentAtGoogle = inngest.createFunction(
  { id: "revoke-consent", triggers: [searchPerfDisconnected], retries: 8, concurrency: { limit: 2 } },
  async ({ event, step }) => {
    const { org_id, sealed_token } = event.data;
    await step.run("take the consent back at Google", () => heedAdvice(() => revokeConsent(org_id, sealed_token)));
  },
);
