export { queueWebhook } from "./queue-webhook";
