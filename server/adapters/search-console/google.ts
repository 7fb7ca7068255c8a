import type { OAuth2Client } from "google-auth-library";
import { z } from "zod";
import { AppError } from "@/server/core/errors";
import { toProblem } from "./google-problem";
import { type AnswerRow, type Property, type Question, type SearchConsole, scope, type Tokens } from "./port";

interface Options {
  clientId: string;
  clientSecret: string;
  /** Where Google sends the browser back to; registered there. */
  redirectUri: string;
  /** Addresses of Google's accounts, of its token service and of the Search Console API. */
  accountsUrl: string;
  oauthUrl: string;
  apiUrl: string;
  /** After this a call is given up; 15 s unless given. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expiry_date: z.number().positive(),
  scope: z.string().default(""),
});
const SitesAnswer = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
});
const figure = z.number().default(0);
const RowsAnswer = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()).default([]),
        clicks: figure,
        impressions: figure,
        ctr: figure,
        position: figure,
      }),
    )
    .default([]),
});

/** An answer that is none of Google's, such as a proxy's page. */
const read = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new AppError("upstream_failed", "Google answered something unexpected.", { retryable: true, status: null });
};

const toTokens = (data: unknown): Tokens => {
  const { access_token, refresh_token = null, expiry_date, scope: granted } = read(TokenAnswer, data);
  return { access_token, refresh_token, expires_at: new Date(expiry_date), scopes: granted.split(" ").filter(Boolean) };
};

const without = (address: string): string => address.replace(/\/$/, "");

type MakeClient = (accessToken?: string) => Promise<OAuth2Client>;

/** A client a call, each tried once; the SDK is loaded with the first. */
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

/** Speaks to Google: OAuth 2.0 for web servers with PKCE, and version 3 of the Search Console API. */
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
    exchangeCode: (given) => attempt(async () => toTokens((await (await makeClient()).getToken(given)).tokens)),
    refresh: (refreshToken) =>
      attempt(async () => {
        const client = await makeClient();
        client.setCredentials({ refresh_token: refreshToken });
        const { credentials } = await client.refreshAccessToken();
        const tokens = toTokens(credentials);
        // The SDK fills in the old one where Google gave none.
        return tokens.refresh_token === refreshToken ? { ...tokens, refresh_token: null } : tokens;
      }),
    revoke: (token) =>
      attempt(async () => void (await (await makeClient()).revokeToken(token))).catch((error: AppError) => {
        const { status } = (error.details ?? {}) as { status?: number | null };
        if (status !== 400) throw error;
      }),
    listProperties: (accessToken) =>
      attempt(async () => {
        const { siteEntry } = read(SitesAnswer, await call(accessToken, api));
        return siteEntry.map(
          ({ siteUrl, permissionLevel }): Property => ({ property: siteUrl, permission: permissionLevel }),
        );
      }),
    ask: (accessToken, question) =>
      attempt(async (): Promise<AnswerRow[]> => {
        const url = `${api}/${encodeURIComponent(question.property)}/searchAnalytics/query`;
        return read(RowsAnswer, await call(accessToken, url, bodyOf(question))).rows;
      }),
  };
};
