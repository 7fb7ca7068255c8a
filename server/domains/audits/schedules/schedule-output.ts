import type { Schedule as Row, ScheduleRun as RunRow } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { AuditOptions, PartialField } from "../contract";
import type { Schedule, ScheduleRun, Timing } from "./contract";
import { nextRuns } from "./next-runs";

/** Number of upcoming runs in responses. */
const shownRuns = 5;

export const withWebsiteAndLastRun = {
  website: { select: { url: true, name: true } },
  runs: { orderBy: { due_at: "desc" }, take: 1 },
} as const;

type ScheduleRow = Row & { website: { url: string; name: string }; runs: RunRow[] };

export const timingOf = ({ frequency, cron, time_zone, hour, minute, day }: Row): Timing => ({
  frequency,
  cron,
  time_zone,
  hour,
  minute,
  day,
});

/** Returns the number of pages missing from each run's audit, by audit id. */
const readMissingPages = async ({ db, org_id }: Ctx, runs: readonly RunRow[]): Promise<Map<string | null, number>> => {
  const audits = await db.websiteAudit.findMany({
    where: { org_id, id: { in: runs.flatMap(({ audit_id }) => audit_id ?? []) } },
    select: { id: true, partial: true },
  });
  return new Map(audits.map(({ id, partial }) => [id, PartialField.parse(partial)?.pages_missing ?? 0]));
};

const toRunOutput = (run: RunRow, missing: ReadonlyMap<string | null, number>): ScheduleRun => ({
  due_at: run.due_at,
  outcome: run.outcome,
  reason: run.reason,
  audit_id: run.audit_id,
  pages_missing: missing.get(run.audit_id) ?? 0,
  created_at: run.created_at,
});

export const toRunOutputs = async (ctx: Ctx, runs: readonly RunRow[]): Promise<ScheduleRun[]> => {
  const missing = await readMissingPages(ctx, runs);
  return runs.map((run) => toRunOutput(run, missing));
};

/**
 * Lists the stored next run first, because the next audit starts then, even if the schedule would now produce a
 * different time.
 */
const comingRuns = (row: Row): Date[] => {
  const { next_run_at } = row;
  return next_run_at ? [next_run_at, ...nextRuns(timingOf(row), shownRuns - 1, next_run_at)] : [];
};

/** Returns the next runs for a schedule's timing. The schedule doesn't have to be stored yet. */
export const toNextRunOutputs = (timing: Timing, now: Date): Date[] => nextRuns(timing, shownRuns, now);

const toScheduleOutput = (row: ScheduleRow, missing: ReadonlyMap<string | null, number>): Schedule => {
  const [last] = row.runs;
  const { hour, minute, ...timing } = timingOf(row);
  const isCron = row.frequency === "cron";
  return {
    id: row.id,
    website_id: row.website_id,
    website_url: row.website.url,
    website_name: row.website.name,
    ...timing,
    hour: isCron ? null : hour,
    minute: isCron ? null : minute,
    options: AuditOptions.parse(row.options),
    paused: row.paused_at !== null,
    paused_reason: row.paused_reason,
    failures_in_row: row.failures_in_row,
    next_run_at: row.next_run_at,
    next_runs: comingRuns(row),
    last_run: last ? toRunOutput(last, missing) : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
};

export const toScheduleOutputs = async (ctx: Ctx, rows: readonly ScheduleRow[]): Promise<Schedule[]> => {
  const missing = await readMissingPages(
    ctx,
    rows.flatMap(({ runs }) => runs),
  );
  return rows.map((row) => toScheduleOutput(row, missing));
};
