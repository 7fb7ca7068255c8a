import type { AnonymousCtx, Client, Db, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { hashPassword, refuseCommonPassword } from "../auth/password";
import { joinOrganisation } from "../memberships";
import { assertSignUpOpen } from "./assert-sign-up-open";
import type { AcceptedInvite, AcceptInvite } from "./contract";
import { endSignUps } from "./end-sign-ups";
import { claimInvitation, findInvitation } from "./find-invitation";
import { lockUser, notifyRegistration } from "./internal";
import { renameOrganisation } from "./rename-organisation";

type Invitation = Awaited<ReturnType<typeof findInvitation>>;

interface NewAccount {
  name: string;
  password_hash: string;
}

const newAccountOf = async (
  { name, password }: AcceptInvite,
  { email, organisation }: Invitation,
): Promise<NewAccount> => {
  const missing = Object.entries({ name, password }).flatMap(([path, value]) =>
    value === undefined ? [{ path, message: "Required to create your account." }] : [],
  );
  if (name === undefined || password === undefined) throw invalidInput(missing);
  refuseCommonPassword(password, [email, name, organisation.name]);
  return { name, password_hash: await hashPassword(password) };
};

/**
 * Finds or creates the invited person's account. The emailed token proves that the email address is theirs, just as a
 * verification does. The name and password of an account whose address was never verified are replaced, because a
 * stranger may have created it.
 */
const memberOf = async (system: SystemCtx, email: string, account: NewAccount | null) => {
  const { db } = system;
  const user = await lockUser(db, email);
  if (!account || user?.email_verified_at) return user;
  const proven = { ...account, email_verified_at: new Date() };
  if (user) {
    await endSignUps(db, user.id);
    await renameOrganisation(db, user, account.name);
    return db.user.update({ where: { id: user.id }, data: proven });
  }
  notifyRegistration(system, { name: account.name, email });
  return db.user.create({ data: { id: newId(), email, ...proven } });
};

const notifyInviter = async (system: SystemCtx, { invited_by, organisation }: Invitation, member: string) => {
  const inviter = await system.db.user.findUnique({ where: { id: invited_by } });
  if (!inviter) return;
  const data = { member, org: organisation.name };
  await queueEmail(system, { to: inviter.email, template: "org-invite-accepted", data });
};

const recordJoining = async (ctx: { db: Db; call: Client }, user_id: string, isNew: boolean): Promise<void> => {
  if (isNew) await recordSecurityEvent(ctx, { event: "account_create", user_id, method: "invitation" });
  await recordSecurityEvent(ctx, { event: "invitation_accept", user_id });
};

/** Makes the invited person a member. Creates an account if the email address has none. */
export const acceptInvite = async ({ db, call }: AnonymousCtx, input: AcceptInvite): Promise<AcceptedInvite> => {
  const invitation = await findInvitation(db, input.token);
  const { id, email, org_id, role, organisation, created_by_session } = invitation;
  const known = await db.user.findUnique({ where: { email } });
  if (!known?.email_verified_at) assertSignUpOpen(true);
  const account = known?.email_verified_at ? null : await newAccountOf(input, invitation);
  await inUnscopedTransaction(async (system) => {
    await claimInvitation(system.db, { id, email });
    const member = await memberOf(system, email, account);
    if (!member) throw invalidInput([{ path: "password", message: "Required to create your account." }]);
    await joinOrganisation(system, { org_id, user_id: member.id, role, created_by_session });
    await notifyInviter(system, invitation, member.name);
    await recordJoining({ db: system.db, call }, member.id, account !== null);
    await system.db.auditLog.create({
      data: {
        id: newId(),
        org_id,
        actor_type: "user",
        actor_id: member.id,
        action: "member.join",
        target_id: id,
        ip: call.ip,
        request_id: call.id,
      },
    });
  });
  return { email, organisation, role };
};
