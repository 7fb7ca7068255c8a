import { Resend } from "resend";

/**
 * Whether Resend signed this body with the webhook's secret (`whsec_…`) at most 300 seconds ago, or ahead, by the
 * headers svix-id, svix-timestamp and svix-signature (https://www.standardwebhooks.com).
 */
export const verifyResendEvent = (secret: string, headers: Headers, body: Buffer): boolean => {
  const [id, timestamp, signature] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => headers.get(name));
  if (!id || !timestamp || !signature) return false;
  // The client wants a key, though verifying calls nobody.
  const { webhooks } = new Resend("none");
  try {
    webhooks.verify({ payload: body.toString(), headers: { id, timestamp, signature }, webhookSecret: secret });
    return true;
  } catch {
    return false;
  }
};
