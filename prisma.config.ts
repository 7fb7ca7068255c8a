import { defineConfig } from "prisma/config";

// Sets a path that keeps the Prisma CLI from downloading the schema engine, which `generate`, `validate` and `format`
// don't run.
if (["generate", "validate", "format"].some((command) => process.argv.includes(command)))
  process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
