import { defineConfig } from "prisma/config";

// `generate`, `validate` and `format` don't run the schema engine, but the CLI would still download it first.
if (["generate", "validate", "format"].some((command) => process.argv.includes(command)))
  process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
