import type { User } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Client } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { recordSecurityEvent } from "@/server/core/security-log";
import { hideFailureDuration } from "./hide-duration";
import { checkPassword } from "./password";
import { digestPasswordHash, type Proof } from "./proof";
import { countGuessAt } from "./slow-guessing";

/**
 * Returns the account's password hash. An account has none until its email address is verified; until then, returns the
 * hash of the latest sign-up, so that the correct password leads to the `email_not_verified` error.
 */
const findPasswordHash = async (user: User): Promise<string | null> => {
  if (user.email_verified_at) return user.password_hash;
  const db = await getUnscopedDb();
  const last = await db.signUp.findFirst({ where: { user_id: user.id }, orderBy: { created_at: "desc" } });
  return last?.password_hash ?? null;
};

interface Credentials {
  email: string;
  password: string;
}

/** The account that the credentials belong to, with proof that the password was checked. */
interface Checked {
  id: string;
  proof: Proof & { method: "password" };
}

const wrong = (): AppError => new AppError("invalid_credentials", "The email address or password is wrong.");

const check = async (call: Client, { email, password }: Credentials): Promise<Checked> => {
  const db = await getUnscopedDb();
  const user = await db.user.findUnique({ where: { email } });
  const user_id = user?.id ?? null;
  const guess = await countGuessAt(call, { kind: "password", email, user_id }, "sign_in");
  const record = (outcome: "failed" | "refused"): Promise<void> =>
    recordSecurityEvent({ db, call }, { event: "sign_in", outcome, user_id, email, method: "password" });
  if (!(await checkPassword(password, user && (await findPasswordHash(user)))) || !user) {
    await guess.wasWrong();
    await record("failed");
    throw wrong();
  }
  await guess.wasRight();
  if (!user.email_verified_at) {
    await record("refused");
    throw new AppError("email_not_verified", "Verify your email address first. We've sent you an email.");
  }
  if (user.password_hash === null) throw wrong();
  return { id: user.id, proof: { method: "password", password_digest: digestPasswordHash(user.password_hash) } };
};

/**
 * Returns the user for an email address and a password. Throws `invalid_credentials` if the address is unknown or the
 * password is wrong; the message and the response time are the same in both cases. Throws `rate_limited` after too many
 * wrong passwords, and `email_not_verified` only if the password is correct.
 */
export const checkCredentials = (call: Client, credentials: Credentials): Promise<Checked> =>
  hideFailureDuration(() => check(call, credentials));
