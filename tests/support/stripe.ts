import { StripeServer } from "./stripe/server";

export { completeCheckout, expireSession, settleCheckout } from "./stripe/checkout";
export { disputeCharge, refundCharge, tryInvoice } from "./stripe/invoices";
export { cancelLater, changePrice } from "./stripe/portal";
export type { StripeServer } from "./stripe/server";
export type { StripeEvent } from "./stripe/shapes";
export { type Buyer, Shop, webhookPath } from "./stripe/shop";
export { advance, daysUntilGivenUp, endSubscription } from "./stripe/subscriptions";
export { deliver, signWebhook } from "./stripe/webhooks";

/**
 * Starts a test double for Stripe's coupons, promotion codes and subscriptions. It validates and stores data as Stripe
 * does, has its own clock and fails on demand.
 */
export const startStripe = async (): Promise<StripeServer> => {
  const server = new StripeServer();
  await server.start();
  return server;
};
