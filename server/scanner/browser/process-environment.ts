import { env } from "node:process";

const secretName = /secret|token|password|key|database_url|redis_url|smtp_url/i;

/**
 * The variables this process was started with, for starting the browser (PATH, HOME, locale, display), without
 * anything that looks like a secret: the browser opens pages nobody trusts. Settings come from server/core/env.
 */
export const environmentForBrowser = (): Record<string, string> => {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || secretName.test(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
};
