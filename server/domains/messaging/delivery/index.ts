export { deliverEmail, failEmail } from "./deliver-email";
export { applyReports } from "./delivery-state";
export { waitForChat } from "./limit-chat";
export { notifyChat, notifyLead, postChat, postLead } from "./notify-chat";
export { type EmailContent, queueEmail, storeEmail, supportContact } from "./queue-email";
