import type { NextConfig } from "next";
import { parseEnv } from "./server/core/env";

// A wrong configuration fails the build and the start, not the first request.
parseEnv(process.env);

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

const config: NextConfig = {
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

export default config;
