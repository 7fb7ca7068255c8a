import type { WebhookDelivery, WebhookEndpoint } from "@/generated/prisma/client";
import type { Ctx, Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { Delivery, type DeliveryDetails, Payload, Try, type Webhook, WebhookType } from "./contract";

export const findEndpoint = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  id: string,
): Promise<WebhookEndpoint> => {
  const row = await db.webhookEndpoint.findFirst({ where: { id, org_id } });
  if (!row) throw notFound("webhook", id);
  return row;
};

export const findDelivery = async (db: Db, endpoint_id: string, id: string): Promise<WebhookDelivery> => {
  const row = await db.webhookDelivery.findFirst({ where: { id, endpoint_id } });
  if (!row) throw notFound("delivery", id);
  return row;
};

/** Converts an endpoint to API output, without its secret. */
export const toWebhookOutput = (row: WebhookEndpoint): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: WebhookType.array().parse(row.events),
  enabled: row.disabled_at === null,
  disabled_at: row.disabled_at,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since,
  previous_secret_until: row.previous_until && row.previous_until > new Date() ? row.previous_until : null,
  created_at: row.created_at,
});

export const toDeliveryOutput = (row: Omit<WebhookDelivery, "payload" | "tries" | "round">): Delivery => ({
  id: row.id,
  event_id: row.event_id,
  type: Delivery.shape.type.parse(row.type),
  status: row.status,
  attempts: row.attempts,
  http_status: row.http_status,
  response_ms: row.response_ms,
  error: row.error,
  last_attempt_at: row.last_attempt_at,
  created_at: row.created_at,
});

export const toDetailsOutput = (row: WebhookDelivery): DeliveryDetails => ({
  ...toDeliveryOutput(row),
  payload: Payload.parse(row.payload),
  tries: Try.array().parse(row.tries),
});
