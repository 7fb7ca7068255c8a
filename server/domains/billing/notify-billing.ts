import { formatMoney } from "@/emails/_parts/format";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { type EmailContent, notifyChat } from "@/server/domains/messaging/delivery";
import { emailBillingContacts } from "./plans";

export interface Organisation {
  id: string;
  name: string;
  plan: string;
}

export const billingPage = (): string => `${env.BASE_URL}/service/billing`;

export const money = (amount: number, currency: string): string => formatMoney(amount, currency);

/**
 * Emails the billing contacts and posts to the operator's chat. The caller must hold the organisation's lock and report
 * only what it has just stored for the first time, so that no notification is sent twice.
 */
export const notifyBilling = async (
  ctx: SystemCtx,
  { id, name }: Organisation,
  { emails = [], key, line }: { emails?: readonly EmailContent[]; key?: string; line: string },
): Promise<void> => {
  for (const email of emails) await emailBillingContacts(ctx, id, email, key ? `${key}/${email.template}` : undefined);
  notifyChat(ctx, `${name}: ${line}`);
};
