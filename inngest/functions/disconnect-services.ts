import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { inngest } from "@/inngest/client";
import { organisationRemoved, searchPerfDisconnected } from "@/server/core/events";
import { deletePayments, endSubscriptions } from "@/server/domains/billing";
import { revokeConsent } from "@/server/domains/monitoring/search-performance";

export const endSubscriptionsJob = inngest.createFunction(
  {
    id: "end-subscriptions",
    triggers: [organisationRemoved],
    retries: 20,
    concurrency: { limit: 2 },
  },
  async ({ event, step }) => {
    const { org_id, customer } = event.data;
    await step.run("end subscriptions", () => applyRetryAdvice(() => endSubscriptions({ org_id, customer })));
    await step.run("delete payments", () => deletePayments({ org_id, customer }));
  },
);

export const revokeConsentAtGoogle = inngest.createFunction(
  { id: "revoke-consent", triggers: [searchPerfDisconnected], retries: 8, concurrency: { limit: 2 } },
  async ({ event, step }) => {
    const { org_id, sealed_token } = event.data;
    await step.run("revoke the consent", () => applyRetryAdvice(() => revokeConsent(org_id, sealed_token)));
  },
);
