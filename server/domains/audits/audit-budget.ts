import type { Db, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import type { Budget } from "./contract";
import { endPartial } from "./end-audit";

interface Spent {
  slot_since: Date | null;
  slot_ms: number;
  cpu_ms: bigint;
  bytes: bigint;
}

const minuteMs = 60_000;
const megabyte = 1_000_000;

/** Returns the budget that an audit has used up, or null. */
export const usedUpBudget = ({ slot_since, slot_ms, cpu_ms, bytes }: Spent, now: Date): Budget | null => {
  const ms = slot_ms + (slot_since ? now.getTime() - slot_since.getTime() : 0);
  if (ms >= env.AUDIT_MINUTES * minuteMs) return "time";
  if (Number(cpu_ms) >= env.AUDIT_CPU_SECONDS * 1_000) return "cpu";
  return Number(bytes) >= env.AUDIT_MEGABYTES * megabyte ? "bytes" : null;
};

const readSpending = (db: Db) =>
  db.websiteAudit.findMany({
    where: { status: "in_progress", slot_since: { not: null } },
    select: { id: true, slot_since: true, slot_ms: true, cpu_ms: true, bytes: true },
  });

const endOverBudget = async (audit: Spent & { id: string }): Promise<void> => {
  const reason = usedUpBudget(audit, new Date());
  if (!reason) return;
  try {
    await inUnscopedTransaction((ctx: SystemCtx) => endPartial(ctx, audit.id, reason));
  } catch (error) {
    log.warn({ audit_id: audit.id, err: error }, "failed to end an audit that exceeded its budget");
  }
};

/** Ends the audits that have used up a budget, even if the scanner doesn't respond. Never throws. */
export const endAuditsOverBudget = async (): Promise<void> => {
  try {
    for (const audit of await inUnscopedTransaction(({ db }) => readSpending(db))) await endOverBudget(audit);
  } catch (error) {
    log.warn({ err: error }, "failed to find audits that exceeded their budget");
  }
};
