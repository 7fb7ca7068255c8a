export { deliverMail, failMail } from "./deliver-mail";
export { forgetMails } from "./forget-mails";
export { applyReports } from "./delivery-state";
export { announceLead, notifyChat, postChat } from "./notify-chat";
export { type Letter, queueMail, storeMail } from "./queue-mail";
