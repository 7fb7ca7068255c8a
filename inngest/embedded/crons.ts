import type { SqlDatabase } from "@/server/adapters/database/port";
import { type Engine, transition } from "./engine";
import type { Registry } from "./registry";
import { createRuns } from "./runs";
import { nextTick } from "./time";
import type { JobEvent } from "./wire";

interface Tick {
  fn_id: string;
  line: string;
  next_at: Date;
}

/**
 * Stores the functions' cron expressions and deletes obsolete ones. Existing cron expressions keep their next due time,
 * so that a single run replaces all missed runs.
 */
export const storeCrons = (database: SqlDatabase, registry: Registry): Promise<void> =>
  database.transaction(async (sql) => {
    const crons = registry.crons();
    for (const { fn_id, line } of crons)
      await sql.query("insert into runner.cron (fn_id, line, next_at) values ($1, $2, $3) on conflict do nothing", [
        fn_id,
        line,
        nextTick(line),
      ]);
    await sql.query("delete from runner.cron where not (fn_id || ' ' || line = any($1::text[]))", [
      crons.map(({ fn_id, line }) => `${fn_id} ${line}`),
    ]);
  });

const timerEvent = ({ fn_id, line, next_at }: Tick): JobEvent => ({
  id: `${fn_id} ${line} ${next_at.toISOString()}`,
  name: "inngest/scheduled.timer",
  ts: next_at.getTime(),
  data: { cron: line },
});

/** Starts the scheduled runs that are due. Returns the time of the next one, or null if no runs are scheduled. */
export const tickCrons = (engine: Engine): Promise<Date | null> =>
  transition(engine, async (change) => {
    const ticks = await change.sql.query<Tick>(
      "select fn_id, line, next_at from runner.cron where next_at <= now() for update skip locked",
    );
    for (const tick of ticks) {
      const config = engine.registry.functions.get(tick.fn_id);
      const event = timerEvent(tick);
      if (config) await createRuns(change, [{ config, event, key: event.id }]);
      await change.sql.query("update runner.cron set next_at = $3 where fn_id = $1 and line = $2", [
        tick.fn_id,
        tick.line,
        nextTick(tick.line),
      ]);
    }
    const [next] = await change.sql.query<{ at: Date | null }>("select min(next_at) as at from runner.cron");
    return next?.at ?? null;
  });
