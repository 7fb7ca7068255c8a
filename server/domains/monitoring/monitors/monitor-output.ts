import type { UptimeMonitorSettings as Row } from "@/generated/prisma/client";
import type { Ctx, Db } from "@/server/core/context";
import { daysUntil } from "./checker/assess-check";
import { Monitor } from "./contract";

const dayMs = 86_400_000;
const periods = { uptime_24h: dayMs, uptime_30d: 30 * dayMs } as const;

interface Stretch {
  monitor_id: string;
  started_at: Date;
  ended_at: Date | null;
}

/**
 * Returns the percentage of the time in a period that was free of incidents, or null before the first check. The period
 * starts no earlier than the monitor's creation. The result is rounded down: 100 means no downtime.
 */
const uptimeOf = ({ created_at, status }: Row, incidents: readonly Stretch[], ms: number): number | null => {
  if (status === "pending" && incidents.length === 0) return null;
  const now = Date.now();
  const since = Math.max(now - ms, created_at.getTime());
  const down = incidents.reduce((sum, { started_at, ended_at }) => {
    const end = ended_at?.getTime() ?? now;
    return sum + Math.max(0, end - Math.max(since, started_at.getTime()));
  }, 0);
  const share = 1 - down / Math.max(1, now - since);
  return Math.floor(Math.max(0, share) * 100_000) / 1_000;
};

const readIncidents = async (
  db: Db,
  org_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stretch[]>> => {
  const since = new Date(Date.now() - periods.uptime_30d);
  const rows = await db.monitorIncident.findMany({
    where: { org_id, monitor_id: { in: [...ids] }, OR: [{ ended_at: null }, { ended_at: { gt: since } }] },
    select: { monitor_id: true, started_at: true, ended_at: true },
  });
  const byMonitor = new Map<string, Stretch[]>();
  for (const row of rows) byMonitor.set(row.monitor_id, [...(byMonitor.get(row.monitor_id) ?? []), row]);
  return byMonitor;
};

/** Returns the monitors with a maintenance window that is active now; `null` stands for the whole organisation. */
const readWindows = async (db: Db, org_id: string): Promise<ReadonlySet<string | null>> => {
  const now = new Date();
  const rows = await db.maintenanceWindow.findMany({
    where: { org_id, ends_at: { gt: now }, starts_at: { lte: now } },
    select: { monitor_id: true },
  });
  return new Set(rows.map(({ monitor_id }) => monitor_id));
};

/** Converts monitors of the caller's organisation to API output. */
export const toMonitorOutputs = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  rows: readonly Row[],
): Promise<Monitor[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const incidents = await readIncidents(db, org_id, ids);
  const windows = await readWindows(db, org_id);
  return rows.map((row) => {
    const { org_id: _, next_check_at: __, certificate_warned: ___, paused_at, ...shown } = row;
    const own = incidents.get(row.id) ?? [];
    return {
      ...shown,
      method: row.method,
      channels: Monitor.shape.channels.parse(row.channels),
      status: row.status,
      paused: paused_at !== null,
      in_maintenance: windows.has(null) || windows.has(row.id),
      certificate_days_left: row.certificate_expires_at && daysUntil(row.certificate_expires_at, new Date()),
      uptime_24h: uptimeOf(row, own, periods.uptime_24h),
      uptime_30d: uptimeOf(row, own, periods.uptime_30d),
    };
  });
};
