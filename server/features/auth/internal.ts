import type { StartedSession } from "@/server/auth/sessions";
import { accessTokenSeconds } from "@/server/auth/token";
import type { Db } from "@/server/core/context";
import { getMe } from "@/server/features/users";
import type { TokenPair } from "./contract";

export const presentSession = async (db: Db, session: StartedSession): Promise<TokenPair> => ({
  access_token: session.access_token,
  token_type: "Bearer",
  expires_in: accessTokenSeconds,
  refresh_token: session.refresh_token,
  user: await getMe({ db, ...session }),
});
