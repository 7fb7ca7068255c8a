import { createHash } from "node:crypto";
import type { Db, SystemCtx } from "@/server/core/context";
import { webhookQueued } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import type { testType, WebhookType } from "./webhook-types";

interface OutgoingWebhook {
  org_id: string;
  type: WebhookType;
  /**
   * The event's data, or a function that returns it. The function is called only if an endpoint is subscribed; if it
   * returns null, nothing is sent.
   */
  data: object | (() => Promise<object | null>);
  /** Identifies the event. For each organisation and type, events with the same key are sent only once. */
  key: string;
}

/** Returns a key that stays the same if the same event is emitted twice. */
const eventKeyOf = ({ org_id, type, key }: OutgoingWebhook): string =>
  createHash("sha256")
    .update(JSON.stringify([org_id, type, key]))
    .digest("base64url");

/** Returns the id that an earlier call used for the same event, or a new id. */
const eventIdOf = async (db: Db, event_key: string): Promise<string> => {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${event_key}, 0))::text`;
  const known = await db.webhookDelivery.findFirst({ where: { event_key }, select: { event_id: true } });
  return known?.event_id ?? newId();
};

/** Returns the body to send in every attempt, as defined by Standard Webhooks. */
export const payloadOf = (type: WebhookType | typeof testType, data: object): object => ({
  type,
  timestamp: new Date().toISOString(),
  data,
});

/** Emits an event for a stored delivery. The event starts the delivery's job after the commit. */
export const emitDelivery = (
  { emit }: Pick<SystemCtx, "emit">,
  { id, endpoint_id, round }: { id: string; endpoint_id: string; round: number },
): void => emit(webhookQueued.create({ job_id: newId(), delivery_id: id, endpoint_id, round }));

/** Returns the subscribed endpoints, locked against deletion until their deliveries are stored. */
const listeners = (db: Db, { org_id, type }: OutgoingWebhook): Promise<{ id: string }[]> => db.$queryRaw`
  SELECT id FROM webhook_endpoints
  WHERE org_id = ${org_id}::uuid AND disabled_at IS NULL AND ${type} = ANY(events) ORDER BY id FOR KEY SHARE`;

/**
 * Queues an event, in the caller's transaction, for all of the organisation's enabled endpoints that subscribe to its
 * type. An event with the same key is queued only once. Jobs deliver it after the commit.
 */
export const queueWebhook = async (ctx: SystemCtx, event: OutgoingWebhook): Promise<void> => {
  const { type, data } = event;
  const endpoints = await listeners(ctx.db, event);
  if (endpoints.length === 0) return;
  const told = typeof data === "function" ? await data() : data;
  if (!told) return;
  const event_key = eventKeyOf(event);
  const [event_id, payload] = [await eventIdOf(ctx.db, event_key), payloadOf(type, told)];
  const stored = await ctx.db.webhookDelivery.createManyAndReturn({
    data: endpoints.map(({ id }) => ({ id: newId(), endpoint_id: id, event_id, event_key, type, payload })),
    skipDuplicates: true,
    select: { id: true, endpoint_id: true, round: true },
  });
  for (const delivery of stored) emitDelivery(ctx, delivery);
};
