import { inngest } from "@/inngest/client";
import { auditEnded } from "@/inngest/events";
import { stopScanner, tidyAfterAudit } from "@/server/features/audits";

export const tidyAudit = inngest.createFunction(
  { id: "tidy-audit", triggers: [auditEnded], retries: 3 },
  async ({ event, step }) => {
    const { audit_id } = event.data;
    await step.run("stop the scanner", () => stopScanner(audit_id));
    await step.run("tidy the database", () => tidyAfterAudit());
  },
);
