export { deliverMail, failMail } from "./deliver-mail";
export { applyReports } from "./delivery-state";
export { forgetMails } from "./forget-mails";
export { announceLead, notifyChat, postChat, postLead } from "./notify-chat";
export { type Letter, queueMail, storeMail } from "./queue-mail";
