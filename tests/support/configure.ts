import { type Env, env } from "@/server/core/env";

const chosen = ["curbcutPayments", "curbcutChat", "curbcutModel", "curbcutSearchConsole"] as const;

/** Changes the configuration of this process; the ports that it concerns are chosen anew. */
export const configure = (given: { [Name in keyof Env]?: Env[Name] | undefined }): void => {
  Object.assign(env, given);
  for (const name of chosen) Reflect.deleteProperty(globalThis, name);
};
