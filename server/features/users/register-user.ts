import { hideDuration } from "@/server/auth/hide-duration";
import { checkPassword, hashPassword, refuseCommonPassword } from "@/server/auth/password";
import type { AnonymousCtx, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { createOrganisation, joinOrganisation } from "@/server/features/organisations";
import type { RegisterUser } from "./contract";
import { claimInvitation, findInvitation } from "./find-invitation";
import { announceRegistration, lockUser, mayMailVerification, sendVerification } from "./internal";

type Invitation = Awaited<ReturnType<typeof findInvitation>>;

interface Applicant {
  id: string;
  email: string;
  name: string;
  password: string;
  password_hash: string;
}

const giveOrganisation = async (system: SystemCtx, { id, name }: Applicant, invitation: Invitation | null) => {
  if (!invitation) return createOrganisation(system, { name: `${name}’s organisation`, owner_id: id });
  await claimInvitation(system.db, invitation.id);
  await joinOrganisation(system, { org_id: invitation.org_id, user_id: id, role: invitation.role });
};

/**
 * To whoever wrote the address a second registration looks like the first; only its owner learns more, by mail. Its
 * password replaces the one before, also when the day's mails are used up: then no code confirms either.
 */
const registerAgain = async (system: SystemCtx, applicant: Applicant, invitation: Invitation | null): Promise<void> => {
  const { db } = system;
  const user = await lockUser(db, applicant.email);
  if (!user) throw new AppError("unavailable", "The account is being changed right now. Please try again.");
  if (user.email_verified_at) {
    const url = `${env.BASE_URL}/sign-in`;
    const idempotencyKey = `account-exists:${user.id}:${Math.floor(Date.now() / 60_000)}`;
    await queueMail(system, { to: user.email, template: "account-exists", data: { url }, idempotencyKey });
    return;
  }
  const { name, password, password_hash } = applicant;
  const isSoon = !(await mayMailVerification(db, user.id, { waits: true }));
  // A form that was sent twice, not a newer password.
  if (isSoon && (await checkPassword(password, user.password_hash))) return;
  const mayMail = await mayMailVerification(db, user.id, { waits: false });
  await db.user.update({ where: { id: user.id }, data: { name, password_hash } });
  // Whoever registered before may be a stranger: a link of theirs must not confirm this password, nor the reverse.
  await db.emailVerification.updateMany({ where: { user_id: user.id, used_at: null }, data: { used_at: new Date() } });
  if (invitation) await giveOrganisation(system, { ...applicant, id: user.id }, invitation);
  if (mayMail) await sendVerification(system, { ...user, name });
};

const registerOnce = async (system: SystemCtx, applicant: Applicant, invitation: Invitation | null): Promise<void> => {
  const { id, email, name, password_hash } = applicant;
  const data = [{ id, email, name, password_hash }];
  const { count } = await system.db.user.createMany({ data, skipDuplicates: true });
  if (count === 0) return registerAgain(system, applicant, invitation);
  await giveOrganisation(system, applicant, invitation);
  await sendVerification(system, applicant);
  announceRegistration(system, applicant);
};

/** Makes an account that can sign in once its address is verified, with an organisation of its own unless invited. */
export const registerUser = async (
  { db }: AnonymousCtx,
  { email, password, name, invitation_token }: RegisterUser,
): Promise<{ email: string; verification_sent: true }> => {
  refuseCommonPassword(password);
  const invitation = invitation_token ? await findInvitation(db, invitation_token) : null;
  if (invitation && invitation.email !== email)
    throw new AppError("invalid_code", "This invitation was sent to another e-mail address.");
  const applicant = { id: newId(), email, name, password, password_hash: await hashPassword(password) };
  await hideDuration(() => inTransaction((system) => registerOnce(system, applicant, invitation)));
  return { email, verification_sent: true };
};
