import { inngest } from "@/inngest/client";
import { searchPerfDisconnected } from "@/inngest/events";
import { heedAdvice } from "@/inngest/heed-advice";
import { revokeConsent } from "@/server/features/search-perf";

export const revokeConsentAtGoogle = inngest.createFunction(
  { id: "revoke-consent", triggers: [searchPerfDisconnected], retries: 8, concurrency: { limit: 2 } },
  async ({ event, step }) => {
    const { org_id, sealed_token } = event.data;
    await step.run("take the consent back at Google", () => heedAdvice(() => revokeConsent(org_id, sealed_token)));
  },
);
