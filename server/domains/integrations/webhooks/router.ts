import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { checkAddress, checkNewAddress } from "./check-address";
import {
  AddWebhook,
  ChangeWebhook,
  Delivery,
  DeliveryDetails,
  DeliveryId,
  ListDeliveries,
  ListWebhooks,
  RemovedWebhook,
  Webhook,
  WebhookId,
  WebhookWithSecret,
} from "./contract";
import { getDelivery, listDeliveries, redeliver, sendTest } from "./manage-deliveries";
import { addWebhook, changeWebhook, getWebhook, listWebhooks, removeWebhook, rotateSecret } from "./manage-endpoints";

const reading = { access: "org.read", limit: "read" } as const;
const writing = { access: "org.write", limit: "write" } as const;

export const webhooksRouter = router({
  list: query({
    rest: "GET /api/webhooks/",
    summary: "List webhooks",
    ...reading,
    input: ListWebhooks,
    output: pageOf(Webhook),
    run: listWebhooks,
  }),
  add: mutation({
    rest: "POST /api/webhooks/",
    summary: "Create a webhook; only this response contains the signing secret",
    ...writing,
    audit: "webhook.add",
    status: 201,
    input: AddWebhook,
    output: WebhookWithSecret,
    errors: ["conflict"],
    outside: checkAddress,
    run: addWebhook,
  }),
  get: query({
    rest: "GET /api/webhooks/{id}/",
    summary: "Get a webhook",
    ...reading,
    input: WebhookId,
    output: Webhook,
    run: getWebhook,
  }),
  change: mutation({
    rest: "PATCH /api/webhooks/{id}/",
    summary: "Update, enable or disable a webhook",
    ...writing,
    audit: "webhook.change",
    input: ChangeWebhook,
    output: Webhook,
    outside: checkNewAddress,
    run: changeWebhook,
  }),
  remove: mutation({
    rest: "DELETE /api/webhooks/{id}/",
    summary: "Delete a webhook and its deliveries",
    ...writing,
    audit: "webhook.remove",
    input: WebhookId,
    output: RemovedWebhook,
    run: removeWebhook,
  }),
  rotateSecret: mutation({
    rest: "POST /api/webhooks/{id}/rotate-secret/",
    summary: "Rotate the signing secret; events are also signed with the previous one for a day",
    ...writing,
    audit: "webhook.rotate_secret",
    input: WebhookId,
    output: WebhookWithSecret,
    run: rotateSecret,
  }),
  test: mutation({
    rest: "POST /api/webhooks/{id}/test/",
    summary: "Send a webhook.test event, without retries",
    ...writing,
    audit: "webhook.test",
    status: 202,
    input: WebhookId,
    output: Delivery,
    run: sendTest,
  }),
  deliveries: query({
    rest: "GET /api/webhooks/{id}/deliveries/",
    summary: "List the deliveries of a webhook, newest first",
    ...reading,
    input: ListDeliveries,
    output: pageOf(Delivery),
    run: listDeliveries,
  }),
  delivery: query({
    rest: "GET /api/webhooks/{id}/deliveries/{delivery_id}/",
    summary: "Get a delivery with its payload and attempts",
    ...reading,
    input: DeliveryId,
    output: DeliveryDetails,
    run: getDelivery,
  }),
  redeliver: mutation({
    rest: "POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver/",
    summary: "Redeliver an event, keeping its ID",
    ...writing,
    audit: "webhook.redeliver",
    status: 202,
    input: DeliveryId,
    output: Delivery,
    errors: ["conflict"],
    run: redeliver,
  }),
});
