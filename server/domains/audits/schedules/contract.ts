import { z } from "zod";
import { ScheduleFrequency, ScheduleRunOutcome } from "@/generated/prisma/enums";
import { Id, pageFields, Time } from "@/server/core/schema";
import { findZone } from "@/server/core/wall-clock";
import { AuditOptions } from "../contract";

export const Frequency = z.enum(ScheduleFrequency);
export type Frequency = z.infer<typeof Frequency>;

export const runsKeptDays = 366;
/** Number of consecutive failures after which a schedule is paused. */
export const mostFailures = 3;
/** Minimum number of minutes between runs scheduled by a cron expression. */
export const leastMinutesApart = 15;

const TimeZone = z
  .string()
  .refine((name) => findZone(name) !== null, "Must be an IANA time zone, such as Europe/Berlin.")
  .describe("IANA time zone, such as Europe/Berlin");

const CronLine = z
  .string()
  .max(100)
  .transform((line) => line.trim().replaceAll(/\s+/g, " "))
  .describe("Cron expression: minute, hour, day of month, month, day of week; only with frequency cron");

const hour = z.number().int().min(0).max(23);
const minute = z.number().int().min(0).max(59);
const day = z.number().int().min(1).max(31).describe("Weekday from 1 (Monday) to 7 (Sunday), or day of the month");

const timing = {
  frequency: Frequency,
  cron: CronLine.nullable().optional(),
  time_zone: TimeZone,
  hour: hour.optional(),
  minute: minute.optional(),
  day: day.nullable().optional(),
};

/**
 * The times at which a schedule runs. If the frequency is `cron`, the cron expression replaces hour, minute and day.
 */
export interface Timing {
  frequency: Frequency;
  cron: string | null;
  time_zone: string;
  hour: number;
  minute: number;
  day: number | null;
}

export const AddSchedule = z.strictObject({
  website_id: Id,
  ...timing,
  options: AuditOptions.optional(),
  paused: z.boolean().optional(),
});
export type AddSchedule = z.infer<typeof AddSchedule>;

export const ChangeSchedule = z.strictObject({
  id: Id,
  ...timing,
  frequency: Frequency.optional(),
  time_zone: TimeZone.optional(),
  options: AuditOptions.optional(),
  paused: z.boolean().optional(),
});
export type ChangeSchedule = z.infer<typeof ChangeSchedule>;

/** Returns the schema for a number in a query string, where all values are strings. */
const fromQuery = (least: number, most: number) => z.coerce.number<number>().int().min(least).max(most).optional();

export const PreviewRuns = z.strictObject({
  frequency: Frequency,
  cron: CronLine.optional(),
  time_zone: TimeZone,
  hour: fromQuery(0, 23),
  minute: fromQuery(0, 59),
  day: fromQuery(1, 31),
});
export type PreviewRuns = z.infer<typeof PreviewRuns>;

export const Preview = z.object({ next_runs: z.array(Time) });
export type Preview = z.input<typeof Preview>;

export const RunOutcome = z
  .enum(ScheduleRunOutcome)
  .describe(
    "`started` while the audit is running, then its outcome. Skipped runs, and some failed runs, have no audit.",
  );
export type RunOutcome = z.infer<typeof RunOutcome>;

export const ScheduleRun = z.object({
  due_at: Time,
  outcome: RunOutcome,
  reason: z.string().nullable(),
  audit_id: Id.nullable(),
  pages_missing: z
    .number()
    .int()
    .describe("Number of pages missing from a partial audit; 0 for a complete audit and for runs without an audit."),
  created_at: Time,
});
export type ScheduleRun = z.input<typeof ScheduleRun>;

export const Schedule = z.object({
  id: Id,
  website_id: Id,
  website_url: z.string(),
  website_name: z.string(),
  frequency: Frequency,
  cron: z.string().nullable(),
  time_zone: z.string(),
  hour: z.number().int().nullable().describe("Null if frequency is cron"),
  minute: z.number().int().nullable(),
  day: z.number().int().nullable(),
  options: AuditOptions,
  paused: z.boolean(),
  paused_reason: z
    .string()
    .nullable()
    .describe("Reason why the schedule was paused automatically; null if a person paused it"),
  failures_in_row: z.number().int(),
  next_run_at: Time.nullable().describe("Null while the schedule is paused"),
  next_runs: z.array(Time),
  last_run: ScheduleRun.nullable(),
  created_at: Time,
  updated_at: Time,
});
export type Schedule = z.input<typeof Schedule>;

export const ScheduleId = z.strictObject({ id: Id });
export type ScheduleId = z.infer<typeof ScheduleId>;

export const ListSchedules = z.strictObject({ ...pageFields, website_id: Id.optional() });
export type ListSchedules = z.infer<typeof ListSchedules>;

const wrongCursor = "Must be the next_cursor of the previous response.";

export const ListRuns = z.strictObject({
  id: Id,
  limit: pageFields.limit,
  cursor: z.iso
    .datetime({ error: wrongCursor, abort: true })
    .refine((text) => Math.abs(new Date(text).getUTCFullYear() - 2000) <= 1_000, wrongCursor)
    .optional(),
});
export type ListRuns = z.infer<typeof ListRuns>;

export const Removed = z.object({ id: Id });
