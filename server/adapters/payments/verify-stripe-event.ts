/** Seconds a signature may be off in either direction. */
const tolerance = 300;

/**
 * Reports whether the timestamp that Stripe's SDK reads, the last one, is too far in the future. The SDK doesn't check
 * that.
 */
const isAhead = (header: string): boolean => {
  const timestamp = header.split(",").findLast((part) => part.startsWith("t="));
  return !(Number(timestamp?.slice(2)) - Date.now() / 1_000 <= tolerance);
};

/**
 * Reports whether Stripe signed this body with the webhook's secret within 300 seconds of now, in either direction,
 * from the header Stripe-Signature. While two secrets are in use, it carries two signatures. The SDK is loaded with the
 * first event.
 */
export const verifyStripeEvent = async (secret: string, headers: Headers, body: Buffer): Promise<boolean> => {
  const header = headers.get("stripe-signature") ?? "";
  const { Stripe } = await import("stripe");
  try {
    return Stripe.webhooks.signature?.verifyHeader(body, header, secret, tolerance) === true && !isAhead(header);
  } catch {
    return false;
  }
};
