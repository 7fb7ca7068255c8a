import { env } from "@/server/core/env";
import { isKeyOf } from "@/server/core/tables";

/** Ids as used by next-auth in URLs such as /api/auth/callback/azure-ad. */
export const providerIds = ["google", "github", "azure-ad"] as const;
export type ProviderId = (typeof providerIds)[number];

export const providerNames: Readonly<Record<ProviderId, string>> = {
  google: "Google",
  github: "GitHub",
  "azure-ad": "Microsoft",
};

/** Returns a provider's name, or the string itself if it isn't the id of a provider. */
export const nameOfProvider = (provider: string): string =>
  isKeyOf(providerNames, provider) ? providerNames[provider] : provider;

const clientIds = (): Record<ProviderId, string | undefined> => ({
  google: env.GOOGLE_CLIENT_ID,
  github: env.GITHUB_ID,
  "azure-ad": env.AZURE_AD_CLIENT_ID,
});

/** Returns the identity providers that are configured on this server. */
export const configuredProviders = (): ProviderId[] => providerIds.filter((id) => clientIds()[id]);
