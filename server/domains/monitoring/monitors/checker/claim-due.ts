import type { Database } from "@/server/adapters/database";
import type { CheckTarget } from "../check/run-check";
import type { Claim } from "./check-tables";

export interface ClaimedMonitor extends Claim, CheckTarget {
  /** Milliseconds until the check is due; negative if it is late. */
  wait_ms: number;
}

/**
 * Duration of a claim: a multiple of the timeout, plus a margin. A check can take up to four timeouts if this process
 * is starved.
 */
const leaseMs = { timeouts: 5, besides: 30_000 };

/**
 * Claims monitors that are due within `aheadMs`, longest overdue first. No other process gets them until the claim
 * expires. After that, another process can take over if this one was killed.
 */
export const claimDue = async ({ sql }: Pick<Database, "sql">, aheadMs: number, limit: number) =>
  sql.query<ClaimedMonitor>(
    `UPDATE uptime_monitor_settings m
     SET next_check_at = greatest(due.due_at, now())
           + make_interval(secs => (m.timeout_ms * ${leaseMs.timeouts} + ${leaseMs.besides}) / 1000.0)
     FROM (
       SELECT id, next_check_at AS due_at FROM uptime_monitor_settings
       WHERE next_check_at <= now() + make_interval(secs => $1::float8 / 1000) AND paused_at IS NULL
       ORDER BY next_check_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ) due
     WHERE m.id = due.id
     RETURNING m.id::text, m.url, m.method, m.timeout_ms, m.expected_status, m.keyword, due.due_at,
       m.next_check_at AS claimed_until,
       (extract(epoch FROM due.due_at - now()) * 1000)::float8 AS wait_ms`,
    [aheadMs, limit],
  );

/**
 * Releases claims whose checks never finished, so that the next process to start doesn't have to wait for them to
 * expire.
 */
export const releaseClaims = async ({ sql }: Pick<Database, "sql">, claims: readonly Claim[]): Promise<void> => {
  if (claims.length === 0) return;
  await sql.query(
    `UPDATE uptime_monitor_settings m SET next_check_at = r.due_at
     FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, claimed_until timestamptz, due_at timestamptz)
     WHERE m.id = r.id AND m.next_check_at = r.claimed_until`,
    [JSON.stringify(claims.map(({ id, claimed_until, due_at }) => ({ id, claimed_until, due_at })))],
  );
};

/**
 * Releases claims at startup if they would delay a check by more than the monitor's interval; all others expire
 * earlier. Only for a database used by a single process, where any claim found at startup belongs to a process that was
 * killed.
 */
export const releaseClaimsAtStart = async ({ sql }: Pick<Database, "sql">): Promise<void> => {
  await sql.query(
    `UPDATE uptime_monitor_settings SET next_check_at = now()
     WHERE paused_at IS NULL AND next_check_at > now() + make_interval(secs => interval_seconds + 1)`,
  );
};
