import type { SystemCtx } from "@/server/core/context";
import type { Subscription, SubscriptionState } from "./contract";
import { suppress } from "./suppressed-addresses";
import { readToken } from "./unsubscribe-token";

type Reader = Pick<SystemCtx, "db">;

const reason = "unsubscribed";

/** Returns whether the email address in the link's token receives digests. */
export const readSubscription = async ({ db }: Reader, { token }: Subscription): Promise<SubscriptionState> => {
  const email = readToken(token);
  const row = await db.suppressedAddress.findUnique({ where: { email_reason: { email, reason } } });
  return { email, subscribed: row === null };
};

/** Stops digests. Other emails are still sent. */
export const unsubscribe = async ({ db }: Reader, { token }: Subscription): Promise<SubscriptionState> => {
  const email = readToken(token);
  await suppress(db, [email], reason);
  return { email, subscribed: false };
};

/** Resumes digests. */
export const resubscribe = async ({ db }: Reader, { token }: Subscription): Promise<SubscriptionState> => {
  const email = readToken(token);
  await db.suppressedAddress.deleteMany({ where: { email, reason } });
  return { email, subscribed: true };
};
