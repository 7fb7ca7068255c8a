import type { User } from "@/generated/prisma/client";
import type { Client, SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { recordSecurityEvent } from "@/server/core/security-log";
import { truncate } from "@/server/core/truncate";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { issueAccountToken } from "../auth/account-token";
import type { ProviderId } from "../auth/provider-ids";
import { createOrganisation } from "../memberships";
import { endSignUps, lockUser, notifyRegistration, renameOrganisation } from "../users";
import { Email, PersonName } from "../users/contract";
import { linkIdentity } from "./link-identity";

export interface Identity {
  provider: ProviderId;
  /** The provider's own id for the person. Unlike the email address, it never changes. */
  subject: string;
  name: string | null;
  email: string | null;
  email_verified: boolean;
}

type Admitted = { user_id: string } | { page: string };

/** Time limit for confirming that the account and the identity belong to the same person, in minutes. */
const minutes = 15;

const nameOf = ({ name }: Identity, email: string): string => {
  const given = PersonName.safeParse(truncate(name ?? "", 200));
  return given.success ? given.data : (email.split("@")[0] ?? email);
};

type Arrival = SystemCtx & { call: Client };

const createAccount = async (system: Arrival, identity: Identity, email: string): Promise<Admitted> => {
  const { db } = system;
  if (env.SIGN_UP !== "open") return { page: "/sign-in?error=sign_up_closed" };
  const [id, name] = [newId(), nameOf(identity, email)];
  await db.user.create({ data: { id, email, name, email_verified_at: new Date() } });
  await createOrganisation(system, { name: `${name}’s organisation`, owner_id: id });
  await linkIdentity(db, id, { ...identity, email });
  await queueEmail(system, { to: email, template: "welcome", data: { name }, idempotencyKey: `welcome:${id}` });
  notifyRegistration(system, { name, email });
  await recordSecurityEvent(system, { event: "account_create", user_id: id, method: identity.provider });
  return { user_id: id };
};

/**
 * Gives an unverified account to the person whose email address the provider confirms. The account's password may have
 * been set by a stranger, because its address was never verified.
 */
const takeOver = async (system: Arrival, user: User, identity: Identity, email: string): Promise<Admitted> => {
  const { db } = system;
  const { id: user_id } = user;
  const name = nameOf(identity, email);
  const proven = { name, password_hash: null, email_verified_at: new Date() };
  await renameOrganisation(db, user, name);
  await db.user.update({ where: { id: user_id }, data: proven });
  await endSignUps(db, user_id);
  await linkIdentity(db, user_id, { ...identity, email });
  await recordSecurityEvent(system, { event: "email_verify", user_id, method: identity.provider });
  await recordSecurityEvent(system, { event: "identity_link", user_id, method: identity.provider });
  return { user_id };
};

const admitByEmail = async (system: Arrival, identity: Identity, email: string): Promise<Admitted> => {
  const { db } = system;
  const user = await lockUser(db, email);
  if (!user) return createAccount(system, identity, email);
  if (!user.email_verified_at) return takeOver(system, user, identity, email);
  const { provider, subject } = identity;
  const data = { provider, subject, email };
  const token = await issueAccountToken(db, { user_id: user.id, purpose: "pending-identity", minutes, data });
  return { page: `/link-account?token=${token}` };
};

/**
 * Signs in the user linked to the identity, even if the identity's email address has changed; otherwise creates a user.
 * If a verified account already has the address, returns the page where its owner must confirm the link first. A new
 * identity is accepted only if the provider confirms its address.
 */
export const signInByIdentity = (call: Client, identity: Identity): Promise<Admitted> =>
  inUnscopedTransaction(async (system) => {
    const { provider, subject } = identity;
    const linked = await system.db.linkedIdentity.findUnique({ where: { provider_subject: { provider, subject } } });
    if (linked) return { user_id: linked.user_id };
    const email = Email.safeParse(identity.email);
    if (!email.success || !identity.email_verified) return { page: "/sign-in?error=email_unverified" };
    return admitByEmail({ ...system, call }, identity, email.data);
  });
