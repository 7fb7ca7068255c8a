import { invalidInput } from "@/server/core/problem";

/** How long Google keeps figures, in months. */
const months = 16;
const usualDays = 28;

const dayMs = 86_400_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const addDays = (day: string, days: number): string => toDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs);

/** Returns the same day of an earlier month or, if that month is too short, its last day. */
const monthsBefore = (now: Date, count: number): string => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, Math.min(now.getUTCDate(), last)));
};

const latest = (one: string, other: string): string => (one > other ? one : other);

interface Given {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns the requested first and last day, both inclusive; by default, the 28 days up to yesterday. Throws
 * `invalid_input` if the range is invalid.
 */
export const readRange = (given: Given, now = new Date()): { from: string; to: string } => {
  const today = toDay(now.getTime());
  const earliest = monthsBefore(now, months);
  const to = given.to ?? latest(addDays(today, -1), given.from ?? "");
  const from = given.from ?? latest(addDays(to, 1 - usualDays), to < earliest ? "" : earliest);
  const problems = [
    ...(to > today ? [{ path: "to", message: `Must not be in the future. The latest day is ${today}.` }] : []),
    ...(from > to ? [{ path: "from", message: `Must not be after the last day, ${to}.` }] : []),
    ...(from < earliest
      ? [{ path: "from", message: `Google keeps 16 months of data. The earliest day is ${earliest}.` }]
      : []),
  ];
  if (problems.length > 0) throw invalidInput(problems);
  return { from, to };
};
