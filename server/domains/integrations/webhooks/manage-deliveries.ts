import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { toPage } from "@/server/core/schema";
import type { Delivery, DeliveryDetails, DeliveryId, ListDeliveries, WebhookId } from "./contract";
import { emitDelivery, payloadOf } from "./queue-webhook";
import { findDelivery, findEndpoint, toDeliveryOutput, toDetailsOutput } from "./webhook-output";
import { testType } from "./webhook-types";

/** Lists deliveries, newest first. */
export const listDeliveries = async (
  ctx: Ctx,
  { id, status, limit, cursor }: ListDeliveries,
): Promise<{ items: Delivery[]; next_cursor: string | null }> => {
  await findEndpoint(ctx, id);
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { endpoint_id: id, ...(status ? { status } : {}), ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
    omit: { payload: true, tries: true },
  });
  return toPage(rows.map(toDeliveryOutput), limit);
};

export const getDelivery = async (ctx: Ctx, { id, delivery_id }: DeliveryId): Promise<DeliveryDetails> => {
  await findEndpoint(ctx, id);
  return toDetailsOutput(await findDelivery(ctx.db, id, delivery_id));
};

/** Sends an event again with the same id and the full number of attempts. Cancels attempts that are still pending. */
export const redeliver = async (ctx: Ctx, { id, delivery_id }: DeliveryId): Promise<Delivery> => {
  const endpoint = await findEndpoint(ctx, id);
  await findDelivery(ctx.db, id, delivery_id);
  if (endpoint.disabled_at) throw new AppError("conflict", "This webhook is disabled. Enable it first.");
  const row = await ctx.db.webhookDelivery.update({
    where: { id: delivery_id },
    data: { status: "pending", round: { increment: 1 } },
  });
  emitDelivery(ctx, row);
  return toDeliveryOutput(row);
};

/** Sends a test event with a single attempt, even to a disabled endpoint, to show whether the endpoint works again. */
export const sendTest = async (ctx: Ctx, { id }: WebhookId): Promise<Delivery> => {
  const endpoint = await findEndpoint(ctx, id);
  const payload = payloadOf(testType, { webhook_id: id, sent_by: ctx.user_id });
  const row = await ctx.db.webhookDelivery.create({
    data: { id: newId(), endpoint_id: endpoint.id, event_id: newId(), type: testType, payload },
  });
  emitDelivery(ctx, row);
  return toDeliveryOutput(row);
};
