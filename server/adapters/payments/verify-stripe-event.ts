/** Maximum number of seconds between a signature's timestamp and now, in either direction. */
const tolerance = 300;

/**
 * Reports whether the header's last timestamp is too far in the future. Stripe's SDK reads this timestamp, but only
 * checks that it isn't too old.
 */
const isAhead = (header: string): boolean => {
  const timestamp = header.split(",").findLast((part) => part.startsWith("t="));
  return !(Number(timestamp?.slice(2)) - Date.now() / 1_000 <= tolerance);
};

/**
 * Reports whether the Stripe-Signature header shows that Stripe signed this body with the webhook's secret within 300
 * seconds of now, in either direction. While two secrets are in use, the header contains two signatures. The SDK is
 * loaded on the first event.
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
