import { createHmac } from "node:crypto";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import type { Reply, RestClient } from "./rest-client";

interface Signing {
  id?: string;
  /** Timestamp of the signature, in seconds from now. */
  ahead?: number;
  secret?: string;
}

/** Returns headers as Svix creates them for Resend (https://docs.svix.com/receiving/verifying-payloads/how-manual). */
export const signEvent = (
  body: string,
  { id = newId(), ahead = 0, secret = env.RESEND_WEBHOOK_SECRET ?? "" }: Signing = {},
): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1_000) + ahead);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
};

export const eventsPath = "/api/v1/email/events";

/** Posts an event as Resend does. */
export const postEvent = (client: RestClient, event: object, signing?: Signing): Promise<Reply> => {
  const body = JSON.stringify(event);
  return client.post(eventsPath, body, signEvent(body, signing));
};

/** Returns an event in Resend's format about the email with this id. */
export const emailEvent = (type: string, emailId: string, to: string, more: object = {}) => ({
  type,
  created_at: new Date().toISOString(),
  data: {
    email_id: emailId,
    message_id: `<${emailId}@example.org>`,
    created_at: new Date().toISOString(),
    from: "Curbcut <curbcut@localhost>",
    to: [to],
    subject: "A subject",
    ...more,
  },
});

export const bounce = (type: string) => ({ bounce: { type, subType: "General", message: `550 5.1.1 ${type}` } });
