import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import type { Payments } from "./port";
import { stripePayments } from "./stripe";

export { readStripeEvent } from "./read-stripe-event";
export { verifyStripeEvent } from "./verify-stripe-event";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutPayments?: Payments };

/** The one payment provider of this process, null when none is configured. */
export const findPayments = (): Payments | null => {
  const { STRIPE_SECRET_KEY: apiKey, STRIPE_BASE_URL: baseUrl } = env;
  if (apiKey) globals.curbcutPayments ??= stripePayments({ apiKey, baseUrl });
  return globals.curbcutPayments ?? null;
};

/** The one payment provider of this process. Throws AppError `not_configured` when there is none. */
export const getPayments = (): Payments => {
  const payments = findPayments();
  if (payments) return payments;
  throw new AppError(
    "not_configured",
    "There is no payment provider. Set STRIPE_SECRET_KEY, see docs/configuration.md.",
  );
};
