import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { checkPassword } from "./password";

/** How long a sign-in counts as a proof that the person is there. */
const freshSeconds = 10 * 60;

/** Throws `forbidden` unless the session began minutes ago: a stolen or forgotten one is usually older. */
export const refuseOldSession = async (db: Db, session_id: string): Promise<void> => {
  const { created_at } = await db.session.findUniqueOrThrow({ where: { id: session_id } });
  if (created_at.getTime() > Date.now() - freshSeconds * 1000) return;
  throw new AppError("forbidden", "Please sign in again first, to show that it is you.", {
    reason: "sign_in_again",
    max_age_seconds: freshSeconds,
  });
};

/**
 * Asks for more than a session before something that could lock its owner out: the password, or a recent sign-in of
 * who has none. Throws `invalid_credentials`, `invalid_input` at `path`, or `forbidden`. Not for inside a transaction.
 */
export const confirmPerson = async (
  { db, user_id, session_id }: Pick<Ctx, "db" | "user_id" | "session_id">,
  password: string | undefined,
  path: string,
): Promise<void> => {
  const { password_hash } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  if (password_hash === null) return refuseOldSession(db, session_id);
  if (password === undefined) throw invalidInput([{ path, message: "Enter the password that you have now." }]);
  if (!(await checkPassword(password, password_hash)))
    throw new AppError("invalid_credentials", "The password that you have now is another one.");
};
