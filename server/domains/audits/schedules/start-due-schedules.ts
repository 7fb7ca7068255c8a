import type { Schedule } from "@/generated/prisma/client";
import type { SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { startScheduledAudit } from "..";
import { AuditOptions } from "../contract";
import { type RunOutcome, runsKeptDays } from "./contract";
import { countFailure } from "./count-failures";
import { nextRuns, pastRuns } from "./next-runs";
import { assertPlanCovers } from "./schedule-frequency";
import { timingOf } from "./schedule-output";

/** Maximum number of missed runs to record; the most recent ones are kept. */
const mostNoted = 100;

const reasons = {
  missed: "This run was missed. Of several missed runs, only the latest was started.",
  running: "An audit of this website was already running.",
};

/** Locks the next due schedule. Skips a schedule if another process has locked it or its website. */
const lockDue = async ({ db }: SystemCtx, now: Date, tried: readonly string[]): Promise<Schedule | null> => {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM schedules s JOIN websites w ON w.id = s.website_id
    WHERE s.next_run_at <= ${now}::timestamptz AND s.paused_at IS NULL AND s.id <> ALL(${tried}::uuid[])
    ORDER BY s.next_run_at, s.id LIMIT 1 FOR NO KEY UPDATE OF s, w SKIP LOCKED`;
  return row ? db.schedule.findUnique({ where: { id: row.id } }) : null;
};

interface Outcome {
  outcome: RunOutcome;
  reason: string | null;
  audit_id: string | null;
}

const startAudit = async (ctx: SystemCtx, schedule: Schedule, now: Date): Promise<Outcome> => {
  const { id: schedule_id, org_id, website_id } = schedule;
  try {
    await assertPlanCovers(ctx.db, { org_id, website_id, schedule_id, timing: timingOf(schedule) }, now);
    const options = AuditOptions.parse(schedule.options);
    const audit_id = await startScheduledAudit({ ...ctx, org_id }, { website_id, schedule_id, options });
    return audit_id
      ? { outcome: "started", reason: null, audit_id }
      : { outcome: "skipped", reason: reasons.running, audit_id };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: "failed", reason: error.message, audit_id: null };
  }
};

/**
 * Inserts a row for each time at which the schedule was due. No time gets more than one run, even if clocks change,
 * because only one process can insert each row.
 */
const claim = async ({ db }: SystemCtx, schedule_id: string, due: readonly Date[]): Promise<Date | null> => {
  const missed = due
    .slice(0, -1)
    .map((due_at) => ({ schedule_id, due_at, outcome: "skipped" as const, reason: reasons.missed }));
  await db.scheduleRun.createMany({ data: missed, skipDuplicates: true });
  const due_at = due.at(-1) ?? null;
  if (!due_at) return null;
  const { count } = await db.scheduleRun.createMany({
    data: [{ schedule_id, due_at, outcome: "started" }],
    skipDuplicates: true,
  });
  return count === 1 ? due_at : null;
};

const later = (one: Date, other: Date): Date => (one > other ? one : other);

const runSchedule = async (ctx: SystemCtx, schedule: Schedule, first: Date, now: Date): Promise<void> => {
  const { id: schedule_id } = schedule;
  const timing = timingOf(schedule);
  const due = [first, ...pastRuns(timing, mostNoted, now).filter((date) => date > first)];
  const last = due.at(-1) ?? first;
  const due_at = await claim(ctx, schedule_id, due);
  // The next run must also be after the one that was due, because the clock may have been set back.
  const [next_run_at = null] = nextRuns(timing, 1, later(now, last));
  await ctx.db.schedule.update({ where: { id: schedule_id }, data: { next_run_at, last_run_at: last } });
  if (!due_at) return;
  const run = await startAudit(ctx, schedule, now);
  await ctx.db.scheduleRun.update({ where: { schedule_id_due_at: { schedule_id, due_at } }, data: { ...run } });
  if (run.outcome === "failed") await countFailure(ctx, { schedule_id, reason: run.reason ?? "", due_at });
  const tooOld = new Date(now.getTime() - runsKeptDays * 86_400_000);
  await ctx.db.scheduleRun.deleteMany({ where: { schedule_id, due_at: { lt: tooOld } } });
};

/** Returns the id of the schedule that was run, or null if none was due. */
const runNext = (now: Date, tried: string[]): Promise<string | null> =>
  inUnscopedTransaction(async (ctx) => {
    const schedule = await lockDue(ctx, now, tried);
    if (!schedule?.next_run_at) return null;
    tried.push(schedule.id);
    await runSchedule(ctx, schedule, schedule.next_run_at, now);
    return schedule.id;
  });

/**
 * Starts an audit for every due schedule. The claim, the audit and the next run are stored in one transaction per
 * schedule. If several runs were missed, starts only the latest. Safe to call concurrently and repeatedly. Never
 * rejects: a schedule that couldn't be run stays due for the next call.
 */
export const startDueSchedules = async (now = new Date(Date.now())): Promise<void> => {
  const tried: string[] = [];
  for (;;) {
    const before = tried.length;
    try {
      if ((await runNext(now, tried)) === null) return;
    } catch (error) {
      log.error({ schedule_id: tried.at(-1), err: error }, "failed to start a scheduled audit");
      if (tried.length === before) return;
    }
  }
};
