import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { oncePerProcess } from "@/server/core/process-wide";
import type { Payments } from "./port";
import { stripePayments } from "./stripe";

export { readStripeEvent } from "./read-stripe-event";
export { verifyStripeEvent } from "./verify-stripe-event";

/** Returns this process's payment provider, or null if none is configured. */
export const findPayments = (): Payments | null => {
  const { STRIPE_SECRET_KEY: apiKey, STRIPE_BASE_URL: baseUrl } = env;
  return apiKey ? oncePerProcess<Payments>("payments", () => stripePayments({ apiKey, baseUrl })) : null;
};

/** Returns this process's payment provider. Throws AppError `not_configured` if there is none. */
export const getPayments = (): Payments => {
  const payments = findPayments();
  if (payments) return payments;
  throw new AppError("not_configured", "Billing isn't configured. Set STRIPE_SECRET_KEY; see docs/configuration.md.");
};
