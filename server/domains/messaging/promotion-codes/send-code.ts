import type { NewCode } from "@/server/adapters/payments/port";
import type { AnonymousCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { queueEmail } from "../delivery";
import type { SendPromotionCode, SentPromotionCode } from "./contract";

/** Stores a code that the provider created and emails it to the partner. */
export const sendCode = async (
  ctx: AnonymousCtx,
  { email, name, company }: SendPromotionCode,
  { id: provider_id, code }: NewCode,
): Promise<SentPromotionCode> => {
  const message_id = await queueEmail(ctx, { to: email, template: "agency-coupon", data: { name, company, code } });
  await ctx.db.promotionCode.create({ data: { id: newId(), email, name, company, code, provider_id, message_id } });
  return { code, promotionCodeId: provider_id, messageId: message_id };
};
