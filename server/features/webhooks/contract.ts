import { z } from "zod";
import { Id, pageFields, Time } from "@/server/core/schema";
import { testType, webhookTypes } from "./webhook-types";

export { webhookTypes };

export const WebhookType = z.enum(webhookTypes);
export type WebhookType = z.infer<typeof WebhookType>;

const Url = z
  .url({ protocol: /^https?$/, error: "Give a web address such as https://example.org/hooks." })
  .max(2_000)
  .describe("https; http only for hosts in SCAN_PRIVATE_HOSTS. Redirects are not followed.");

const Events = z
  .array(WebhookType)
  .min(1, "Choose one event at least.")
  .max(50)
  .transform((types) => webhookTypes.filter((type) => types.includes(type)));

const Description = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, "Leave out control characters.");

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
  enabled: z.boolean().optional().describe("true lets a disabled one begin anew."),
});
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

export const DisabledReason = z.enum(["by_hand", "failing", "gone"]);
export type DisabledReason = z.infer<typeof DisabledReason>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(WebhookType),
  enabled: z.boolean(),
  disabled_at: Time.nullable(),
  disabled_reason: DisabledReason.nullable().describe(
    "by_hand; failing: nothing arrived for five days; gone: it answered 410.",
  ),
  failing_since: Time.nullable().describe("The first try that failed since the last one that arrived."),
  previous_secret_until: Time.nullable().describe("Until then the secret before the last rotation signs too."),
  created_at: Time,
});
export type Webhook = z.input<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe("Shown in this answer only. Signs by Standard Webhooks."),
});
export type WebhookWithSecret = z.input<typeof WebhookWithSecret>;

export const RemovedWebhook = z.object({ id: Id });

export const DeliveryStatus = z.enum(["pending", "delivered", "failed"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const ListDeliveries = z.strictObject({ ...pageFields, id: Id, status: DeliveryStatus.optional() });
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryId = z.strictObject({ id: Id, delivery_id: Id });
export type DeliveryId = z.infer<typeof DeliveryId>;

export const Delivery = z.object({
  id: Id,
  event_id: Id.describe("The header webhook-id: the same at every try and redelivery."),
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
  answer: z.string().describe("The first thousand characters of the answer's body."),
});
export type Try = z.infer<typeof Try>;

export const Payload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});
export type Payload = z.infer<typeof Payload>;

export const DeliveryDetails = Delivery.extend({
  payload: Payload.describe("The body as it is sent."),
  tries: z.array(Try).describe("The latest 25, the first one first."),
});
export type DeliveryDetails = z.input<typeof DeliveryDetails>;
