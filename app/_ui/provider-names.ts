/** Company names, which are the same in every language. */
export const providerNames = { google: "Google", github: "GitHub", "azure-ad": "Microsoft" } as const;
