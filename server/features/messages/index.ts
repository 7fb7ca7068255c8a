export { deliverMail, failMail } from "./deliver-mail";
export { forgetMails } from "./forget-mails";
export { announceLead, notifyChat, postChat } from "./notify-chat";
export { type Letter, queueMail, storeMail } from "./queue-mail";
