import { hashCode, hashLinkToken, newCode, newLinkToken } from "@/server/auth/one-time-secret";
import type { Db, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { notifyChat, queueMail } from "@/server/features/messages";

const codeMinutes = 10;
const linkHours = 24;
const minute = 60_000;

/** Mails a fresh code and link that prove the address; a code sent before no longer works. */
export const sendVerification = async (
  system: SystemCtx,
  user: { id: string; email: string; name: string },
): Promise<void> => {
  const [id, otp, token] = [newId(), newCode(), newLinkToken()];
  const now = Date.now();
  await system.db.emailVerification.create({
    data: {
      id,
      user_id: user.id,
      otp_hash: hashCode(otp, id),
      token_hash: hashLinkToken(token),
      otp_expires_at: new Date(now + codeMinutes * minute),
      link_expires_at: new Date(now + linkHours * 60 * minute),
    },
  });
  const url = `${env.BASE_URL}/verify-email?token=${token}`;
  await queueMail(system, {
    to: user.email,
    template: "verify-email",
    data: { name: user.name, otp, url, expires_minutes: codeMinutes },
  });
};

const mostADay = 10;

/** Ten times a day, and who asks for another mail waits a minute. Call it with the user locked. */
export const mayMailVerification = async (db: Db, user_id: string, { waits }: { waits: boolean }): Promise<boolean> => {
  const now = Date.now();
  const sent = await db.emailVerification.findMany({
    where: { user_id, created_at: { gt: new Date(now - 24 * 60 * minute) } },
    orderBy: { created_at: "desc" },
    take: mostADay,
    select: { created_at: true },
  });
  const [last] = sent;
  return sent.length < mostADay && (!waits || !last || last.created_at.getTime() <= now - minute);
};

/** Reads a user and makes other transactions about the same address wait until this one ends. */
export const lockUser = async (db: Db, email: string) => {
  await db.$queryRaw`SELECT id FROM users WHERE email = ${email} FOR UPDATE`;
  return db.user.findUnique({ where: { email } });
};

export const announceRegistration = (system: SystemCtx, { name, email }: { name: string; email: string }): void =>
  notifyChat(system, `New registration: ${name} (${email})`);
