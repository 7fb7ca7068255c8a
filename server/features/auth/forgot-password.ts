import { passwordResetRequested } from "@/inngest/events";
import type { AnonymousCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { ForgotPassword } from "./contract";

/** A job looks for the account and writes to it, so answer and time are the same for every address. */
export const forgotPassword = async (ctx: AnonymousCtx, { email }: ForgotPassword): Promise<Record<string, never>> => {
  ctx.emit(passwordResetRequested.create({ request_id: newId(), email }));
  return {};
};
