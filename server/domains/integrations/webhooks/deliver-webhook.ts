import type { WebhookDelivery, WebhookEndpoint } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import type { SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { Payload, Try } from "./contract";
import { disableEndpoint } from "./disable-endpoint";
import { type Answer, postWebhook } from "./post-webhook";
import { signedHeaders } from "./secrets";
import { testType } from "./webhook-types";

/** Maximum number of attempts stored per delivery. If a delivery is resent often, its oldest attempts are deleted. */
const keptTries = 25;
/** An endpoint whose attempts have all failed for this many days is disabled when another delivery fails. */
const patienceDays = 5;

export interface DeliveryRound {
  delivery_id: string;
  round: number;
}

type Waiting = WebhookDelivery & { endpoint: WebhookEndpoint };

/**
 * Returns a pending delivery with its endpoint, or null if nothing is left to do: the delivery has ended, was deleted,
 * or has a newer round.
 */
const findWaiting = async ({ delivery_id: id, round }: DeliveryRound): Promise<Waiting | null> => {
  const db = await getUnscopedDb();
  return db.webhookDelivery.findFirst({ where: { id, round, status: "pending" }, include: { endpoint: true } });
};

const outcomeOf = ({ type }: WebhookDelivery, { http_status, error }: Answer): "delivered" | "failed" | "pending" => {
  if (error === null) return "delivered";
  return http_status === 410 || type === testType ? "failed" : "pending";
};

const noteOnEndpoint = async ({ db }: SystemCtx, { type, endpoint_id }: WebhookDelivery, arrived: boolean) => {
  if (arrived)
    await db.webhookEndpoint.updateMany({
      where: { id: endpoint_id, failing_since: { not: null } },
      data: { failing_since: null },
    });
  else if (type !== testType)
    await db.webhookEndpoint.updateMany({
      where: { id: endpoint_id, failing_since: null },
      data: { failing_since: new Date() },
    });
};

/** Records an attempt. If a newer round has started, the delivery's status doesn't change. */
const record = (delivery: Waiting, { retry_after_seconds: _, ...answer }: Answer) =>
  inUnscopedTransaction(async (ctx) => {
    const { id, round, endpoint_id } = delivery;
    // Locks the endpoint before the delivery, in the same order as when an endpoint is deleted, to prevent deadlocks.
    await ctx.db.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${endpoint_id}::uuid FOR NO KEY UPDATE`;
    const [current] = await ctx.db.$queryRaw<{ tries: unknown }[]>`
      SELECT tries FROM webhook_deliveries WHERE id = ${id}::uuid FOR UPDATE`;
    if (!current) return;
    const at = new Date();
    const tries = [...Try.array().parse(current.tries), { at: at.toISOString(), ...answer }].slice(-keptTries);
    const { http_status, response_ms, error } = answer;
    await ctx.db.webhookDelivery.update({
      where: { id },
      data: { attempts: { increment: 1 }, tries, http_status, response_ms, error, last_attempt_at: at },
    });
    await ctx.db.webhookDelivery.updateMany({ where: { id, round }, data: { status: outcomeOf(delivery, answer) } });
    await noteOnEndpoint(ctx, delivery, error === null);
    if (http_status === 410) await disableEndpoint(ctx, endpoint_id, "gone");
  });

const close = async ({ delivery_id: id, round }: DeliveryRound, error?: string): Promise<void> => {
  const db = await getUnscopedDb();
  await db.webhookDelivery.updateMany({
    where: { id, round, status: "pending" },
    data: { status: "failed", ...(error ? { error } : {}) },
  });
};

/**
 * Attempts a delivery once. A receiver may get the same delivery more than once, always with the same id. Throws
 * `upstream_failed`, with the receiver's retry hint, if there will be a retry. Does nothing if the delivery has ended.
 */
export const tryDelivery = async (wanted: DeliveryRound): Promise<void> => {
  const delivery = await findWaiting(wanted);
  if (!delivery) return;
  const { endpoint, event_id, type, payload } = delivery;
  if (endpoint.disabled_at && type !== testType) return close(wanted, "The webhook was disabled.");
  const body = JSON.stringify(Payload.parse(payload));
  const answer = await postWebhook(endpoint.url, await signedHeaders(endpoint, event_id, body), body);
  await record(delivery, answer);
  if (answer.error === null || outcomeOf(delivery, answer) !== "pending") return;
  const { http_status: status, retry_after_seconds } = answer;
  throw new AppError("upstream_failed", answer.error, {
    retryable: true,
    status,
    ...(retry_after_seconds === undefined ? {} : { retry_after_seconds }),
  });
};

/** Marks a delivery as failed, and disables its endpoint if all attempts have failed for five days. */
export const failDelivery = async (wanted: DeliveryRound): Promise<void> => {
  const db = await getUnscopedDb();
  const delivery = await db.webhookDelivery.findUnique({
    where: { id: wanted.delivery_id },
    include: { endpoint: true },
  });
  if (!delivery) return;
  await close(wanted);
  const { failing_since } = delivery.endpoint;
  if (delivery.type === testType || !failing_since) return;
  if (Date.now() - failing_since.getTime() < patienceDays * 86_400_000) return;
  await inUnscopedTransaction((ctx) => disableEndpoint(ctx, delivery.endpoint_id, "failing"));
};
