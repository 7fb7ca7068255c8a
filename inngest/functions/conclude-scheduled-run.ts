import { inngest } from "@/inngest/client";
import { auditEnded } from "@/inngest/events";
import { concludeRun } from "@/server/features/schedules";

export const concludeScheduledRun = inngest.createFunction(
  { id: "conclude-scheduled-run", triggers: [auditEnded], retries: 8, idempotency: "event.data.audit_id" },
  async ({ event, step }) => {
    await step.run("note how it ended", () => concludeRun(event.data.audit_id));
  },
);
