import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { recordSecurityEvent } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { renewSession } from "../auth/sessions";
import type { Refresh, TokenPair } from "./contract";
import { toSessionOutput } from "./internal";

export const refresh = async ({ call }: AnonymousCtx, { refresh_token }: Refresh): Promise<TokenPair> => {
  const renewed = await inUnscopedTransaction(async ({ db }) => {
    const session = await renewSession(db, refresh_token);
    if (!session) return null;
    if (!("betrayed" in session)) return toSessionOutput(db, session);
    await recordSecurityEvent({ db, call }, { event: "session_refresh", outcome: "refused", ...session.betrayed });
    return null;
  });
  // Throws after the commit, so that a session whose refresh token was reused stays revoked.
  if (!renewed) throw new AppError("token_expired", "Your session has ended. Sign in again.");
  return renewed;
};
