import type { AuditStatus } from "@/generated/prisma/enums";
import type { SystemCtx } from "@/server/core/context";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { countFailure, resetFailures } from "./count-failures";
import { sendRunSummary } from "./send-run-summary";

type Ended = Exclude<AuditStatus, "in_progress">;

/**
 * Records how a run's audit ended, unless an outcome has already been recorded. A cancelled audit doesn't count as
 * failed or as successful.
 */
const note = async (ctx: SystemCtx, audit_id: string, outcome: Ended, reason: string | null): Promise<void> => {
  const run = await ctx.db.scheduleRun.findFirst({ where: { audit_id, outcome: "started" } });
  if (!run) return;
  const { schedule_id, due_at } = run;
  const { count } = await ctx.db.scheduleRun.updateMany({
    where: { schedule_id, due_at, outcome: "started" },
    data: { outcome, reason },
  });
  if (count === 0) return;
  if (outcome === "completed") await resetFailures(ctx, schedule_id);
  if (outcome === "failed") await countFailure(ctx, { schedule_id, reason: reason ?? "The audit failed.", due_at });
};

/**
 * Concludes a scheduled run whose audit has ended: records the outcome, counts failures and sends emails. Has no effect
 * if called again, or if a person started the audit.
 */
export const concludeRun = (audit_id: string): Promise<void> =>
  inUnscopedTransaction(async (ctx) => {
    const audit = await ctx.db.websiteAudit.findUnique({ where: { id: audit_id }, include: { website: true } });
    if (!audit?.schedule_id || audit.status === "in_progress") return;
    await note(ctx, audit_id, audit.status, audit.error_message);
    if (audit.status === "completed") await sendRunSummary(ctx, audit);
  });
