import type { Db, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { hashCode, hashLinkToken, newCode, newLinkToken } from "@/server/core/one-time-secret";
import { notifyChat, queueEmail } from "@/server/domains/messaging/delivery";

const codeMinutes = 10;
const linkHours = 24;
const minute = 60_000;

interface Recipient {
  user_id: string;
  email: string;
  sign_up_id: string;
  name: string;
}

/** Emails a new code and link to confirm a sign-up. Earlier codes for this sign-up stop working. */
export const sendVerification = async (
  system: SystemCtx,
  { user_id, email, sign_up_id, name }: Recipient,
): Promise<void> => {
  const [id, otp, token] = [newId(), newCode(), newLinkToken()];
  const now = Date.now();
  await system.db.emailVerification.create({
    data: {
      id,
      user_id,
      sign_up_id,
      otp_hash: hashCode(otp, id),
      token_hash: hashLinkToken(token),
      otp_expires_at: new Date(now + codeMinutes * minute),
      link_expires_at: new Date(now + linkHours * 60 * minute),
    },
  });
  const url = `${env.BASE_URL}/verify-email?token=${token}`;
  await queueEmail(system, {
    to: email,
    template: "verify-email",
    data: { name, otp, url, expires_minutes: codeMinutes },
  });
};

export const maxEmailsPerDay = 10;

/**
 * Reports whether another verification email can be sent: the limit is ten a day and, if `waits` is true, one a minute.
 * The caller must hold the lock on the user.
 */
export const maySendVerification = async (db: Db, user_id: string, { waits }: { waits: boolean }): Promise<boolean> => {
  const now = Date.now();
  const sent = await db.emailVerification.findMany({
    where: { user_id, created_at: { gt: new Date(now - 24 * 60 * minute) } },
    orderBy: { created_at: "desc" },
    take: maxEmailsPerDay,
    select: { created_at: true },
  });
  const [last] = sent;
  return sent.length < maxEmailsPerDay && (!waits || !last || last.created_at.getTime() <= now - minute);
};

/** Returns a user by email address and locks the row until the transaction ends. */
export const lockUser = async (db: Db, email: string) => {
  await db.$queryRaw`SELECT id FROM users WHERE email = ${email} FOR UPDATE`;
  return db.user.findUnique({ where: { email } });
};

/** Locks a user's row until the transaction ends. */
export const lockUserById = async (db: Db, id: string): Promise<void> => {
  await db.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`;
};

export const notifyRegistration = (system: SystemCtx, { name, email }: { name: string; email: string }): void =>
  notifyChat(system, `New registration: ${name} (${email})`);
