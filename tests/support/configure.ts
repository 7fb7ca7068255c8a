import { type Env, env } from "@/server/core/env";
import { processWide } from "@/server/core/process-wide";

const chosen = ["payments", "chat", "model", "search-console"] as const;

/** Changes the settings of this process and resets the ports, so that adapters are chosen again. */
export const configure = (given: { [Name in keyof Env]?: Env[Name] | undefined }): void => {
  Object.assign(env, given);
  for (const name of chosen) processWide(name).value = undefined;
};
