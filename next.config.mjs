/**
 * Written in JavaScript, because Next.js would compile a TypeScript file at every start.
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
  /** Redirects from former URLs, which emails and bookmarks may still contain. */
  redirects: async () => [
    { source: "/service/visits", destination: "/service/real-users", permanent: true },
    {
      source: "/accessibility/audits/:id/more",
      destination: "/accessibility/audits/:id/other-scores",
      permanent: true,
    },
  ],
  // `npm run check` already checks all types, including those of tests.
  typescript: { ignoreBuildErrors: true },
};
