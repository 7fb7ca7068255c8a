import type { Client, Ctx } from "@/server/core/context";
import { recordSecurityEvent } from "@/server/core/security-log";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { clearSiteData } from "../auth/clear-site-data";
import { endSession } from "../auth/sessions";

type Person = Pick<Ctx, "user_id" | "session_id">;

const end = async (ctx: Pick<Ctx, "db"> & { call: Client }, { user_id, session_id }: Person): Promise<void> => {
  if (await endSession(ctx.db, session_id)) await recordSecurityEvent(ctx, { event: "sign_out", user_id, session_id });
};

export const logout = async (ctx: Ctx): Promise<Record<string, never>> => {
  await end(ctx, ctx);
  clearSiteData(ctx.reply.headers);
  return {};
};

/** Like `logout`, but for next-auth's sign-out in the browser. */
export const signOut = (call: Client, person: Person): Promise<void> =>
  inUnscopedTransaction(({ db }) => end({ db, call }, person));
