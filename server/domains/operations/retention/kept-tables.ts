import { env } from "@/server/core/env";
import { historyDays } from "@/server/domains/monitoring/monitors/contract";
import { responsesKeptHours } from "@/server/domains/monitoring/search-performance/contract";
import { guessesKeptDays } from "@/server/endpoint/guess-counts";
import { responsesKeptDays } from "@/server/endpoint/idempotency";

export interface KeptTable {
  table: string;
  /** Describes the rows, for docs/operations.md. */
  data: string;
  /** The column with the time from which the days are counted. */
  column: string;
  /** What happens at the time in `column`, for docs/operations.md; omitted if that is when the row is stored. */
  from?: string;
  /** A number, or the environment variable that sets it. */
  days: number | "RUM_KEPT_DAYS" | "SECURITY_LOG_KEPT_DAYS";
  /** A SQL condition for rows that can be deleted; by default, all rows. */
  where?: string;
}

/**
 * Thirteen months, so that a month can be compared with the same month a year earlier, plus a day, so that rows outlast
 * the history that can be requested.
 */
const thirteenMonths = historyDays + 1;

/**
 * Retention of rows. Rows with files or dependent rows aren't listed: `inngest/functions/purge-old-records.ts` purges
 * them with separate functions.
 */
export const keptTables: readonly KeptTable[] = [
  // Kept so that an old link is reported as expired rather than invalid during this time.
  {
    table: "account_tokens",
    data: "Links in emails, such as password reset links",
    column: "expires_at",
    from: "they expire",
    days: 30,
  },
  // Kept far longer than Stripe retries an event or allows it to be resent manually.
  { table: "billing_events", data: "IDs and types of events from Stripe", column: "created_at", days: 90 },
  // Kept until no job can still look up an email by its key.
  {
    table: "email_messages",
    data: "Sent and failed emails: email addresses, subject, status",
    column: "created_at",
    days: 90,
    where: "status <> 'queued'",
  },
  {
    table: "guess_counts",
    data: "Counts of wrong passwords and codes",
    column: "last_failed_at",
    from: "the last one",
    days: guessesKeptDays,
  },
  {
    table: "idempotent_responses",
    data: "Responses stored for an `Idempotency-Key`",
    column: "created_at",
    days: responsesKeptDays,
  },
  // Kept longer than an email provider retries an event.
  { table: "email_events", data: "Events from the email provider", column: "created_at", days: 30 },
  {
    table: "maintenance_windows",
    data: "Maintenance windows",
    column: "ends_at",
    from: "they end",
    days: thirteenMonths,
  },
  { table: "monitor_checks", data: "Uptime checks", column: "checked_at", days: 7 },
  { table: "monitor_hours", data: "Hourly totals of uptime checks", column: "hour", days: thirteenMonths },
  {
    table: "monitor_incidents",
    data: "Uptime incidents",
    column: "ended_at",
    from: "they end",
    days: thirteenMonths,
  },
  {
    table: "pending_jobs",
    data: "Jobs that have failed permanently",
    column: "failed_at",
    from: "they fail",
    days: 30,
  },
  {
    table: "rum_counts",
    data: "Daily counts of RUM beacons",
    column: "day",
    days: thirteenMonths,
  },
  { table: "rum_days", data: "Daily RUM totals", column: "day", days: thirteenMonths },
  { table: "rum_events", data: "RUM beacons", column: "received_at", days: "RUM_KEPT_DAYS" },
  {
    table: "search_perf_responses",
    data: `Responses from Google Search Console, cached for ${responsesKeptHours} hours`,
    column: "expires_at",
    from: "they expire",
    days: 0,
  },
  {
    table: "security_events",
    data: "Sign-ins and other security events",
    column: "created_at",
    days: "SECURITY_LOG_KEPT_DAYS",
  },
  // After this time, an account's earlier use of the scanner no longer affects the queue.
  {
    table: "slot_uses",
    data: "Scanner time that an account has used",
    column: "used_at",
    from: "its last audit",
    days: 14,
  },
  { table: "webhook_deliveries", data: "Webhook deliveries", column: "created_at", days: 30 },
];

/** Returns how many days rows are kept, according to the operator's settings. */
export const daysOf = ({ days }: KeptTable): number => (typeof days === "number" ? days : env[days]);
