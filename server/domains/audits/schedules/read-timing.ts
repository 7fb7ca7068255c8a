import { type FieldProblem, invalidInput } from "@/server/core/problem";
import { findZone } from "@/server/core/wall-clock";
import { type Frequency, leastMinutesApart, type Timing } from "./contract";
import { nextRuns, readPattern } from "./next-runs";
import { leastMinutesBetween } from "./schedule-frequency";

/** The timing fields of a request; in an update, omitted fields keep their value. */
export interface GivenTiming {
  frequency?: Frequency | undefined;
  cron?: string | null | undefined;
  time_zone?: string | undefined;
  hour?: number | undefined;
  minute?: number | undefined;
  day?: number | null | undefined;
}

const usual: Timing = { frequency: "daily", cron: null, time_zone: "UTC", hour: 3, minute: 0, day: null };

const lastDay: Readonly<Record<Frequency, number>> = { daily: 0, weekly: 7, monthly: 31, cron: 0 };

const dayOf = (frequency: Frequency, given: GivenTiming, before: Timing): number | null => {
  if (lastDay[frequency] === 0) return null;
  return given.day ?? (before.frequency === frequency ? before.day : null) ?? 1;
};

const problemOfCron = (line: string): string | null => {
  if (line.split(" ").length !== 5)
    return "Must have five fields: minute, hour, day of month, month, day of week. For example, 0 3 * * 1.";
  try {
    readPattern(line);
    return null;
  } catch (error) {
    return `This cron expression isn't valid. ${error instanceof Error ? error.message.replace(/^CronPattern: /, "") : ""}`;
  }
};

const problemsOf = (given: GivenTiming, { frequency, cron, day }: Timing): FieldProblem[] => {
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if (frequency === "cron") {
    for (const path of ["hour", "minute"] as const)
      if (given[path] !== undefined)
        add(path, "Leave this out when frequency is cron. The cron expression sets the time.");
    const problem = cron ? problemOfCron(cron) : "Enter a cron expression.";
    if (problem) add("cron", problem);
  } else if (given.cron) add("cron", "Leave this out, or set frequency to cron.");
  if (given.day && lastDay[frequency] === 0) add("day", `Leave this out. A ${frequency} schedule has no day.`);
  if (day !== null && day > lastDay[frequency]) add("day", "Must be a weekday from 1 (Monday) to 7 (Sunday).");
  return problems;
};

const problemOfRuns = (timing: Timing, now: Date): string | null => {
  if (nextRuns(timing, 1, now).length === 0) return "This cron expression never matches a date.";
  if (leastMinutesBetween([timing], now) < leastMinutesApart)
    return `Scheduled audits must start at least ${leastMinutesApart} minutes apart.`;
  return null;
};

/**
 * Returns the requested timing, with omitted fields taken from `before`. Throws `invalid_input`, naming every invalid
 * field.
 */
export const readTiming = (given: GivenTiming, before: Timing = usual, now = new Date()): Timing => {
  const frequency = given.frequency ?? before.frequency;
  const zone = given.time_zone ?? before.time_zone;
  const timing: Timing = {
    frequency,
    cron: frequency === "cron" ? (given.cron ?? before.cron) : null,
    time_zone: findZone(zone) ?? zone,
    hour: given.hour ?? before.hour,
    minute: given.minute ?? before.minute,
    day: dayOf(frequency, given, before),
  };
  const problems = problemsOf(given, timing);
  if (problems.length > 0) throw invalidInput(problems);
  const problem = frequency === "cron" ? problemOfRuns(timing, now) : null;
  if (problem) throw invalidInput([{ path: "cron", message: problem }]);
  return timing;
};
