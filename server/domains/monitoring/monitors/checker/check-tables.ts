import type { MonitorStatus } from "@/generated/prisma/enums";
import type { Db } from "@/server/core/context";

/** A claim on a monitor. It stays valid until the monitor's next check is rescheduled. */
export interface Claim {
  id: string;
  claimed_until: Date;
  due_at: Date;
}

export interface MonitorRow {
  id: string;
  org_id: string;
  website_id: string | null;
  name: string;
  url: string;
  channels: string[];
  status: MonitorStatus;
  failures_in_row: number;
  retries: number;
  interval_seconds: number;
  certificate_expires_at: Date | null;
  certificate_warned: number | null;
  in_window: boolean;
}

export interface CheckRow {
  id: string;
  monitor_id: string;
  checked_at: Date;
  /** Start of the hour in which the check is counted. */
  hour: Date;
  ok: boolean;
  http_status: number | null;
  response_ms: number | null;
  error: string | null;
}

export interface MonitorChange {
  monitor_id: string;
  status: MonitorStatus;
  failures_in_row: number;
  next_check_at: Date;
  certificate_expires_at: Date | null;
  certificate_warned: number | null;
}

/**
 * Locks the monitors whose claims are still valid. A claim becomes invalid when its monitor is changed, paused, deleted
 * or claimed again.
 */
export const lockClaimed = (db: Db, claims: readonly Claim[]): Promise<MonitorRow[]> =>
  db.$queryRawUnsafe<MonitorRow[]>(
    `SELECT m.id::text, m.org_id::text, m.website_id::text, m.name, m.url, m.channels, m.status, m.failures_in_row,
            m.retries, m.interval_seconds, m.certificate_expires_at, m.certificate_warned,
            EXISTS (SELECT 1 FROM maintenance_windows w
                    WHERE w.org_id = m.org_id AND w.ends_at > now() AND w.starts_at <= now()
                      AND (w.monitor_id IS NULL OR w.monitor_id = m.id)) AS in_window
     FROM uptime_monitor_settings m
     JOIN jsonb_to_recordset($1::jsonb) AS r (id uuid, claimed_until timestamptz)
       ON m.id = r.id AND m.next_check_at = r.claimed_until
     ORDER BY m.id FOR UPDATE OF m`,
    JSON.stringify(claims),
  );

/** Writes the results of many checks in one statement: the checks, their hourly rollups and the monitors' states. */
export const saveChecks = async (
  db: Db,
  checks: readonly CheckRow[],
  changes: readonly MonitorChange[],
): Promise<void> => {
  await db.$executeRawUnsafe(
    `WITH checks AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS r (id uuid, monitor_id uuid, checked_at timestamptz, hour timestamptz, ok boolean, http_status int,
               response_ms int, error text)
     ), saved AS (
       INSERT INTO monitor_checks (id, monitor_id, checked_at, ok, http_status, response_ms, error)
       SELECT id, monitor_id, checked_at, ok, http_status, response_ms, error FROM checks
     ), hours AS (
       INSERT INTO monitor_hours AS h (monitor_id, hour, checks, failures, answered, response_ms, slowest_ms)
       SELECT monitor_id, hour, 1, (NOT ok)::int, (response_ms IS NOT NULL)::int, coalesce(response_ms, 0),
              coalesce(response_ms, 0)
       FROM checks
       ON CONFLICT (monitor_id, hour) DO UPDATE SET
         checks = h.checks + 1, failures = h.failures + excluded.failures, answered = h.answered + excluded.answered,
         response_ms = h.response_ms + excluded.response_ms, slowest_ms = greatest(h.slowest_ms, excluded.slowest_ms)
     )
     UPDATE uptime_monitor_settings m SET
       status = r.status, failures_in_row = r.failures_in_row, next_check_at = r.next_check_at,
       certificate_expires_at = r.certificate_expires_at, certificate_warned = r.certificate_warned,
       last_checked_at = coalesce(c.checked_at, m.last_checked_at),
       last_response_ms = CASE WHEN c.id IS NULL THEN m.last_response_ms ELSE c.response_ms END,
       last_error = CASE WHEN c.id IS NULL THEN m.last_error ELSE c.error END
     FROM jsonb_to_recordset($2::jsonb)
       AS r (monitor_id uuid, status monitor_status, failures_in_row int, next_check_at timestamptz,
             certificate_expires_at timestamptz, certificate_warned int)
     LEFT JOIN checks c USING (monitor_id)
     WHERE m.id = r.monitor_id`,
    JSON.stringify(checks),
    JSON.stringify(changes),
  );
};

/**
 * Returns when the current series of consecutive failures began. The current failure may be the first of the series.
 */
export const firstFailure = async (db: Db, monitor_id: string, earlier: number, current: Date): Promise<Date> => {
  if (earlier < 1) return current;
  const rows = await db.monitorCheck.findMany({
    where: { monitor_id },
    orderBy: { id: "desc" },
    take: earlier,
    select: { ok: true, checked_at: true },
  });
  const succeeded = rows.findIndex(({ ok }) => ok);
  return (succeeded < 0 ? rows : rows.slice(0, succeeded)).at(-1)?.checked_at ?? current;
};
