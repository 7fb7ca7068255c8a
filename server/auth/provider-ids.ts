import { env } from "@/server/core/env";

/** As next-auth names them in addresses such as /api/auth/callback/azure-ad. */
export const providerIds = ["google", "github", "azure-ad"] as const;
export type ProviderId = (typeof providerIds)[number];

export const providerNames: Readonly<Record<ProviderId, string>> = {
  google: "Google",
  github: "GitHub",
  "azure-ad": "Microsoft",
};

const clientIds = (): Record<ProviderId, string | undefined> => ({
  google: env.GOOGLE_CLIENT_ID,
  github: env.GITHUB_ID,
  "azure-ad": env.AZURE_AD_CLIENT_ID,
});

/** The identity providers that people can sign in with here. */
export const configuredProviders = (): ProviderId[] => providerIds.filter((id) => clientIds()[id]);
