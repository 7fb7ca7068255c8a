import { issueAccountToken } from "@/server/auth/account-token";
import type { ProviderId } from "@/server/auth/provider-ids";
import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { createOrganisation } from "@/server/features/organisations";
import { announceRegistration, lockUser } from "@/server/features/users";
import { Email, PersonName } from "@/server/features/users/contract";
import { linkIdentity } from "./link-identity";

export interface Identity {
  provider: ProviderId;
  /** The provider's own id of the person; unlike the address it never changes. */
  subject: string;
  name: string | null;
  email: string | null;
  email_verified: boolean;
}

type Admitted = { user_id: string } | { page: string };

/** Minutes to confirm that an account and an identity belong to one person. */
const minutes = 15;

const nameOf = ({ name }: Identity, email: string): string => {
  const given = PersonName.safeParse((name ?? "").slice(0, 200));
  return given.success ? given.data : (email.split("@")[0] ?? email);
};

const createAccount = async (system: SystemCtx, identity: Identity, email: string): Promise<Admitted> => {
  const { db } = system;
  const [id, name] = [newId(), nameOf(identity, email)];
  await db.user.create({ data: { id, email, name, email_verified_at: new Date() } });
  await createOrganisation(system, { name: `${name}’s organisation`, owner_id: id });
  await linkIdentity(db, id, { ...identity, email });
  await queueMail(system, { to: email, template: "welcome", data: { name }, idempotencyKey: `welcome:${id}` });
  announceRegistration(system, { name, email });
  return { user_id: id };
};

/** Nobody ever proved the account's address, so its password may be a stranger's; the provider's proof is the first. */
const takeOver = async ({ db }: SystemCtx, user_id: string, identity: Identity, email: string): Promise<Admitted> => {
  const now = new Date();
  const proven = { name: nameOf(identity, email), password_hash: null, email_verified_at: now };
  await db.user.update({ where: { id: user_id }, data: proven });
  await db.emailVerification.updateMany({ where: { user_id, used_at: null }, data: { used_at: now } });
  await linkIdentity(db, user_id, { ...identity, email });
  return { user_id };
};

const admitByEmail = async (system: SystemCtx, identity: Identity, email: string): Promise<Admitted> => {
  const { db } = system;
  const user = await lockUser(db, email);
  if (!user) return createAccount(system, identity, email);
  if (!user.email_verified_at) return takeOver(system, user.id, identity, email);
  const { provider, subject } = identity;
  const data = { provider, subject, email };
  const token = await issueAccountToken(db, { user_id: user.id, purpose: "pending-identity", minutes, data });
  return { page: `/link-account?token=${token}` };
};

/**
 * Who an identity provider vouches for: the user it is linked to, whatever its address is now; else a new user. An
 * account that has the address already is asked to confirm first, on the page answered. An address that the provider
 * does not vouch for neither signs in nor links.
 */
export const signInByIdentity = (identity: Identity): Promise<Admitted> =>
  inTransaction(async (system) => {
    const { provider, subject } = identity;
    const linked = await system.db.linkedIdentity.findUnique({ where: { provider_subject: { provider, subject } } });
    if (linked) return { user_id: linked.user_id };
    const email = Email.safeParse(identity.email);
    if (!email.success || !identity.email_verified) return { page: "/sign-in?error=email_unverified" };
    return admitByEmail(system, identity, email.data);
  });
