import { Cron } from "croner";

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Seconds to wait before the second, third, … attempt, as on Inngest. */
const backoffSeconds = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200];

/**
 * Returns the time that `text` specifies: an ISO date, or an SDK duration counted from `from` ("1h30m", or "" for
 * none). Throws for any other text.
 */
export const dueAt = (text: string, from: Date = new Date()): Date => {
  const parts = [...text.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
  if (parts.map(([part]) => part).join("") === text) {
    const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
    return new Date(from.getTime() + ms);
  }
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`"${text}" is neither a duration nor a date.`);
  return new Date(time);
};

/**
 * Returns the first time after `after` that matches a cron expression ("TZ=Europe/Paris 0 9 * * *", UTC without TZ).
 * Throws if the expression is malformed or never matches.
 */
export const nextTick = (line: string, after: Date = new Date()): Date => {
  const [, zone = "UTC", pattern = line] = /^TZ=(\S+)\s+(\S.*)$/.exec(line) ?? [];
  const next = new Cron(pattern, { timezone: zone, paused: true }).nextRun(after);
  if (!next) throw new Error(`The cron expression "${line}" never matches a date.`);
  return next;
};

const spread = 0.2;

const backoffMs = (attempt: number): number =>
  (backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ?? 0) * 1000;

/**
 * Returns the milliseconds to wait after attempt number `attempt` (from 0) fails, with a random part so that failures
 * with the same cause aren't all retried at once.
 */
export const defaultBackoffMs = (attempt: number): number =>
  Math.round(backoffMs(attempt) * (1 + Math.random() * spread));

/** Returns the longest time that `defaultBackoffMs` can return for this attempt. */
export const backoffLimitMs = (attempt: number): number => backoffMs(attempt) * (1 + spread);

/**
 * Returns the milliseconds to wait according to a `Retry-After` header (seconds or a date), or null if it is missing or
 * invalid.
 */
export const retryAfterMs = (header: string | null): number | null => {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
};
