import type { CheckResult } from "../check/run-check";

export interface JudgedMonitor {
  status: string;
  failures_in_row: number;
  retries: number;
  interval_seconds: number;
  due_at: Date;
  in_window: boolean;
}

export interface Judgement {
  status: string;
  failures_in_row: number;
  next_check_at: Date;
  /** What is to be told. */
  change: "down" | "up" | null;
}

/** The next time in the monitor's own rhythm, whatever became of those before. */
const nextInRhythm = ({ due_at, interval_seconds, status }: JudgedMonitor, now: Date): Date => {
  const interval = interval_seconds * 1_000;
  // Those that were added together part after their first check, each to a moment of its own.
  const start = due_at.getTime() + (status === "pending" ? Math.floor(Math.random() * interval) : 0);
  const passed = Math.max(0, Math.floor((now.getTime() - start) / interval));
  return new Date(start + (status === "pending" && start > now.getTime() ? 0 : passed + 1) * interval);
};

/**
 * What a check makes of a monitor. It is down after one failure and `retries` more, which follow within `retryMs`; up
 * after one success. In a maintenance window failures count for nothing.
 */
export const judgeCheck = (
  monitor: JudgedMonitor,
  { verdict }: Pick<CheckResult, "verdict">,
  now: Date,
  retryMs: number,
): Judgement => {
  const { status, failures_in_row, retries, interval_seconds, in_window } = monitor;
  const next_check_at = nextInRhythm(monitor, now);
  const soon = new Date(now.getTime() + Math.min(retryMs, interval_seconds * 1_000));
  if (verdict === "unsure") return { status, failures_in_row, next_check_at: soon, change: null };
  if (verdict === "ok")
    return { status: "up", failures_in_row: 0, next_check_at, change: status === "down" ? "up" : null };
  if (status === "down") return { status, failures_in_row: failures_in_row + 1, next_check_at, change: null };
  if (in_window) return { status, failures_in_row: 0, next_check_at, change: null };
  const failures = failures_in_row + 1;
  if (failures > retries) return { status: "down", failures_in_row: failures, next_check_at, change: "down" };
  return { status, failures_in_row: failures, next_check_at: soon, change: null };
};

const dayMs = 86_400_000;
const warnedAt = [1, 3, 7, 14, 30] as const;

/** Whole days until a certificate expires, as people count them; below zero when it has. */
export const daysUntil = (expiry: Date, now: Date): number => Math.floor((expiry.getTime() - now.getTime()) / dayMs);

interface Certificate {
  expires_at: Date | null;
  /** The number of days that was last warned about. */
  warned: number | null;
}

/**
 * What is known of a certificate after a check, and the number of days to warn about now: each of 30, 14, 7, 3 and 1
 * once, the smallest that fits when several have passed. A certificate that expires later than the one before is new.
 * What a maintenance window keeps quiet is told after it.
 */
export const judgeCertificate = (
  before: Certificate,
  seen: Date | null,
  now: Date,
  isQuiet = false,
): Certificate & { warn: number | null } => {
  if (!seen) return { ...before, warn: null };
  const isNew = before.expires_at !== null && seen.getTime() - before.expires_at.getTime() > dayMs;
  const warned = isNew ? null : before.warned;
  const days = daysUntil(seen, now);
  const due = warnedAt.find((step) => days <= step) ?? null;
  if (isQuiet || due === null || (warned !== null && warned <= due)) return { expires_at: seen, warned, warn: null };
  return { expires_at: seen, warned: due, warn: due };
};
