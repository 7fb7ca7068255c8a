import { oncePerKey } from "../email/once-per-key";
import type { Payments } from "./port";
import { checkoutCalls } from "./stripe-checkout";
import { liveUrl, openStripe, type StripeOptions } from "./stripe-client";
import { portalCalls } from "./stripe-portal";
import { readingCalls } from "./stripe-reads";
import { subscriptionCalls } from "./stripe-subscriptions";

/** Returns a payment provider that calls Stripe's API. */
export const stripePayments = (options: StripeOptions): Payments => {
  const call = openStripe(options);
  return {
    kind: "stripe",
    location: options.baseUrl ?? liveUrl,
    createPromotionCode: oncePerKey(async ({ coupon, metadata, idempotencyKey }) => {
      const promotion = { type: "coupon", coupon } as const;
      const { id, code } = await call((stripe) =>
        stripe.promotionCodes.create({ promotion, max_redemptions: 1, metadata }, { idempotencyKey }),
      );
      return { id, code };
    }),
    ...checkoutCalls(call),
    ...portalCalls(call),
    ...subscriptionCalls(call),
    ...readingCalls(call),
  };
};
