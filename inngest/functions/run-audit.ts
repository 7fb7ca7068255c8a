import { inngest } from "@/inngest/client";
import { auditEnded, auditStarted } from "@/server/core/events";
import { checkProgress, failUndeliveredAudit, requestScan } from "@/server/domains/audits";

/** Number of times that a scan is requested again from an unresponsive scanner before the audit fails. */
const repeats = 3;

export const runAudit = inngest.createFunction(
  {
    id: "run-audit",
    triggers: [auditStarted],
    retries: 5,
    onFailure: async ({ event, step }) => {
      const { audit_id, slice } = event.data.event.data as { audit_id: string; slice: number };
      await step.run("give up", () => failUndeliveredAudit(audit_id, "scanner_unreachable", slice));
    },
  },
  async ({ event, step }) => {
    const { audit_id, slice } = event.data;
    for (let attempt = 0; attempt <= repeats; attempt++) {
      await step.run(`request the scan ${attempt}`, () => requestScan(audit_id, slice));
      for (let check = 0; ; check++) {
        const progress = await step.run(`check progress ${attempt}.${check}`, () => checkProgress(audit_id, slice));
        if (progress.state === "ended") return;
        if (progress.state === "silent") break;
        await step.waitForEvent(`wait ${attempt}.${check}`, {
          event: auditEnded,
          match: "data.audit_id",
          timeout: `${progress.wait_seconds}s`,
        });
      }
    }
    await step.run("give up", () => failUndeliveredAudit(audit_id, "scanner_timeout", slice));
  },
);
