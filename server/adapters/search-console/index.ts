import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { googleSearchConsole } from "./google";
import type { SearchConsole } from "./port";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutSearchConsole?: SearchConsole };

/** The one source of search figures of this process, null when none is configured. */
export const findSearchConsole = (): SearchConsole | null => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (clientId && clientSecret)
    globals.curbcutSearchConsole ??= googleSearchConsole({
      clientId,
      clientSecret,
      redirectUri: `${env.BASE_URL}/api/search-perf/auth/callback`,
      accountsUrl: env.GOOGLE_BASE_URL,
      oauthUrl: env.GOOGLE_OAUTH_URL,
      apiUrl: env.SEARCH_CONSOLE_URL,
    });
  return globals.curbcutSearchConsole ?? null;
};

/** The one source of search figures of this process. Throws AppError `not_configured` when there is none. */
export const getSearchConsole = (): SearchConsole => {
  const found = findSearchConsole();
  if (found) return found;
  throw new AppError(
    "not_configured",
    "Search performance has no Google client. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, see docs/search-performance.md.",
  );
};
