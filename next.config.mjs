/**
 * Not in TypeScript, which Next would compile at every start.
 *
 * @type {import("next").NextConfig}
 */
export default {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    "@electric-sql/pglite",
    "pglite-prisma-adapter",
    "pino",
    "axe-core",
    "@node-rs/argon2",
    "inngest",
    "esbuild",
    "tsx",
  ],
  /** Earlier addresses, which emails and bookmarks may contain. */
  redirects: async () => [
    { source: "/service/visits", destination: "/service/real-users", permanent: true },
    {
      source: "/accessibility/audits/:id/more",
      destination: "/accessibility/audits/:id/other-scores",
      permanent: true,
    },
  ],
  // `npm run check` checks the types of everything, tests included; once is enough.
  typescript: { ignoreBuildErrors: true },
};
