import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds that a signature may be off in either direction; Stripe's SDK takes any from the future. */
const tolerance = 300;

const readHeader = (header: string): { timestamp: string | null; signatures: string[] } => {
  const pairs = header.split(",").map((part) => {
    const [name = "", ...value] = part.split("=");
    return { name: name.trim(), value: value.join("=").trim() };
  });
  const valuesOf = (name: string) => pairs.filter((pair) => pair.name === name).map(({ value }) => value);
  const timestamps = valuesOf("t");
  return { timestamp: timestamps.length === 1 ? (timestamps[0] ?? null) : null, signatures: valuesOf("v1") };
};

/**
 * Whether Stripe signed this body with the webhook's secret at most 300 seconds ago, or ahead, by the header
 * Stripe-Signature (https://docs.stripe.com/webhooks#verify-manually). With two secrets in use it has two signatures.
 */
export const verifyStripeEvent = (secret: string, headers: Headers, body: Buffer): boolean => {
  const { timestamp, signatures } = readHeader(headers.get("stripe-signature") ?? "");
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > tolerance) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  return signatures.some((signature) => {
    const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
