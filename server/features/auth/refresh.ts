import { renewSession } from "@/server/auth/sessions";
import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { inTransaction } from "@/server/core/transaction";
import type { Refresh, TokenPair } from "./contract";
import { presentSession } from "./internal";

export const refresh = async (_ctx: AnonymousCtx, { refresh_token }: Refresh): Promise<TokenPair> => {
  const renewed = await inTransaction(async ({ db }) => {
    const session = await renewSession(db, refresh_token);
    return session && presentSession(db, session);
  });
  // Thrown after the commit, which keeps the end of a session whose token came twice.
  if (!renewed) throw new AppError("token_expired", "The session has ended. Please sign in again.");
  return renewed;
};
