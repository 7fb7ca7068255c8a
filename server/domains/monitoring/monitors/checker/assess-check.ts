import type { MonitorStatus } from "@/generated/prisma/enums";
import type { CheckResult } from "../check/run-check";

export interface AssessedMonitor {
  status: MonitorStatus;
  failures_in_row: number;
  retries: number;
  interval_seconds: number;
  due_at: Date;
  in_window: boolean;
}

export interface Assessment {
  status: MonitorStatus;
  failures_in_row: number;
  next_check_at: Date;
  /** The change of state to notify people about; null if there is none. */
  change: "down" | "up" | null;
}

/** Returns the time of the next check at the monitor's regular interval. Skips checks that were missed. */
const nextInRhythm = ({ due_at, interval_seconds, status }: AssessedMonitor, now: Date): Date => {
  const interval = interval_seconds * 1_000;
  // Adds a random offset after the first check, so that monitors that were added together aren't always checked
  // together.
  const start = due_at.getTime() + (status === "pending" ? Math.floor(Math.random() * interval) : 0);
  const passed = Math.max(0, Math.floor((now.getTime() - start) / interval));
  return new Date(start + (status === "pending" && start > now.getTime() ? 0 : passed + 1) * interval);
};

/**
 * Returns a monitor's state after a check. The monitor is marked down if a check and all its retries, `retryMs`
 * apart, fail, and up again after one successful check. Failures during a maintenance window don't count.
 */
export const assessCheck = (
  monitor: AssessedMonitor,
  { outcome }: Pick<CheckResult, "outcome">,
  now: Date,
  retryMs: number,
): Assessment => {
  const { status, failures_in_row, retries, interval_seconds, in_window } = monitor;
  const next_check_at = nextInRhythm(monitor, now);
  const soon = new Date(now.getTime() + Math.min(retryMs, interval_seconds * 1_000));
  if (outcome === "unsure") return { status, failures_in_row, next_check_at: soon, change: null };
  if (outcome === "ok")
    return { status: "up", failures_in_row: 0, next_check_at, change: status === "down" ? "up" : null };
  if (status === "down") return { status, failures_in_row: failures_in_row + 1, next_check_at, change: null };
  if (in_window) return { status, failures_in_row: 0, next_check_at, change: null };
  const failures = failures_in_row + 1;
  if (failures > retries) return { status: "down", failures_in_row: failures, next_check_at, change: "down" };
  return { status, failures_in_row: failures, next_check_at: soon, change: null };
};

const dayMs = 86_400_000;
const warnedAt = [1, 3, 7, 14, 30] as const;

/** Returns the number of whole days until a certificate expires; negative after it has expired. */
export const daysUntil = (expiry: Date, now: Date): number => Math.floor((expiry.getTime() - now.getTime()) / dayMs);

interface Certificate {
  expires_at: Date | null;
  /** Threshold of the last warning, in days before expiry. */
  warned: number | null;
}

/**
 * Returns the certificate's state after a check, and the threshold of the warning to send now, if any. Warnings are
 * sent 30, 14, 7, 3 and 1 days before expiry, each once; if several are due, only the latest is sent. A certificate
 * that expires more than a day later than the previous one counts as new. Warnings due during a maintenance window are
 * sent after it.
 */
export const assessCertificate = (
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
