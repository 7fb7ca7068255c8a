import { createHmac } from "node:crypto";
import type { StripeEvent } from "./shapes";

interface Signing {
  secret: string;
  /** Timestamp of the signature, in seconds from now. */
  ahead?: number;
}

/** Returns the Stripe-Signature header as described at https://docs.stripe.com/webhooks#verify-manually. */
export const signWebhook = (body: string, { secret, ahead = 0 }: Signing): Record<string, string> => {
  const timestamp = Math.floor(Date.now() / 1_000) + ahead;
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return { "stripe-signature": `t=${timestamp},v1=${signature}`, "content-type": "application/json; charset=utf-8" };
};

export type Post = (body: string, headers: Record<string, string>) => Promise<{ status: number }>;

const mostTries = 5;

/**
 * Posts one event as Stripe does: retries until it is accepted, with a new signature each time. Returns the number of
 * attempts.
 */
export const deliver = async (event: StripeEvent, post: Post, secret: string): Promise<number> => {
  const body = JSON.stringify(event, null, 2);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const { status } = await post(body, signWebhook(body, { secret }));
    if (status >= 200 && status < 300) return tries;
  }
  throw new Error(`${event.type} was not accepted in ${mostTries} attempts.`);
};
