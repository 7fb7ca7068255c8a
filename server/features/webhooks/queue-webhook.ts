import { createHash } from "node:crypto";
import { webhookQueued } from "@/inngest/events";
import type { Db, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { testType, WebhookType } from "./webhook-types";

interface OutgoingWebhook {
  org_id: string;
  type: WebhookType;
  /** A function is called only when somebody listens; null is nothing to tell. */
  data: object | (() => Promise<object | null>);
  /** What happened and to what: the same key of an organisation and type is told once. */
  key: string;
}

/** The same for the same event, whoever asks: a UUID of version 8 (RFC 9562). */
const eventIdOf = ({ org_id, type, key }: OutgoingWebhook): string => {
  const hex = createHash("sha256")
    .update(JSON.stringify([org_id, type, key]))
    .digest("hex");
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...groups, hex.slice(20, 32)].join("-");
};

/** The body of every try, as Standard Webhooks has it. */
export const payloadOf = (type: WebhookType | typeof testType, data: object): object => ({
  type,
  timestamp: new Date().toISOString(),
  data,
});

/** Has a job deliver a stored delivery after the commit. */
export const emitDelivery = (
  { emit }: Pick<SystemCtx, "emit">,
  { id, endpoint_id, round }: { id: string; endpoint_id: string; round: number },
): void => emit(webhookQueued.create({ job_id: newId(), delivery_id: id, endpoint_id, round }));

/** Locked against being removed before the deliveries that refer to them are stored. */
const listeners = (db: Db, { org_id, type }: OutgoingWebhook): Promise<{ id: string }[]> => db.$queryRaw`
  SELECT id FROM webhook_endpoints
  WHERE org_id = ${org_id}::uuid AND disabled_at IS NULL AND ${type} = ANY(events) ORDER BY id FOR KEY SHARE`;

/**
 * Tells every enabled endpoint of the organisation that subscribed to the type, in the caller's transaction: once a key,
 * however often it is called. Jobs deliver after the commit.
 */
export const queueWebhook = async (ctx: SystemCtx, event: OutgoingWebhook): Promise<void> => {
  const { type, data } = event;
  const endpoints = await listeners(ctx.db, event);
  if (endpoints.length === 0) return;
  const told = typeof data === "function" ? await data() : data;
  if (!told) return;
  const [event_id, payload] = [eventIdOf(event), payloadOf(type, told)];
  const stored = await ctx.db.webhookDelivery.createManyAndReturn({
    data: endpoints.map(({ id }) => ({ id: newId(), endpoint_id: id, event_id, type, payload })),
    skipDuplicates: true,
    select: { id: true, endpoint_id: true, round: true },
  });
  for (const delivery of stored) emitDelivery(ctx, delivery);
};
