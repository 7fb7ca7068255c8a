import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { purposes, seal, unseal } from "@/server/core/sealed";

/** How long the previous secret also signs events after a rotation, in hours. */
const overlapHours = 24;

/** Creates a secret in the Standard Webhooks format, in plain text for its owner and encrypted for the database. */
export const makeSecret = async (endpointId: string): Promise<{ secret: string; sealed: string }> => {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: await seal(secret, purposes.webhookSecret(endpointId)) };
};

export const overlapFrom = (now: Date): Date => new Date(now.getTime() + overlapHours * 3_600_000);

interface Sealed {
  id: string;
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
}

/** Returns the secrets to sign with, the current one first. */
const secretsOf = async ({ id, secret, previous_secret, previous_until }: Sealed): Promise<string[]> => {
  const overlaps = previous_secret !== null && previous_until !== null && previous_until > new Date();
  const sealed = overlaps ? [secret, previous_secret] : [secret];
  return Promise.all(sealed.map((text) => unseal(text, purposes.webhookSecret(id))));
};

/** Returns the headers of one attempt (https://github.com/standard-webhooks/standard-webhooks, "Webhook headers"). */
export const signedHeaders = async (
  endpoint: Sealed,
  eventId: string,
  body: string,
): Promise<Record<string, string>> => {
  const now = new Date();
  const secrets = await secretsOf(endpoint);
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(eventId, now, body)).join(" "),
  };
};
