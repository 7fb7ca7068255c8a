import type { WebhookDelivery, WebhookEndpoint } from "@/server/adapters/database/generated/client";
import type { Ctx, Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { Delivery, DeliveryDetails, DeliveryStatus, DisabledReason, Webhook, WebhookType } from "./contract";
import { Payload, Try } from "./contract";

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

/** Without its secret. */
export const presentWebhook = (row: WebhookEndpoint): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as WebhookType[],
  enabled: row.disabled_at === null,
  disabled_at: row.disabled_at,
  disabled_reason: row.disabled_reason as DisabledReason | null,
  failing_since: row.failing_since,
  previous_secret_until: row.previous_until && row.previous_until > new Date() ? row.previous_until : null,
  created_at: row.created_at,
});

export const presentDelivery = (row: Omit<WebhookDelivery, "payload" | "tries" | "round">): Delivery => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type as WebhookType,
  status: row.status as DeliveryStatus,
  attempts: row.attempts,
  http_status: row.http_status,
  response_ms: row.response_ms,
  error: row.error,
  last_attempt_at: row.last_attempt_at,
  created_at: row.created_at,
});

export const presentDetails = (row: WebhookDelivery): DeliveryDetails => ({
  ...presentDelivery(row),
  payload: Payload.parse(row.payload),
  tries: Try.array().parse(row.tries),
});
