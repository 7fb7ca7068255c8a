import { StripeServer } from "./stripe/server";

export type { StripeServer } from "./stripe/server";

/** A running double of Stripe: coupons and promotion codes, checked and kept as Stripe does, and made to fail at will. */
export const startStripe = async (): Promise<StripeServer> => {
  const server = new StripeServer();
  await server.start();
  return server;
};
