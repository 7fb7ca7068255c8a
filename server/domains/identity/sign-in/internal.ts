import type { Db } from "@/server/core/context";
import type { StartedSession } from "../auth/sessions";
import { accessTokenSeconds } from "../auth/token";
import { getMe } from "../users";
import type { TokenPair } from "./contract";

export const toSessionOutput = async (db: Db, session: StartedSession): Promise<TokenPair> => ({
  access_token: session.access_token,
  token_type: "Bearer",
  expires_in: accessTokenSeconds,
  refresh_token: session.refresh_token,
  user: await getMe({ db, ...session }),
});
