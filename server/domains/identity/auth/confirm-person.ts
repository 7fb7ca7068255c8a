import type { SecurityEventName } from "@/generated/prisma/enums";
import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { recordSecurityEvent } from "@/server/core/security-log";
import { checkPassword } from "./password";
import { countGuessInSession } from "./slow-guessing";

/** How long a sign-in counts as proof that the owner is present, in seconds. */
const freshSeconds = 10 * 60;

/**
 * Throws `forbidden` unless the session started within the last ten minutes, because a stolen or forgotten session is
 * usually older.
 */
export const refuseOldSession = async (db: Db, session_id: string): Promise<void> => {
  const { created_at } = await db.session.findUniqueOrThrow({ where: { id: session_id } });
  if (created_at.getTime() > Date.now() - freshSeconds * 1000) return;
  throw new AppError("forbidden", "Sign in again to confirm it's you.", {
    reason: "sign_in_again",
    max_age_seconds: freshSeconds,
  });
};

/**
 * Requires more proof than a session before a change that could lock the owner out: the password or, if the account has
 * none, a recent sign-in. Throws `invalid_credentials`, `invalid_input` at `path`, or `forbidden`. Must not be called
 * inside a transaction.
 */
export const confirmPerson = async (
  ctx: Pick<Ctx, "db" | "call" | "user_id" | "session_id">,
  password: string | undefined,
  path: string,
  event: SecurityEventName,
): Promise<void> => {
  const { db, call, user_id, session_id } = ctx;
  const { password_hash } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  if (password_hash === null) return refuseOldSession(db, session_id);
  if (password === undefined) throw invalidInput([{ path, message: "Enter your current password." }]);
  const guess = await countGuessInSession(call, ctx, event);
  if (await checkPassword(password, password_hash)) return guess.wasRight();
  await guess.wasWrong();
  await recordSecurityEvent(ctx, { event, outcome: "failed", user_id, session_id, method: "password" });
  throw new AppError("invalid_credentials", "The current password is wrong.");
};
