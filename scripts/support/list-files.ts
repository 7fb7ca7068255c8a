import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const skipped = new Set(["node_modules", ".git", ".next", ".data", ".bench", "generated", "test-results"]);

/**
 * Returns the files under a folder (or the file itself) as sorted paths relative to `base`; empty if there are none.
 */
export const listFiles = (base: string, path: string): string[] => {
  const full = join(base, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(base, `${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .sort();
};
