import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { auditEnded, auditRequested } from "@/server/core/events";
import { stopScanner, vacuumAfter } from "@/server/domains/audits";
import { admitAudits } from "@/server/domains/audits/queue";
import { concludeRun } from "@/server/domains/audits/schedules";

/** Events only trigger this check; the database determines which audits start. */
export const startAudits = inngest.createFunction(
  { id: "start-audits", triggers: [auditRequested, auditEnded, cron("*/5 * * * *")], retries: 5 },
  async ({ step }) => step.run("start audits", () => admitAudits()),
);

export const concludeScheduledRun = inngest.createFunction(
  { id: "conclude-scheduled-run", triggers: [auditEnded], retries: 8 },
  async ({ event, step }) => {
    await step.run("record the outcome", () => concludeRun(event.data.audit_id));
  },
);

export const cleanUpAudit = inngest.createFunction(
  { id: "clean-up-audit", triggers: [auditEnded], retries: 3 },
  async ({ event, step }) => {
    const { audit_id } = event.data;
    await step.run("stop the scanner", () => stopScanner(audit_id));
    await step.run("vacuum the database", () => vacuumAfter());
  },
);
