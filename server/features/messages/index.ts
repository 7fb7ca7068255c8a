export { deliverMail, failMail } from "./deliver-mail";
export { announceLead, notifyChat, postChat } from "./notify-chat";
export { queueMail, storeMail } from "./queue-mail";
