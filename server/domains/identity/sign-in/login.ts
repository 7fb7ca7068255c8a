import type { AnonymousCtx } from "@/server/core/context";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { checkCredentials } from "../auth/credentials";
import { rememberDevice } from "../auth/known-device";
import type { Login, TokenPair } from "./contract";
import { toSessionOutput } from "./internal";
import { openSession } from "./open-session";

export const login = async ({ call, reply }: AnonymousCtx, { email, password }: Login): Promise<TokenPair> => {
  const { id, proof } = await checkCredentials(call, { email, password });
  const session = await inUnscopedTransaction(async (system) =>
    toSessionOutput(system.db, await openSession({ ...system, call }, id, proof)),
  );
  rememberDevice(reply.headers, call, id);
  return session;
};
