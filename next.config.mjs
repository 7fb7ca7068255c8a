const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

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
  // `npm run check` checks the types of everything, tests included; once is enough.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};
