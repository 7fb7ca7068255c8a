import { createHash } from "node:crypto";
import { newId } from "@/server/core/ids";
import type { Change } from "./change";
import { type Engine, transition } from "./engine";
import type { IncomingEvent, JobEvent } from "./wire";

/** A retry's events get the same ids, because the retry has the same seed as the original request. */
const idFromSeed = (seed: string, index: number): string =>
  createHash("sha256").update(`${seed} ${index}`).digest("hex").slice(0, 32);

const complete = (event: IncomingEvent, index: number, seed: string | null): JobEvent => ({
  ...event,
  id: event.id ?? (seed ? idFromSeed(seed, index) : newId()),
  ts: event.ts ?? Date.now(),
  data: event.data ?? {},
});

const keepUnseen = async ({ sql }: Change, events: readonly JobEvent[]): Promise<JobEvent[]> => {
  const unique = [...new Map(events.map((event) => [event.id, event])).values()];
  const rows = await sql.query<{ id: string }>(
    `insert into runner.event as seen (id, name) select id, name from unnest($1::text[], $2::text[]) as given(id, name)
     on conflict (id) do update set received_at = now() where seen.received_at < now() - interval '24 hours'
     returning id`,
    [unique.map(({ id }) => id), unique.map(({ name }) => name)],
  );
  const fresh = new Set(rows.map(({ id }) => id));
  return unique.filter(({ id }) => fresh.has(id));
};

/**
 * Stores and routes all events or none. Ignores an event whose id was received in the last 24 hours. Returns the ids in
 * the order of the events.
 */
export const ingestEvents = async (
  engine: Engine,
  incoming: readonly IncomingEvent[],
  seed: string | null,
): Promise<string[]> => {
  const events = incoming.map((event, index) => complete(event, index, seed));
  if (events.length === 0) return [];
  await transition(engine, async (change) => {
    change.events.push(...(await keepUnseen(change, events)));
  });
  engine.wake();
  return events.map(({ id }) => id);
};
