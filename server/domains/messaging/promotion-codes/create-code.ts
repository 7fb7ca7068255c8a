import { getPayments } from "@/server/adapters/payments";
import type { NewCode } from "@/server/adapters/payments/port";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import type { SendPromotionCode } from "./contract";

const agencyCoupon = (): string => {
  if (env.STRIPE_AGENCY_COUPON_ID) return env.STRIPE_AGENCY_COUPON_ID;
  const message = "Promotion codes aren't configured. Set STRIPE_AGENCY_COUPON_ID; see docs/configuration.md.";
  throw new AppError("not_configured", message);
};

/**
 * Creates a single-use code at the payment provider. Only one code is created per key and coupon; the same key with a
 * different coupon creates a new one.
 */
export const createCode = async ({ email, company }: SendPromotionCode, key: string): Promise<NewCode> => {
  const payments = getPayments();
  const coupon = agencyCoupon();
  const metadata = { email, company };
  return payments.createPromotionCode({ coupon, metadata, idempotencyKey: `agency-coupon/${key}/${coupon}` });
};
