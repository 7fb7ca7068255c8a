/** Names of the companies, which no language translates. */
export const providerNames = { google: "Google", github: "GitHub", "azure-ad": "Microsoft" } as const;
