import { Resend } from "resend";
import { z } from "zod";
import { invalidInput } from "@/server/core/problem";
import type { DeliveryReport } from "./port";

/**
 * Reports whether Resend signed this body with the webhook's secret (`whsec_…`) within 300 seconds of now, in either
 * direction. Reads the headers svix-id, svix-timestamp and svix-signature (https://www.standardwebhooks.com).
 */
export const verifyResendEvent = (secret: string, headers: Headers, body: Buffer): boolean => {
  const [id, timestamp, signature] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => headers.get(name));
  if (!id || !timestamp || !signature) return false;
  // The client requires an API key, although verifying a signature doesn't call the API.
  const { webhooks } = new Resend("none");
  try {
    webhooks.verify({ payload: body.toString(), headers: { id, timestamp, signature }, webhookSecret: secret });
    return true;
  } catch {
    return false;
  }
};

/** Any event that Resend can post, now or in the future. */
const AnyEvent = z.looseObject({ type: z.string().min(1).max(200), data: z.looseObject({}) });

const known = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.object({ email_id: z.string().min(1), ...shape }) });

const to = z.array(z.string()).min(1);

/** The events that report on an email (https://resend.com/docs/webhooks/event-types). */
const KnownEvent = z.discriminatedUnion("type", [
  known("email.sent", {}),
  known("email.delivered", {}),
  known("email.bounced", { to, bounce: z.object({ type: z.string(), message: z.string() }) }),
  known("email.complained", { to }),
  known("email.failed", { failed: z.object({ reason: z.string() }) }),
  known("email.suppressed", { suppressed: z.object({ message: z.string() }) }),
]);
type KnownEvent = z.infer<typeof KnownEvent>;

type Said = Pick<DeliveryReport, "state" | "reason" | "refusing">;

const silent = { reason: null, refusing: [] };

const read = (event: KnownEvent): Said => {
  switch (event.type) {
    case "email.sent":
      return { state: "sent", ...silent };
    case "email.delivered":
      return { state: "delivered", ...silent };
    case "email.complained":
      return { state: "complained", reason: null, refusing: event.data.to };
    case "email.failed":
      return { state: "failed", reason: event.data.failed.reason, refusing: [] };
    case "email.suppressed":
      return { state: "suppressed", reason: event.data.suppressed.message, refusing: [] };
    case "email.bounced": {
      const { to: addresses, bounce } = event.data;
      return { state: "bounced", reason: bounce.message, refusing: bounce.type === "Permanent" ? addresses : [] };
    }
  }
};

/**
 * Returns what a Resend event reports about an email; null for any other event. Throws `invalid_input` for anything
 * that isn't an event.
 */
export const readResendEvent = (headers: Headers, event: unknown): DeliveryReport | null => {
  const { error } = AnyEvent.safeParse(event);
  if (error) throw invalidInput(error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
  const { data } = KnownEvent.safeParse(event);
  return data ? { id: headers.get("svix-id") ?? "", providerId: data.data.email_id, ...read(data) } : null;
};
