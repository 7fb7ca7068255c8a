export { giveUpDelivery, tryDelivery } from "./deliver-webhook";
export { forgetDeliveries } from "./forget-deliveries";
export { queueWebhook } from "./queue-webhook";
