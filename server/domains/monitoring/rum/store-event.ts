import { getDatabase } from "@/server/adapters/database";
import { oncePerProcess } from "@/server/core/process-wide";
import { createBatcher } from "./batcher";
import type { Beacon } from "./contract";

export type Event = Omit<Beacon, "site_key"> & { website_id: string };

/** Uses the database's clock, because events are rolled up by that clock. */
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

/** Stores an event, batched with others that arrive at the same time. Resolves after the commit. */
export const storeEvent = (event: Event): Promise<void> =>
  oncePerProcess("rum-events", () => createBatcher(writeEvents, options)).add(event);
