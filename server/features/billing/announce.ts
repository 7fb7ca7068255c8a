import { formatMoney } from "@/emails/_parts/format";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { type Letter, notifyChat } from "@/server/features/messages";
import { mailPayers } from "@/server/features/plans";

export interface Organisation {
  id: string;
  name: string;
  plan: string;
}

export const billingPage = (): string => `${env.BASE_URL}/service/billing`;

export const money = (amount: number, currency: string): string => formatMoney(amount, currency);

/**
 * Tells those who pay, and the team's chat. Callers hold the organisation's lock and tell of what they have just
 * stored for the first time, so each is told once.
 */
export const announce = async (
  ctx: SystemCtx,
  { id, name }: Organisation,
  { letters = [], key, line }: { letters?: readonly Letter[]; key?: string; line: string },
): Promise<void> => {
  for (const letter of letters) await mailPayers(ctx, id, letter, key ? `${key}/${letter.template}` : undefined);
  notifyChat(ctx, `${name}: ${line}`);
};
