import { z } from "zod";
import { getDatabase } from "@/server/adapters/database";
import { claimAccountToken, findAccountToken } from "@/server/auth/account-token";
import { providerIds } from "@/server/auth/provider-ids";
import type { Call, Principal } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { inTransaction } from "@/server/core/transaction";
import { linkIdentity } from "./link-identity";
import type { Identity } from "./sign-in-by-identity";

/** A linking that was begun on the account page, and the session that came back from the provider. */
export interface Linking {
  token: string;
  principal: Principal;
  call: Pick<Call, "id" | "ip">;
}

const Begun = z.object({ provider: z.enum(providerIds), session_id: z.string() });

/**
 * Links an identity to the account whose session asked for it, whatever address the identity has. Throws `expired` or
 * `invalid_code` for a token of another session or provider, `email_not_verified` where the provider does not vouch for
 * the address, and `conflict` when the identity opens another account.
 */
export const addIdentity = async ({ token, principal, call }: Linking, identity: Identity): Promise<void> => {
  const row = await findAccountToken((await getDatabase()).prisma, token, "add-identity");
  const begun = Begun.parse(row.data);
  if (begun.session_id !== principal.session_id || begun.provider !== identity.provider)
    throw new AppError("invalid_code", "This was begun elsewhere. Please start again on your account page.");
  const { provider, subject, email, email_verified } = identity;
  if (!email || !email_verified)
    throw new AppError("email_not_verified", "The provider does not vouch for the address of that account.");
  const { user_id, org_id } = principal;
  await inTransaction(async ({ db }) => {
    await claimAccountToken(db, row);
    await linkIdentity(db, user_id, { provider, subject, email });
    const entry = { org_id, actor_type: "user", actor_id: user_id, action: "identity.add", target_id: user_id };
    await db.auditLog.create({ data: { id: newId(), ...entry, ip: call.ip, request_id: call.id } });
  });
};
