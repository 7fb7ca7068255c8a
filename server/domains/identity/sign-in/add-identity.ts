import { z } from "zod";
import { ActorType } from "@/generated/prisma/enums";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Client, Principal } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { recordSecurityEvent } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { claimAccountToken, findAccountToken } from "../auth/account-token";
import { providerIds } from "../auth/provider-ids";
import { notifyChange } from "../recovery";
import { linkIdentity } from "./link-identity";
import type { Identity } from "./sign-in-by-identity";

/** The link token from the account page, and the session in which the user returned from the provider. */
export interface Linking {
  token: string;
  principal: Principal;
  call: Client;
}

const Begun = z.object({ provider: z.enum(providerIds), session_id: z.string() });

/**
 * Links an identity to the account whose session requested it, even if the identity has a different email address.
 * Throws `expired` if the token has been used or has expired, `invalid_code` if it belongs to another session or
 * provider, `email_not_verified` if the provider doesn't confirm the address, and `conflict` if the identity belongs to
 * another account.
 */
export const addIdentity = async ({ token, principal, call }: Linking, identity: Identity): Promise<void> => {
  const row = await findAccountToken(await getUnscopedDb(), token, "add-identity");
  const begun = Begun.parse(row.data);
  if (begun.session_id !== principal.session_id || begun.provider !== identity.provider)
    throw new AppError("invalid_code", "Linking was started in a different session. Start again on your account page.");
  const { provider, subject, email, email_verified } = identity;
  if (!email || !email_verified)
    throw new AppError(
      "email_not_verified",
      "The provider hasn't verified this email address. Verify it with the provider first.",
    );
  const { user_id, org_id, session_id } = principal;
  await inUnscopedTransaction(async (system) => {
    const { db } = system;
    await claimAccountToken(db, row);
    await linkIdentity(db, user_id, { provider, subject, email }, session_id);
    await notifyChange(system, row.user, { kind: "identity_linked", provider, subject, email });
    await recordSecurityEvent({ db, call }, { event: "identity_link", user_id, method: provider, session_id });
    const entry = { org_id, actor_type: ActorType.user, actor_id: user_id, action: "identity.add", target_id: user_id };
    await db.auditLog.create({ data: { id: newId(), ...entry, ip: call.ip, request_id: call.id } });
  });
};
