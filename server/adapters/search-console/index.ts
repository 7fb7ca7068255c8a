import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { oncePerProcess } from "@/server/core/process-wide";
import { googleSearchConsole } from "./google";
import type { SearchConsole } from "./port";

/** Returns this process's source of search data, or null if none is configured. */
export const findSearchConsole = (): SearchConsole | null => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return oncePerProcess("search-console", () =>
    googleSearchConsole({
      clientId,
      clientSecret,
      redirectUri: `${env.BASE_URL}/api/search-perf/auth/callback`,
      accountsUrl: env.GOOGLE_BASE_URL,
      oauthUrl: env.GOOGLE_OAUTH_URL,
      apiUrl: env.SEARCH_CONSOLE_URL,
    }),
  );
};

/** Returns this process's source of search data. Throws AppError `not_configured` if there is none. */
export const getSearchConsole = (): SearchConsole => {
  const found = findSearchConsole();
  if (found) return found;
  throw new AppError(
    "not_configured",
    "Search performance isn't configured. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; see docs/search-performance.md.",
  );
};
