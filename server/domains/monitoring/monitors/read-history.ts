import type { Ctx } from "@/server/core/context";
import type { MonitorHistory, ReadHistory } from "./contract";
import { findMonitor } from "./find-monitor";

/** Maximum number of days that are shown by hour. */
const hourlyDays = 7;

interface Row {
  at: Date;
  checks: number;
  failures: number;
  answered: number;
  response_ms: bigint | number;
  slowest_ms: number;
}

/** Returns response times and failures over time, oldest first. Hours or days without checks are left out. */
export const readHistory = async (ctx: Ctx, { id, days }: ReadHistory): Promise<MonitorHistory> => {
  await findMonitor(ctx, id);
  const unit = days <= hourlyDays ? "hour" : "day";
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT (date_trunc(${unit}, hour AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS at, sum(checks)::int AS checks,
           sum(failures)::int AS failures, sum(answered)::int AS answered, sum(response_ms)::bigint AS response_ms,
           max(slowest_ms)::int AS slowest_ms
    FROM monitor_hours
    WHERE monitor_id = ${id}::uuid AND hour > now() - make_interval(days => ${days}::int)
    GROUP BY 1 ORDER BY 1`;
  const points = rows.map(({ at, checks, failures, answered, response_ms, slowest_ms }) => ({
    at,
    checks,
    failures,
    average_ms: answered > 0 ? Math.round(Number(response_ms) / answered) : null,
    slowest_ms: answered > 0 ? slowest_ms : null,
  }));
  return { unit, points };
};
