import type { Schedule as Row, ScheduleRun as RunRow } from "@/server/adapters/database/generated/client";
import { AuditOptions } from "@/server/features/audits/contract";
import type { Frequency, RunOutcome, Schedule, ScheduleRun, Timing } from "./contract";
import { nextRuns } from "./next-runs";

/** Next runs shown. */
const shownRuns = 5;

export const withWebsiteAndLastRun = {
  website: { select: { url: true, name: true } },
  runs: { orderBy: { due_at: "desc" }, take: 1 },
} as const;

type ScheduleRow = Row & { website: { url: string; name: string }; runs: RunRow[] };

export const timingOf = ({ frequency, cron, time_zone, hour, minute, day }: Row): Timing => ({
  frequency: frequency as Frequency,
  cron,
  time_zone,
  hour,
  minute,
  day,
});

export const presentRun = ({ due_at, outcome, reason, audit_id, created_at }: RunRow): ScheduleRun => ({
  due_at,
  outcome: outcome as RunOutcome,
  reason,
  audit_id,
  created_at,
});

/** The stored next time first: it is what starts the next audit, whatever the times say by now. */
const comingRuns = (row: Row): Date[] => {
  const { next_run_at } = row;
  return next_run_at ? [next_run_at, ...nextRuns(timingOf(row), shownRuns - 1, next_run_at)] : [];
};

/** The next `count` times of times somebody thinks of. */
export const presentNextRuns = (timing: Timing, now: Date): Date[] => nextRuns(timing, shownRuns, now);

export const presentSchedule = (row: ScheduleRow): Schedule => {
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
    last_run: last ? presentRun(last) : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
};
