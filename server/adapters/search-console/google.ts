import type { OAuth2Client } from "google-auth-library";
import type { AppError } from "@/server/core/errors";
import { readProperty } from "@/server/core/property";
import { toProblem } from "./google-problem";
import { readProperties, readRows, readTokens } from "./google-responses";
import { type AnswerRow, type Question, type SearchConsole, scope } from "./port";

interface Options {
  clientId: string;
  clientSecret: string;
  /** The OAuth redirect URI, which must be registered with Google. */
  redirectUri: string;
  /** URLs of Google's sign-in pages, its token service and the Search Console API. */
  accountsUrl: string;
  oauthUrl: string;
  apiUrl: string;
  /** Timeout for each call; 15 s by default. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

const without = (address: string): string => address.replace(/\/$/, "");

type MakeClient = (accessToken?: string) => Promise<OAuth2Client>;

/** Creates a new client for each call. Doesn't retry. Loads the SDK on the first call. */
const clientsOf = ({
  clientId,
  clientSecret,
  redirectUri,
  timeoutMs = defaultTimeoutMs,
  ...at
}: Options): MakeClient => {
  let sdk: Promise<typeof import("google-auth-library")> | undefined;
  return async (accessToken) => {
    sdk ??= import("google-auth-library");
    const { OAuth2Client: Client } = await sdk;
    const client = new Client({
      clientId,
      clientSecret,
      redirectUri,
      endpoints: {
        oauth2AuthBaseUrl: `${without(at.accountsUrl)}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${without(at.oauthUrl)}/token`,
        oauth2RevokeUrl: `${without(at.oauthUrl)}/revoke`,
      },
      transporterOptions: { timeout: timeoutMs },
    });
    const once = {
      resolved: async <C extends object>(config: C) => ({ ...config, retry: false, retryConfig: { retry: 0 } }),
    };
    client.transporter.interceptors.request.add(once);
    if (accessToken !== undefined) client.setCredentials({ access_token: accessToken });
    return client;
  };
};

const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toProblem(error);
  }
};

const bodyOf = ({ from, to, dimensions, start, limit }: Question) => ({
  startDate: from,
  endDate: to,
  dimensions: [...dimensions],
  rowLimit: limit,
  startRow: start,
});

/** Calls Google: OAuth 2.0 for web servers with PKCE, and version 3 of the Search Console API. */
export const googleSearchConsole = (options: Options): SearchConsole => {
  const makeClient = clientsOf(options);
  const api = `${without(options.apiUrl)}/webmasters/v3/sites`;
  const call = async (accessToken: string, url: string, data?: object): Promise<unknown> => {
    const client = await makeClient(accessToken);
    const answer = await client.request({ url, ...(data ? { method: "POST", data } : {}) });
    return answer.data;
  };
  return {
    kind: "google",
    location: api,
    consentUrl: async ({ state, codeChallenge }) => {
      const { CodeChallengeMethod } = await import("google-auth-library");
      return (await makeClient()).generateAuthUrl({
        scope,
        access_type: "offline",
        prompt: "consent",
        state,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
      });
    },
    exchangeCode: (given) => attempt(async () => readTokens((await (await makeClient()).getToken(given)).tokens)),
    refresh: (refreshToken) =>
      attempt(async () => {
        const client = await makeClient();
        client.setCredentials({ refresh_token: refreshToken });
        const { credentials } = await client.refreshAccessToken();
        const tokens = readTokens(credentials);
        // Replaces an unchanged refresh token with null: if Google doesn't send a new one, the SDK returns the old one.
        return tokens.refresh_token === refreshToken ? { ...tokens, refresh_token: null } : tokens;
      }),
    revoke: (token) =>
      attempt(async () => void (await (await makeClient()).revokeToken(token))).catch((error: AppError) => {
        if (readProperty(error.details, "status") !== 400) throw error;
      }),
    listProperties: (accessToken) =>
      attempt(async () => {
        return readProperties(await call(accessToken, api));
      }),
    queryRows: (accessToken, question) =>
      attempt(async (): Promise<AnswerRow[]> => {
        const url = `${api}/${encodeURIComponent(question.property)}/searchAnalytics/query`;
        return readRows(await call(accessToken, url, bodyOf(question)));
      }),
  };
};
