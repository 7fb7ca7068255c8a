import { z } from "zod";
import { getUnscopedDb } from "@/server/adapters/database";
import type { AnonymousCtx, Client, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { recordSecurityEvent, type SecurityCtx } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { claimAccountToken, findAccountToken, voidAccountTokens } from "../auth/account-token";
import { checkPassword } from "../auth/password";
import { type ProviderId, providerIds } from "../auth/provider-ids";
import { revokeSessions } from "../auth/revoke-sessions";
import { countGuessAt } from "../auth/slow-guessing";
import { notifyChange } from "../recovery";
import type { LinkIdentity, LinkToken, PendingLink } from "./contract";

const Linking = z.object({ provider: z.enum(providerIds), subject: z.string(), email: z.string() });
type Linking = z.infer<typeof Linking>;

/** Links an identity to a user. Throws `conflict` if it has since been linked to another account. */
export const linkIdentity = async (
  db: Db,
  user_id: string,
  { provider, subject, email }: Linking,
  created_by_session: string | null = null,
): Promise<void> => {
  const data = [{ provider, subject, user_id, email, created_by_session }];
  await db.linkedIdentity.createMany({ data, skipDuplicates: true });
  const { user_id: owner } = await db.linkedIdentity.findUniqueOrThrow({
    where: { provider_subject: { provider, subject } },
  });
  if (owner !== user_id) throw new AppError("conflict", "This sign-in is already linked to another account.");
};

/**
 * Returns a pending link by its token. A token from the page's URL requires proof; an emailed token is proof in itself.
 */
export const findLink = async (db: Db, token: string) => {
  const row = await findAccountToken(db, token, "link-identity", "pending-identity");
  return { ...row, linking: Linking.parse(row.data) };
};

export const readPendingLink = async ({ db }: AnonymousCtx, { token }: LinkToken): Promise<PendingLink> => {
  const { purpose, user, linking } = await findLink(db, token);
  const byPassword = user.password_hash === null ? "mail" : "password";
  const confirmation = purpose === "link-identity" ? "press" : byPassword;
  return { provider: linking.provider, email: user.email, confirmation };
};

type Link = Awaited<ReturnType<typeof findLink>>;

const checkProof = async (call: Client, { purpose, user }: Link, password: string | undefined): Promise<void> => {
  if (purpose === "link-identity") return;
  if (password === undefined) throw invalidInput([{ path: "password", message: "Enter the account's password." }]);
  const { id: user_id, email } = user;
  const guess = await countGuessAt(call, { kind: "password", email, user_id }, "identity_link");
  if (await checkPassword(password, user.password_hash)) return guess.wasRight();
  await guess.wasWrong();
  const db = await getUnscopedDb();
  await recordSecurityEvent({ db, call }, { event: "identity_link", outcome: "failed", user_id, method: "password" });
  throw new AppError("invalid_credentials", "The password is wrong.");
};

/**
 * Removes all other ways to access the account. The provider and the mailbox have both confirmed who the owner is, but
 * the password and the sessions may belong to a stranger who entered the owner's email address. Identities with the
 * same address are kept.
 */
const removeOthers = async (ctx: SecurityCtx, { user_id, user: { email } }: Link): Promise<void> => {
  const { db } = ctx;
  await revokeSessions(ctx, user_id);
  await voidAccountTokens(db, user_id);
  await db.user.update({ where: { id: user_id }, data: { password_hash: null } });
  const others = { user_id, email: { not: email } };
  const removed = await db.linkedIdentity.findMany({ where: others });
  await db.linkedIdentity.deleteMany({ where: others });
  for (const { provider } of removed)
    await recordSecurityEvent(ctx, { event: "identity_unlink", user_id, method: provider });
};

/**
 * Links an identity to the account that has its email address, once the owner has confirmed this with the password or
 * an emailed link.
 */
export const confirmLink = async (
  { db, call }: AnonymousCtx,
  { token, password }: LinkIdentity,
): Promise<{ provider: ProviderId; email: string }> => {
  const link = await findLink(db, token);
  await checkProof(call, link, password);
  const { id, user_id, purpose, linking } = link;
  await inUnscopedTransaction(async (system) => {
    const security = { db: system.db, call };
    await claimAccountToken(system.db, { id, user_id, purpose });
    if (purpose === "link-identity") await removeOthers(security, link);
    await linkIdentity(system.db, user_id, linking);
    await notifyChange(system, link.user, { kind: "identity_linked", ...linking });
    await recordSecurityEvent(security, { event: "identity_link", user_id, method: linking.provider });
  });
  return { provider: linking.provider, email: link.user.email };
};
