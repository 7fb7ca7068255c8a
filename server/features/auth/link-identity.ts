import { z } from "zod";
import { claimAccountToken, findAccountToken } from "@/server/auth/account-token";
import { checkPassword } from "@/server/auth/password";
import { type ProviderId, providerIds } from "@/server/auth/provider-ids";
import type { AnonymousCtx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { inTransaction } from "@/server/core/transaction";
import type { LinkIdentity, LinkToken, PendingLink } from "./contract";

const Linking = z.object({ provider: z.enum(providerIds), subject: z.string(), email: z.string() });
type Linking = z.infer<typeof Linking>;

/** Throws `conflict` when the identity belongs to another account meanwhile. */
export const linkIdentity = async (db: Db, user_id: string, { provider, subject, email }: Linking): Promise<void> => {
  await db.linkedIdentity.createMany({ data: [{ provider, subject, user_id, email }], skipDuplicates: true });
  const { user_id: owner } = await db.linkedIdentity.findUniqueOrThrow({
    where: { provider_subject: { provider, subject } },
  });
  if (owner !== user_id) throw new AppError("conflict", "This sign-in belongs to another account already.");
};

/** A token in the address of the page asks for a proof; one that came by mail is the proof. */
export const findLink = async (db: Db, token: string) => {
  const row = await findAccountToken(db, token, "pending-identity", "link-identity");
  return { ...row, linking: Linking.parse(row.data) };
};

export const readPendingLink = async ({ db }: AnonymousCtx, { token }: LinkToken): Promise<PendingLink> => {
  const { purpose, user, linking } = await findLink(db, token);
  const byPassword = user.password_hash === null ? "mail" : "password";
  const confirmation = purpose === "link-identity" ? "press" : byPassword;
  return { provider: linking.provider, email: user.email, confirmation };
};

type Link = Awaited<ReturnType<typeof findLink>>;

const checkProof = async ({ purpose, user }: Link, password: string | undefined): Promise<void> => {
  if (purpose === "link-identity") return;
  if (password === undefined) throw invalidInput([{ path: "password", message: "Enter the password of the account." }]);
  if (!(await checkPassword(password, user.password_hash)))
    throw new AppError("invalid_credentials", "The password is wrong.");
};

/** Links an identity to the account of its address, after one confirmation: the password, or a link that came by mail. */
export const confirmLink = async (
  { db }: AnonymousCtx,
  { token, password }: LinkIdentity,
): Promise<{ provider: ProviderId; email: string }> => {
  const link = await findLink(db, token);
  await checkProof(link, password);
  const { id, user_id, purpose, linking } = link;
  await inTransaction(async (system) => {
    await claimAccountToken(system.db, { id, user_id, purpose });
    await linkIdentity(system.db, user_id, linking);
  });
  return { provider: linking.provider, email: link.user.email };
};
