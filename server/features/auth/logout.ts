import { endSession } from "@/server/auth/sessions";
import type { Ctx } from "@/server/core/context";

export const logout = async ({ db, session_id }: Ctx): Promise<Record<string, never>> => {
  await endSession(db, session_id);
  return {};
};
