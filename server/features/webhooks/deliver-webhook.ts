import { getDatabase } from "@/server/adapters/database";
import type { WebhookDelivery, WebhookEndpoint } from "@/server/adapters/database/generated/client";
import type { SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { inTransaction } from "@/server/core/transaction";
import { Payload, Try } from "./contract";
import { disableEndpoint } from "./disable-endpoint";
import { type Answer, postWebhook } from "./post-webhook";
import { signedHeaders } from "./secrets";
import { testType } from "./webhook-types";

/** Of a delivery that is sent again and again the last tries are kept. */
const keptTries = 25;
/** An endpoint at which nothing arrived for so long is disabled when the next delivery to it is given up. */
const patienceDays = 5;

export interface DeliveryRound {
  delivery_id: string;
  round: number;
}

type Waiting = WebhookDelivery & { endpoint: WebhookEndpoint };

/** Null when there is nothing left to do: it has ended, was removed, or another round took over. */
const findWaiting = async ({ delivery_id: id, round }: DeliveryRound): Promise<Waiting | null> => {
  const { prisma } = await getDatabase();
  return prisma.webhookDelivery.findFirst({ where: { id, round, status: "pending" }, include: { endpoint: true } });
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

/** A round that took over meanwhile keeps its state; the try is written down all the same. */
const record = (delivery: Waiting, { retry_after_seconds: _, ...answer }: Answer) =>
  inTransaction(async (ctx) => {
    const { id, round, endpoint_id } = delivery;
    // First, as who removes the endpoint locks it first too.
    await ctx.db.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${endpoint_id}::uuid FOR NO KEY UPDATE`;
    const [present] = await ctx.db.$queryRaw<{ tries: unknown }[]>`
      SELECT tries FROM webhook_deliveries WHERE id = ${id}::uuid FOR UPDATE`;
    if (!present) return;
    const at = new Date();
    const tries = [...Try.array().parse(present.tries), { at: at.toISOString(), ...answer }].slice(-keptTries);
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
  const { prisma } = await getDatabase();
  await prisma.webhookDelivery.updateMany({
    where: { id, round, status: "pending" },
    data: { status: "failed", ...(error ? { error } : {}) },
  });
};

/**
 * Tries a delivery once. Throws `upstream_failed`, with what it says about another try, until it has arrived; a receiver
 * may get it more than once, always under the same id. Does nothing to one that has ended.
 */
export const tryDelivery = async (wanted: DeliveryRound): Promise<void> => {
  const delivery = await findWaiting(wanted);
  if (!delivery) return;
  const { endpoint, event_id, type, payload } = delivery;
  if (endpoint.disabled_at && type !== testType) return close(wanted, "The webhook was disabled.");
  const body = JSON.stringify(Payload.parse(payload));
  const answer = await postWebhook(endpoint.url, await signedHeaders(endpoint, event_id, body), body);
  await record(delivery, answer);
  if (answer.error === null) return;
  const { http_status: status, retry_after_seconds } = answer;
  const retryable = outcomeOf(delivery, answer) === "pending";
  throw new AppError("upstream_failed", answer.error, {
    retryable,
    status,
    ...(retryable && retry_after_seconds !== undefined ? { retry_after_seconds } : {}),
  });
};

/** Gives a delivery up; an endpoint at which nothing has arrived for five days is disabled with it. */
export const giveUpDelivery = async (wanted: DeliveryRound): Promise<void> => {
  const { prisma } = await getDatabase();
  const delivery = await prisma.webhookDelivery.findUnique({
    where: { id: wanted.delivery_id },
    include: { endpoint: true },
  });
  if (!delivery) return;
  await close(wanted);
  const { failing_since } = delivery.endpoint;
  if (delivery.type === testType || !failing_since) return;
  if (Date.now() - failing_since.getTime() < patienceDays * 86_400_000) return;
  await inTransaction((ctx) => disableEndpoint(ctx, delivery.endpoint_id, "failing"));
};
