import { z } from "zod";
import type { AnonymousCtx, Client, Db, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail, supportContact } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { findAccountToken, issueAccountToken, voidAccountTokens } from "../auth/account-token";
import { revokeSessions } from "../auth/revoke-sessions";
import { endSignUps, freeAddress, lockUserById } from "../users";
import { Change, type SecureAccount, type Secured, type Securing, type ShowSecuring } from "./contract";
import { listAdded, startOfRecent } from "./list-added";
import { removeAdded, unlinkIdentity } from "./remove-added";

const resetMinutes = 60;

const Sent = z.object({ change: Change, sent_to: z.string() });

const findSecuring = async (db: Db, token: string) => {
  const row = await findAccountToken(db, token, "secure-account");
  return { ...row, ...Sent.parse(row.data) };
};

type Found = Awaited<ReturnType<typeof findSecuring>>;

/**
 * Reports whether securing the account relinks a removed identity. An identity that was linked only recently isn't
 * relinked, because it may be an intruder's.
 */
const relinks = ({ kind, linked_at }: Change): boolean =>
  kind === "identity_removed" && linked_at !== undefined && new Date(linked_at) <= startOfRecent();

export const showSecuring = async ({ db }: AnonymousCtx, { token }: ShowSecuring): Promise<Securing> => {
  const { change, sent_to, created_at, user } = await findSecuring(db, token);
  return {
    change: change.kind,
    provider: change.provider ?? null,
    relinks: relinks(change),
    changed_at: created_at,
    email: sent_to,
    added: await listAdded(db, { id: user.id, email: sent_to }),
  };
};

/**
 * Marks a link as used. Revokes all later links, but not earlier ones: someone who changed the email address receives
 * later links at the new address, and those links must not undo what the owner does with an earlier one.
 */
const claim = async (db: Db, { id, user_id, created_at }: Found): Promise<void> => {
  const now = new Date();
  const mine = { user_id, purpose: "secure-account", used_at: null };
  const { count } = await db.accountToken.updateMany({
    where: { ...mine, id, expires_at: { gt: now } },
    data: { used_at: now },
  });
  if (count === 0)
    throw new AppError(
      "expired",
      "This link has already been used or has expired. Reset your password instead.",
      undefined,
      { link: { kind: "secure-account", user_id } },
    );
  await db.accountToken.updateMany({ where: { ...mine, created_at: { gte: created_at } }, data: { used_at: now } });
};

/** Restores the email address that the link was sent to. Opening the link proves access to the address. */
const restoreEmail = async (system: SystemCtx, { user_id, user, sent_to }: Found): Promise<void> => {
  const { db } = system;
  const now = new Date();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  if (email !== sent_to) {
    if (!(await freeAddress(db, user_id, sent_to)))
      throw new AppError(
        "conflict",
        `${sent_to} now belongs to another account. Ask the operator of this server for help.`,
      );
    const data = { name: user.name, new_email: sent_to, when: now.toISOString(), ...supportContact() };
    await queueEmail(system, { to: email, template: "email-changed", data });
  }
  await db.user.update({
    where: { id: user_id },
    data: { email: sent_to, email_verified_at: now, password_hash: null },
  });
};

const undoIdentity = async (ctx: { db: Db; call: Client }, { user_id, change }: Found): Promise<void> => {
  const { db } = ctx;
  const { kind, provider, subject, email, linked_at } = change;
  if (!provider || !subject) return;
  if (kind === "identity_linked") await unlinkIdentity(ctx, { provider, subject, user_id });
  if (!relinks(change) || !email || !linked_at) return;
  const data = [{ provider, subject, user_id, email, created_at: linked_at }];
  const { count } = await db.linkedIdentity.createMany({ data, skipDuplicates: true });
  if (count > 0) await recordSecurityEvent(ctx, { event: "identity_link", user_id, method: provider });
};

/**
 * "This wasn't me": undoes the change that an email was about, revokes all sessions, removes the password and recent
 * additions, and starts a password reset.
 */
export const secureAccount = async ({ db, call }: AnonymousCtx, { token, keep }: SecureAccount): Promise<Secured> => {
  const found = await findSecuring(db, token);
  const { user_id, sent_to: email } = found;
  return inUnscopedTransaction(async (system) => {
    const security = { db: system.db, call };
    await lockUserById(system.db, user_id);
    await claim(system.db, found);
    await restoreEmail(system, found);
    await removeAdded(system, { user: { id: user_id, email }, call }, keep);
    await undoIdentity(security, found);
    await revokeSessions(security, user_id);
    await voidAccountTokens(system.db, user_id);
    await endSignUps(system.db, user_id);
    await recordSecurityEvent(security, { event: "account_secure", user_id, method: found.change.kind });
    const reset = { user_id, purpose: "reset-password", minutes: resetMinutes, data: { keep } } as const;
    return { email, reset_token: await issueAccountToken(system.db, reset) };
  });
};
