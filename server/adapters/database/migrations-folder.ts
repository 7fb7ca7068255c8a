import { join } from "node:path";

/** Curbcut always runs from its own folder, and a path relative to this file would not survive bundling. */
export const migrationsFolder = (): string => join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations");
