import { checkCredentials } from "@/server/auth/credentials";
import { originOf } from "@/server/auth/sessions";
import type { AnonymousCtx } from "@/server/core/context";
import { inTransaction } from "@/server/core/transaction";
import type { Login, TokenPair } from "./contract";
import { presentSession } from "./internal";
import { openSession } from "./open-session";

export const login = async ({ call }: AnonymousCtx, { email, password }: Login): Promise<TokenPair> => {
  const { id } = await checkCredentials(email, password);
  return inTransaction(async (system) =>
    presentSession(system.db, await openSession(system, id, originOf(call.headers, call.ip))),
  );
};
