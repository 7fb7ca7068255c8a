import { Cron } from "croner";

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Seconds before the second, third, … attempt, as Inngest waits them. */
const backoffSeconds = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200];

/** The time a duration of the SDK ("1h30m", "" for none) or an ISO date stands for. Throws when it is neither. */
export const dueAt = (text: string, from: Date = new Date()): Date => {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
  if (parts.map(([part]) => part).join("") === text) {
    const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
    return new Date(from.getTime() + ms);
  }
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`"${text}" is neither a duration nor a date.`);
  return new Date(time);
};

/**
 * The first time after `after` that a cron line ("TZ=Europe/Paris 0 9 * * *", UTC without TZ) names. Throws when the
 * line is malformed or never comes.
 */
export const nextTick = (line: string, after: Date = new Date()): Date => {
  const [, zone = "UTC", pattern = line] = /^TZ=(\S+)\s+(.+)$/.exec(line) ?? [];
  const next = new Cron(pattern, { timezone: zone, paused: true }).nextRun(after);
  if (!next) throw new Error(`The cron line "${line}" never comes.`);
  return next;
};

/** Milliseconds to wait after `attempt` (from 0) failed; spread so that failures of one cause do not return at once. */
export const defaultBackoffMs = (attempt: number): number => {
  const seconds = backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ?? 0;
  return Math.round(seconds * 1000 * (1 + Math.random() / 5));
};

/** Milliseconds that a `Retry-After` of seconds or of a date asks for; null when there is none. */
export const retryAfterMs = (header: string | null): number | null => {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
};
