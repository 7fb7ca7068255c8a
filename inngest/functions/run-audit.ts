import { inngest } from "@/inngest/client";
import { auditEnded, auditStarted } from "@/inngest/events";
import { askScanner, giveUpAudit, hearScanner } from "@/server/features/audits";

/** How often a silent scanner is asked again before the audit is given up (contract §5). */
const repeats = 3;

export const runAudit = inngest.createFunction(
  {
    id: "run-audit",
    triggers: [auditStarted],
    retries: 5,
    idempotency: "event.data.audit_id",
    onFailure: async ({ event, step }) => {
      const { audit_id } = event.data.event.data as { audit_id: string };
      await step.run("give up", () => giveUpAudit(audit_id, "scanner_unreachable"));
    },
  },
  async ({ event, step }) => {
    const { audit_id } = event.data;
    for (let ask = 0; ask <= repeats; ask++) {
      await step.run(`ask the scanner ${ask}`, () => askScanner(audit_id));
      for (let look = 0; ; look++) {
        const hearing = await step.run(`listen ${ask}.${look}`, () => hearScanner(audit_id));
        if (hearing.state === "ended") return;
        if (hearing.state === "silent") break;
        await step.waitForEvent(`wait ${ask}.${look}`, {
          event: auditEnded,
          match: "data.audit_id",
          timeout: `${hearing.wait_seconds}s`,
        });
      }
    }
    await step.run("give up", () => giveUpAudit(audit_id, "scanner_timeout"));
  },
);
