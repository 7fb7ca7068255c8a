import type { User } from "next-auth";
import type { Provider } from "next-auth/providers/index";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { configuredProviders, type ProviderId } from "../auth/provider-ids";

/** All providers document that they accept the client secret in the request body. */
const client = { token_endpoint_auth_method: "client_secret_post" } as const;

/** Time limit for a call to a provider. next-auth's default of 3.5 seconds is too short for a busy provider. */
const PROVIDER_MS = 10_000;

const credentials = (clientId = "", clientSecret = "") => ({
  ...{ clientId, clientSecret },
  httpOptions: { timeout: PROVIDER_MS },
});

interface Profile {
  id: string;
  name: string | null | undefined;
  email: string | undefined;
  email_verified: boolean;
}

const toUser = ({ name = null, email, ...rest }: Profile): User => ({ ...rest, name, email: email ?? null });

const without = (address: string): string => address.replace(/\/$/, "");

interface GoogleClaims {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}

/** Signs in with Google (https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload). */
const google = (): OAuthConfig<GoogleClaims> => ({
  id: "google",
  name: "Google",
  type: "oauth",
  wellKnown: `${without(env.GOOGLE_BASE_URL)}/.well-known/openid-configuration`,
  authorization: { params: { scope: "openid email profile", prompt: "select_account" } },
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  client,
  ...credentials(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
  profile: ({ sub, name, email, email_verified = false }) => toUser({ id: sub, name, email, email_verified }),
});

export interface MicrosoftClaims {
  sub: string;
  tid?: string;
  name?: string;
  email?: string;
  xms_edov?: boolean | number | string;
}

/** The tenant for personal accounts. Microsoft itself verifies their email addresses. */
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";
const sharedTenants = ["common", "organizations", "consumers"];

/**
 * Reports whether the email address can be trusted: in a personal account, or if the operator accepts users of a single
 * tenant only. In any other token, the address is whatever the tenant's administrator entered, unless `xms_edov`
 * confirms that the domain is verified:
 * https://learn.microsoft.com/en-us/entra/identity-platform/migrate-off-email-claim-authorization
 */
export const isMicrosoftEmailProven = ({ tid, xms_edov }: MicrosoftClaims, tenant: string): boolean =>
  ["true", "1"].includes(String(xms_edov)) || tid === personalTenant || !sharedTenants.includes(tenant);

const microsoft = (): OAuthConfig<MicrosoftClaims> => ({
  id: "azure-ad",
  name: "Microsoft",
  type: "oauth",
  wellKnown: `${without(env.AZURE_AD_BASE_URL)}/${env.AZURE_AD_TENANT_ID}/v2.0/.well-known/openid-configuration`,
  authorization: { params: { scope: "openid profile email", prompt: "select_account" } },
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  client,
  ...credentials(env.AZURE_AD_CLIENT_ID, env.AZURE_AD_CLIENT_SECRET),
  profile: (claims) =>
    toUser({
      id: claims.sub,
      name: claims.name,
      email: claims.email,
      email_verified: isMicrosoftEmailProven(claims, env.AZURE_AD_TENANT_ID),
    }),
});

export interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

interface GithubProfile {
  id: number;
  login: string;
  name: string | null;
  email_of_account?: GithubEmail;
}

const githubApi = (): string => {
  if (env.GITHUB_API_URL) return without(env.GITHUB_API_URL);
  const base = without(env.GITHUB_BASE_URL);
  return base === "https://github.com" ? "https://api.github.com" : `${base}/api/v3`;
};

const callGithub = async <T>(path: string, token: string): Promise<T> => {
  const answer = await fetch(`${githubApi()}${path}`, {
    headers: { Accept: "application/vnd.github+json", Authorization: `Bearer ${token}`, "User-Agent": "Curbcut" },
    signal: AbortSignal.timeout(PROVIDER_MS),
  });
  if (!answer.ok) throw new AppError("upstream_failed", `GitHub returned ${answer.status} for ${path}.`);
  return (await answer.json()) as T;
};

/**
 * Returns a GitHub account's email address: the primary one if it is verified, otherwise another verified one. If none
 * is verified, returns the primary one.
 */
export const chooseGithubEmail = (emails: readonly GithubEmail[]): GithubEmail | undefined => {
  const primary = emails.find((email) => email.primary);
  return primary?.verified ? primary : (emails.find(({ verified }) => verified) ?? primary);
};

const github = (): OAuthConfig<GithubProfile> => ({
  id: "github",
  name: "GitHub",
  type: "oauth",
  issuer: `${without(env.GITHUB_BASE_URL)}/login/oauth`,
  authorization: {
    url: `${without(env.GITHUB_BASE_URL)}/login/oauth/authorize`,
    params: { scope: "read:user user:email" },
  },
  token: `${without(env.GITHUB_BASE_URL)}/login/oauth/access_token`,
  userinfo: {
    url: `${githubApi()}/user`,
    // The profile contains only the public email address, if any, and doesn't say whether it is verified.
    request: async ({ tokens }) => {
      const token = tokens.access_token ?? "";
      const profile = await callGithub<GithubProfile>("/user", token);
      const email = chooseGithubEmail(await callGithub<GithubEmail[]>("/user/emails", token));
      return { ...profile, email_of_account: email } as never;
    },
  },
  checks: ["pkce", "state"],
  client,
  ...credentials(env.GITHUB_ID, env.GITHUB_SECRET),
  profile: ({ id, login, name, email_of_account }) =>
    toUser({
      id: String(id),
      name: name || login,
      email: email_of_account?.email,
      email_verified: email_of_account?.verified ?? false,
    }),
});

const makers: Readonly<Record<ProviderId, () => Provider>> = { google, github, "azure-ad": microsoft };

/** Returns next-auth's settings for every configured identity provider. */
export const identityProviders = (): Provider[] => configuredProviders().map((id) => makers[id]());
