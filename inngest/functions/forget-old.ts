import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { forgetOldAnswers } from "@/server/core/idempotency";
import { forgetExports, forgetTokens } from "@/server/features/account";
import { forgetComparisons, tidyAfterAudit } from "@/server/features/audits";
import { forgetBillingEvents } from "@/server/features/billing";
import { forgetMails } from "@/server/features/messages";
import { forgetChecks } from "@/server/features/monitors";
import { forgetReports } from "@/server/features/reports";
import { forgetVisits } from "@/server/features/rum";
import { forgetAnswers } from "@/server/features/search-perf";
import { forgetSolutions } from "@/server/features/solutions";
import { forgetDeliveries } from "@/server/features/webhooks";

/** What one run removes at most stays far below the steps that Inngest allows it; the next hour goes on. */
const mostBatches = 100;

export const forgetOld = inngest.createFunction(
  { id: "forget-old", triggers: [cron("23 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    const inBatches = async (what: string, forget: () => Promise<boolean>): Promise<void> => {
      for (let batch = 0; batch < mostBatches; batch += 1)
        if (!(await step.run(`forget ${what} ${batch}`, forget))) return;
    };
    await inBatches("reports", () => forgetReports());
    await inBatches("mails", forgetMails);
    await inBatches("exports", forgetExports);
    await inBatches("links", forgetTokens);
    await inBatches("fixes", () => forgetSolutions());
    await inBatches("deliveries", forgetDeliveries);
    await inBatches("answers", forgetOldAnswers);
    await inBatches("search figures", forgetAnswers);
    await inBatches("comparisons", forgetComparisons);
    await inBatches("uptime checks", forgetChecks);
    await inBatches("visits", forgetVisits);
    await inBatches("billing events", forgetBillingEvents);
    await step.run("give the space back", tidyAfterAudit);
  },
);
