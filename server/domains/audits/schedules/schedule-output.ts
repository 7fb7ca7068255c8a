import type { Schedule as Row, ScheduleRun as RunRow } from "@/generated/prisma/client";
import { AuditOptions } from "../contract";
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

export const toRunOutput = ({ due_at, outcome, reason, audit_id, created_at }: RunRow): ScheduleRun => ({
  due_at,
  outcome,
  reason,
  audit_id,
  created_at,
});

/**
 * Lists the stored next run first, because the next audit starts then, even if the timing would now give another time.
 */
const comingRuns = (row: Row): Date[] => {
  const { next_run_at } = row;
  return next_run_at ? [next_run_at, ...nextRuns(timingOf(row), shownRuns - 1, next_run_at)] : [];
};

/** Returns the next runs of a timing, which may not be stored yet. */
export const toNextRunOutputs = (timing: Timing, now: Date): Date[] => nextRuns(timing, shownRuns, now);

export const toScheduleOutput = (row: ScheduleRow): Schedule => {
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
    last_run: last ? toRunOutput(last) : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
};
