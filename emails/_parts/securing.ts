import { emailsAccount } from "@/messages/texts/emails-account";

const { securing: texts } = emailsAccount;

/** Returns the button and note for emails about a change to how people sign in to an account. */
export const securing = (url: string) => ({ action: { label: texts.action, url }, note: texts.note });
