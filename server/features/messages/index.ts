export { notifyChat } from "./notify-chat";
export { type OutgoingMail, queueMail } from "./queue-mail";
