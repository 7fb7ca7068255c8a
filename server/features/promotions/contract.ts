import { z } from "zod";
import { Id } from "@/server/core/schema";

const Words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u, "Leave out control characters and direction marks.");

export const SendPromotionCode = z.strictObject({
  email: z.email().max(320).describe("The agency partner's address"),
  name: Words.describe("Whom the mail greets"),
  company: Words.describe("The partner's company or role, as the mail names it"),
});
export type SendPromotionCode = z.infer<typeof SendPromotionCode>;

export const SentPromotionCode = z.object({
  code: z.string().describe("What the partner types in; works once"),
  promotionCodeId: z.string().describe("The payment provider's id of the code"),
  messageId: Id,
});
export type SentPromotionCode = z.infer<typeof SentPromotionCode>;
