export { failDelivery, tryDelivery } from "./deliver-webhook";
export { queueWebhook } from "./queue-webhook";
