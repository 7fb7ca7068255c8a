export { deliverMail, failMail } from "./deliver-mail";
export { announceLead, notifyChat, postChat } from "./notify-chat";
export { type Letter, queueMail, storeMail } from "./queue-mail";
