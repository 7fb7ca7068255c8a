import type { Call, Db, SystemCtx } from "@/server/core/context";
import type { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { hashPassword, refuseCommonPassword } from "../auth/password";
import { isFromBrowser, readSignUpCookie } from "../auth/sign-up-cookie";
import { endSignUps } from "./end-sign-ups";
import { renameOrganisation } from "./rename-organisation";

/** The call that confirms a sign-up, with its input. */
export interface Confirmation {
  call: Call;
  method: "code" | "link";
  /** Name and password chosen now, which replace those given at sign-up. */
  chosen: { name?: string; password_hash: string } | null;
}

interface Proof {
  id: string;
  user_id: string;
  sign_up_id: string;
}

export const readConfirmation = async (
  { call, method }: Pick<Confirmation, "call" | "method">,
  email: string,
  { name, password }: { name?: string | undefined; password?: string | undefined },
): Promise<Confirmation> => {
  if (password === undefined) return { call, method, chosen: null };
  refuseCommonPassword(password, [email, name ?? ""]);
  const password_hash = await hashPassword(password);
  return { call, method, chosen: { ...(name === undefined ? {} : { name }), password_hash } };
};

export const passwordNeeded = (): AppError =>
  invalidInput([
    {
      path: "password",
      message: "You signed up in another browser. Choose a password for your account.",
    },
  ]);

/** Reports whether a sign-up is the user's earliest one that can still be confirmed. */
const isFirst = async (db: Db, { user_id, sign_up_id }: Proof): Promise<boolean> => {
  const { created_at } = await db.signUp.findUniqueOrThrow({ where: { id: sign_up_id } });
  const before = await db.signUp.count({
    where: {
      user_id,
      id: { not: sign_up_id },
      created_at: { lte: created_at },
      verifications: { some: { used_at: null, link_expires_at: { gt: new Date() } } },
    },
  });
  return before === 0;
};

/**
 * Reports whether the caller made the sign-up. The person who reads the email may not be the one who chose the
 * sign-up's password, because anyone can sign up with anyone's email address. The cookie proves that the sign-up was
 * made in this browser. A caller that isn't a browser can confirm only the first sign-up for an address, because it has
 * no cookie.
 */
const knowsSignUp = async (db: Db, call: Call, proof: Proof): Promise<boolean> =>
  (await readSignUpCookie(call)) === proof.sign_up_id || (!isFromBrowser(call) && (await isFirst(db, proof)));

/**
 * Marks a verification as used and applies its sign-up to the account, with the sign-up's name and password or those
 * chosen now. Cancels all other sign-ups for the email address. Returns "expired" if the verification has just been
 * used. The caller must hold the lock on the user.
 */
export const confirmSignUp = async (
  system: SystemCtx,
  proof: Proof,
  { call, method, chosen }: Confirmation,
): Promise<"verified" | "expired" | "password_needed"> => {
  const { db } = system;
  const { id, user_id, sign_up_id } = proof;
  if (!chosen && !(await knowsSignUp(db, call, proof))) return "password_needed";
  const now = new Date();
  const { count } = await db.emailVerification.updateMany({ where: { id, used_at: null }, data: { used_at: now } });
  if (count === 0) return "expired";
  const signUp = await db.signUp.findUniqueOrThrow({ where: { id: sign_up_id }, include: { user: true } });
  const { name, password_hash } = { ...signUp, ...chosen };
  await renameOrganisation(db, signUp.user, name);
  const { email } = await db.user.update({
    where: { id: user_id },
    data: { name, password_hash, email_verified_at: now },
  });
  await endSignUps(db, user_id);
  await recordSecurityEvent({ db, call }, { event: "email_verify", user_id, method });
  await queueEmail(system, { to: email, template: "welcome", data: { name }, idempotencyKey: `welcome:${user_id}` });
  return "verified";
};
