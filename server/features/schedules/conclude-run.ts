import type { SystemCtx } from "@/server/core/context";
import { inTransaction } from "@/server/core/transaction";
import { countFailure, forgetFailures } from "./count-failures";
import { mailChanges } from "./mail-changes";

type Ended = "completed" | "failed" | "cancelled";

/** Takes note of how a run's audit ended, once. A cancelled one is neither a failure nor a success. */
const note = async (ctx: SystemCtx, audit_id: string, outcome: Ended, reason: string | null): Promise<void> => {
  const run = await ctx.db.scheduleRun.findFirst({ where: { audit_id, outcome: "started" } });
  if (!run) return;
  const { schedule_id, due_at } = run;
  const { count } = await ctx.db.scheduleRun.updateMany({
    where: { schedule_id, due_at, outcome: "started" },
    data: { outcome, reason },
  });
  if (count === 0) return;
  if (outcome === "completed") await forgetFailures(ctx, schedule_id);
  if (outcome === "failed") await countFailure(ctx, { schedule_id, reason: reason ?? "The audit failed.", due_at });
};

/**
 * What follows from the end of an audit that a schedule has started: how its run ended, the count of failures, mails.
 * Changes and mails nothing when called again, and nothing for audits that people have started.
 */
export const concludeRun = (audit_id: string): Promise<void> =>
  inTransaction(async (ctx) => {
    const audit = await ctx.db.websiteAudit.findUnique({ where: { id: audit_id }, include: { website: true } });
    if (!audit?.schedule_id || audit.status === "in_progress") return;
    await note(ctx, audit_id, audit.status as Ended, audit.error_message);
    if (audit.status === "completed") await mailChanges(ctx, audit);
  });
