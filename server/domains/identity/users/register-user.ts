import type { AnonymousCtx, Client, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { recordSecurityEvent } from "@/server/core/security-log";
import { countRecipient } from "@/server/endpoint/guard";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { hideDuration } from "../auth/hide-duration";
import { checkPassword, hashPassword, refuseCommonPassword } from "../auth/password";
import { setSignUpCookie } from "../auth/sign-up-cookie";
import { createOrganisation, joinOrganisation } from "../memberships";
import { assertSignUpOpen } from "./assert-sign-up-open";
import type { RegisterUser } from "./contract";
import { claimInvitation, findInvitation } from "./find-invitation";
import { lockUser, maySendVerification, notifyRegistration, sendVerification } from "./internal";
import { notifyExisting } from "./notify-existing";

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
  await claimInvitation(system.db, invitation);
  const { org_id, role, created_by_session } = invitation;
  await joinOrganisation(system, { org_id, user_id: id, role, created_by_session });
};

/** Stores a name and password until the owner of the email address confirms them. */
const addSignUp = async (system: SystemCtx, user_id: string, { email, name, password_hash }: Applicant) => {
  const { id } = await system.db.signUp.create({ data: { id: newId(), user_id, name, password_hash } });
  await sendVerification(system, { user_id, email, sign_up_id: id, name });
  return id;
};

/**
 * Handles a repeated registration. The caller can't distinguish it from a first one; only the owner of the email
 * address learns of it, by email. The sign-up is stored in addition to earlier ones without changing them, and
 * whichever is confirmed takes effect.
 */
const registerAgain = async (
  system: SystemCtx,
  applicant: Applicant,
  invitation: Invitation | null,
  isMailable: boolean,
): Promise<string | null> => {
  const { db } = system;
  const user = await lockUser(db, applicant.email);
  if (!user) throw new AppError("unavailable", "The account is being changed right now. Try again in a moment.");
  if (user.email_verified_at) {
    await notifyExisting(system, user, isMailable);
    return null;
  }
  const isSoon = !(await maySendVerification(db, user.id, { waits: true }));
  const last = await db.signUp.findFirst({ where: { user_id: user.id }, orderBy: { created_at: "desc" } });
  // The same form was probably submitted twice.
  if (last && isSoon && (await checkPassword(applicant.password, last.password_hash))) return last.id;
  if (!(await maySendVerification(db, user.id, { waits: false }))) return null;
  if (invitation) await giveOrganisation(system, { ...applicant, id: user.id }, invitation);
  return addSignUp(system, user.id, applicant);
};

/** Registers a person. Returns the id of the sign-up to confirm, or null if there is none. */
const registerOnce = async (
  system: SystemCtx & { call: Client },
  applicant: Applicant,
  invitation: Invitation | null,
): Promise<string | null> => {
  const { id, email, name } = applicant;
  // Counts an email for every email address, even if none is sent; otherwise, the remaining limit would reveal whether
  // the address has an account.
  const isMailable = await countRecipient(email);
  const { count } = await system.db.user.createMany({ data: [{ id, email, name }], skipDuplicates: true });
  if (count === 0) return registerAgain(system, applicant, invitation, isMailable);
  await giveOrganisation(system, applicant, invitation);
  notifyRegistration(system, applicant);
  await recordSecurityEvent(system, { event: "account_create", user_id: id, method: "password" });
  return addSignUp(system, id, applicant);
};

/**
 * Creates an account, which becomes usable when its email address is verified. Creates an organisation too, unless the
 * person was invited to one.
 */
export const registerUser = async (
  { db, call, reply }: AnonymousCtx,
  { email, password, name, invitation_token }: RegisterUser,
): Promise<{ email: string; verification_sent: true }> => {
  assertSignUpOpen(invitation_token !== undefined);
  refuseCommonPassword(password, [email, name]);
  const invitation = invitation_token ? await findInvitation(db, invitation_token) : null;
  if (invitation && invitation.email !== email)
    throw new AppError("invalid_code", "This invitation was sent to a different email address.", undefined, {
      link: { kind: "invitation", email: invitation.email },
    });
  const applicant = { id: newId(), email, name, password, password_hash: await hashPassword(password) };
  const sign_up_id = await hideDuration(() =>
    inUnscopedTransaction((system) => registerOnce({ ...system, call }, applicant, invitation)),
  );
  await setSignUpCookie(reply, sign_up_id ?? newId());
  return { email, verification_sent: true };
};
