import { getDatabase } from "@/server/adapters/database";
import { createBatcher } from "./batcher";
import type { Beacon } from "./contract";

export type Event = Omit<Beacon, "site_key"> & { website_id: string };

/** The time is the database's, by which events are rolled up. */
const insert = `
  INSERT INTO rum_events (website_id, received_at, page, device, navigation_type, reduced_motion, forced_colours,
    lcp_ms, inp_ms, cls, fcp_ms, ttfb_ms)
  SELECT website_id, now(), page, device, navigation_type, reduced_motion, forced_colours,
    lcp_ms, inp_ms, cls, fcp_ms, ttfb_ms
  FROM jsonb_to_recordset($1::jsonb) AS event (website_id uuid, page text, device text, navigation_type text,
    reduced_motion boolean, forced_colours boolean,
    lcp_ms float8, inp_ms float8, cls float8, fcp_ms float8, ttfb_ms float8)`;

const writeEvents = async (events: Event[]): Promise<void> => {
  const { sql } = await getDatabase();
  await sql.query(insert, [JSON.stringify(events)]);
};

const options = { mostRows: 1_000, mostWaiting: 20_000, lingerMs: 20 };

// Next evaluates modules more than once in a process, and a process has one queue.
const globals = globalThis as typeof globalThis & { curbcutVisits?: ReturnType<typeof createBatcher<Event>> };

/** Stores an event with those that come at the same time; resolves after the commit. */
export const keepEvent = (event: Event): Promise<void> => {
  globals.curbcutVisits ??= createBatcher(writeEvents, options);
  return globals.curbcutVisits.add(event);
};
