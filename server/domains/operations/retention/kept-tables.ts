import { env } from "@/server/core/env";
import { historyDays } from "@/server/domains/monitoring/monitors/contract";
import { guessesKeptDays } from "@/server/endpoint/guess-counts";
import { answersKeptDays } from "@/server/endpoint/idempotency";

export interface KeptTable {
  table: string;
  /** The column from which the days are counted. */
  column: string;
  days: number;
  /** A condition in SQL for rows that may be deleted; without it, all may. */
  where?: string;
}

/** A year, and a month to compare it with: a day longer than the history that can be asked for. */
const thirteenMonths = historyDays + 1;

/**
 * How long rows are kept. Not here, because files or other rows are deleted with them: reports and unverified accounts
 * (REPORT_KEPT_DAYS and UNVERIFIED_ACCOUNTS_KEPT_DAYS in `server/core/env.ts`), fixes, exports and comparisons, which
 * say themselves when they expire.
 */
export const keptTables: readonly KeptTable[] = [
  // For this long, an old link is reported as expired rather than invalid.
  { table: "account_tokens", column: "expires_at", days: 30 },
  // Far longer than Stripe retries an event, or keeps it to be sent again by hand.
  { table: "billing_events", column: "created_at", days: 90 },
  // Longer than a job may need to look up an email by its key.
  { table: "email_messages", column: "created_at", days: 90, where: "status <> 'queued'" },
  { table: "guess_counts", column: "last_failed_at", days: guessesKeptDays },
  { table: "idempotent_answers", column: "created_at", days: answersKeptDays },
  // Longer than an email provider retries an event.
  { table: "mail_events", column: "created_at", days: 30 },
  { table: "maintenance_windows", column: "ends_at", days: thirteenMonths },
  { table: "monitor_checks", column: "checked_at", days: 7 },
  { table: "monitor_hours", column: "hour", days: thirteenMonths },
  { table: "monitor_incidents", column: "ended_at", days: thirteenMonths },
  { table: "pending_jobs", column: "failed_at", days: 30 },
  { table: "rum_counts", column: "day", days: thirteenMonths },
  { table: "rum_days", column: "day", days: thirteenMonths },
  { table: "rum_events", column: "received_at", days: env.RUM_KEPT_DAYS },
  { table: "search_perf_answers", column: "expires_at", days: 0 },
  { table: "security_events", column: "created_at", days: env.SECURITY_LOG_KEPT_DAYS },
  // Slot time that was used this long ago no longer affects the queue.
  { table: "slot_uses", column: "used_at", days: 14 },
  { table: "webhook_deliveries", column: "created_at", days: 30 },
];
