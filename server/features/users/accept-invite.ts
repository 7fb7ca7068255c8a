import { hashPassword, refuseCommonPassword } from "@/server/auth/password";
import type { AnonymousCtx, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { joinOrganisation } from "@/server/features/organisations";
import type { AcceptedInvite, AcceptInvite } from "./contract";
import { claimInvitation, findInvitation } from "./find-invitation";
import { announceRegistration, lockUser } from "./internal";

interface NewAccount {
  name: string;
  password_hash: string;
}

const newAccountOf = async ({ name, password }: AcceptInvite): Promise<NewAccount> => {
  const missing = Object.entries({ name, password }).flatMap(([path, value]) =>
    value === undefined ? [{ path, message: "Needed to make your account." }] : [],
  );
  if (name === undefined || password === undefined) throw invalidInput(missing);
  refuseCommonPassword(password);
  return { name, password_hash: await hashPassword(password) };
};

/**
 * The token came by mail, so it proves the address as a verification would. An account that never proved it may be a
 * stranger's: it is taken over with the name and password given now.
 */
const memberOf = async (system: SystemCtx, email: string, account: NewAccount | null) => {
  const { db } = system;
  const user = await lockUser(db, email);
  if (!account || user?.email_verified_at) return user;
  const proven = { ...account, email_verified_at: new Date() };
  if (user) return db.user.update({ where: { id: user.id }, data: proven });
  announceRegistration(system, { name: account.name, email });
  return db.user.create({ data: { id: newId(), email, ...proven } });
};

type Invitation = Awaited<ReturnType<typeof findInvitation>>;

const tellInviter = async (system: SystemCtx, { invited_by, organisation }: Invitation, member: string) => {
  const inviter = await system.db.user.findUnique({ where: { id: invited_by } });
  if (!inviter) return;
  const data = { member, org: organisation.name };
  await queueMail(system, { to: inviter.email, template: "org-invite-accepted", data });
};

/** Makes the invited person a member, with a new account when the address has none. */
export const acceptInvite = async ({ db, call }: AnonymousCtx, input: AcceptInvite): Promise<AcceptedInvite> => {
  const invitation = await findInvitation(db, input.token);
  const { id, email, org_id, role, organisation } = invitation;
  const known = await db.user.findUnique({ where: { email } });
  const account = known?.email_verified_at ? null : await newAccountOf(input);
  await inTransaction(async (system) => {
    await claimInvitation(system.db, id);
    const member = await memberOf(system, email, account);
    if (!member) throw invalidInput([{ path: "password", message: "Needed to make your account." }]);
    await joinOrganisation(system, { org_id, user_id: member.id, role });
    await tellInviter(system, invitation, member.name);
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
