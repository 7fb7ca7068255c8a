import type { User } from "@/generated/prisma/client";
import { getLimiter } from "@/server/adapters/limiter";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { accountExistsHeld } from "@/server/core/events";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { countRecipient } from "@/server/endpoint/guard";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";

const template = "account-exists";

/** One held email answers all sign-ups within an hour, because it waits for at least that long. */
const heldEmails = { name: "account-exists-held", limit: 1, windowSeconds: 3_600 };

const queue = async (system: SystemCtx, { id, email: to }: User): Promise<void> => {
  const idempotencyKey = `${template}:${id}:${Math.floor(Date.now() / 60_000)}`;
  await queueEmail(system, { to, template, data: { url: `${env.BASE_URL}/sign-in` }, idempotencyKey });
};

/**
 * Notifies an account's owner of a sign-up with the account's email address. If the address has received too many
 * emails, a job sends the email later.
 */
export const notifyExisting = async (system: SystemCtx, user: User, isMailable: boolean): Promise<void> => {
  if (isMailable) return queue(system, user);
  if (!(await getLimiter().take(heldEmails, user.id)).allowed) return;
  system.emit(accountExistsHeld.create({ user_id: user.id, requested_at: Date.now() }));
};

/**
 * Sends a held email, unless one was sent in the meantime. Returns false if the email address still can't receive
 * another email.
 */
export const sendHeldNotice = (held: { user_id: string; requested_at: number }): Promise<boolean> =>
  inUnscopedTransaction(async (system) => {
    const { db } = system;
    const user = await db.user.findUnique({ where: { id: held.user_id } });
    if (!user) return true;
    const since = new Date(held.requested_at);
    const sent = await db.emailMessage.count({ where: { to: user.email, template, created_at: { gt: since } } });
    if (sent > 0) return true;
    if (!(await countRecipient(user.email))) return false;
    await queue(system, user);
    return true;
  });
