import { join } from "node:path";

/**
 * Returns the folder relative to the working directory, because Curbcut always runs from its own folder, and a path
 * relative to this file would no longer be correct after bundling.
 */
export const migrationsFolder = (): string => join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations");
