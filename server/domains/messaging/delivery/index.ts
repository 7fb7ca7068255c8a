export { deliverMail, failMail } from "./deliver-mail";
export { applyReports } from "./delivery-state";
export { notifyChat, notifyLead, postChat, postLead } from "./notify-chat";
export { type EmailLayout, queueMail, storeMail, supportContact } from "./queue-mail";
