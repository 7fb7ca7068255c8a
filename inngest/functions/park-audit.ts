import { inngest } from "@/inngest/client";
import { auditParked } from "@/server/core/events";
import { confirmStop, stopParkedAudit } from "@/server/domains/audits";
import { admitAudits } from "@/server/domains/audits/queue";

/** Frees the slot of a parked audit and immediately gives it to the next audit. */
export const parkAudit = inngest.createFunction(
  {
    id: "park-audit",
    triggers: [auditParked],
    retries: 3,
    onFailure: async ({ event, step }) => {
      const parked = event.data.event.data as { audit_id: string; slice: number };
      await step.run("free the slot", () => confirmStop(parked));
    },
  },
  async ({ event, step }) => {
    await step.run("stop the scanner", () => stopParkedAudit(event.data));
    await step.run("free the slot", () => confirmStop(event.data));
    await step.run("start audits", () => admitAudits());
  },
);
