import { z } from "zod";
import { WebhookDeliveryStatus, WebhookDisabledReason } from "@/generated/prisma/enums";
import { Id, pageFields, Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";
import { testType, webhookTypes } from "./webhook-types";

export { webhookTypes };

export const WebhookType = z.enum(webhookTypes);
export type WebhookType = z.infer<typeof WebhookType>;

const Url = webAddress({ example: "https://example.org/hooks" }).describe(
  "https URL; http only for hosts that the operator allows in WEBHOOK_PRIVATE_HOSTS. Redirects aren't followed.",
);

const Events = z
  .array(WebhookType)
  .min(1, "Choose at least one event.")
  .max(50)
  .transform((types) => webhookTypes.filter((type) => types.includes(type)));

const Description = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, "Must not contain control characters.");

export const ListWebhooks = z.strictObject(pageFields);
export type ListWebhooks = z.infer<typeof ListWebhooks>;

export const WebhookId = z.strictObject({ id: Id });
export type WebhookId = z.infer<typeof WebhookId>;

export const AddWebhook = z.strictObject({ url: Url, events: Events, description: Description.optional() });
export type AddWebhook = z.infer<typeof AddWebhook>;

export const ChangeWebhook = z.strictObject({
  id: Id,
  url: Url.optional(),
  events: Events.optional(),
  description: Description.nullable().optional(),
  enabled: z.boolean().optional().describe("Set to true to enable a disabled webhook again."),
});
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

export const DisabledReason = z.enum(WebhookDisabledReason);
export type DisabledReason = z.infer<typeof DisabledReason>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(WebhookType),
  enabled: z.boolean(),
  disabled_at: Time.nullable(),
  disabled_reason: DisabledReason.nullable().describe(
    "by_hand: disabled by a person; failing: no delivery succeeded for five days; gone: the endpoint returned 410.",
  ),
  failing_since: Time.nullable().describe("Time of the first failed attempt since the last successful one."),
  previous_secret_until: Time.nullable().describe("Time until which events are also signed with the previous secret."),
  created_at: Time,
});
export type Webhook = z.input<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe("Signing secret (Standard Webhooks). Included only in this response."),
});
export type WebhookWithSecret = z.input<typeof WebhookWithSecret>;

export const RemovedWebhook = z.object({ id: Id });

export const DeliveryStatus = z.enum(WebhookDeliveryStatus);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const ListDeliveries = z.strictObject({ ...pageFields, id: Id, status: DeliveryStatus.optional() });
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryId = z.strictObject({ id: Id, delivery_id: Id });
export type DeliveryId = z.infer<typeof DeliveryId>;

export const Delivery = z.object({
  id: Id,
  event_id: Id.describe("Value of the webhook-id header; the same for every attempt and redelivery."),
  type: z.enum([...webhookTypes, testType]),
  status: DeliveryStatus,
  attempts: z.number().int(),
  http_status: z.number().int().nullable(),
  response_ms: z.number().int().nullable(),
  error: z.string().nullable(),
  last_attempt_at: Time.nullable(),
  created_at: Time,
});
export type Delivery = z.input<typeof Delivery>;

export const Try = z.object({
  at: z.iso.datetime(),
  http_status: z.number().int().nullable(),
  response_ms: z.number().int(),
  error: z.string().nullable(),
  answer: z.string().describe("First 1,000 characters of the response body."),
});
export type Try = z.infer<typeof Try>;

export const Payload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});
export type Payload = z.infer<typeof Payload>;

export const DeliveryDetails = Delivery.extend({
  payload: Payload.describe("Request body as sent."),
  tries: z.array(Try).describe("The latest 25 attempts, oldest first."),
});
export type DeliveryDetails = z.input<typeof DeliveryDetails>;
