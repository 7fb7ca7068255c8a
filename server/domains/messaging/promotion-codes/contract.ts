import { z } from "zod";
import { Id } from "@/server/core/schema";

const Words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(
    /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u,
    "Must not contain control characters or bidirectional formatting characters.",
  );

export const SendPromotionCode = z.strictObject({
  email: z.email().max(320).describe("Email address of the agency partner"),
  name: Words.describe("Name of the partner, used in the email's greeting"),
  company: Words.describe("Company or role of the partner, shown in the email"),
});
export type SendPromotionCode = z.infer<typeof SendPromotionCode>;

export const SentPromotionCode = z.object({
  code: z.string().describe("Single-use promotion code for the partner"),
  promotionCodeId: z.string().describe("ID of the promotion code at the payment provider"),
  messageId: Id,
});
export type SentPromotionCode = z.infer<typeof SentPromotionCode>;
