import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "@/scripts/support/list-files";

const outside = new Set([
  "bench",
  "demo",
  "docs",
  "node_modules",
  "playwright-report",
  "scripts",
  "test-results",
  "tests",
]);
const rootFile = /^(?!next-env\.d\.ts$|playwright\.config\.ts$).+\.(?:ts|mjs)$|^(?:package-lock|tsconfig)\.json$/;

/**
 * Returns the paths of all files that could affect a production build: the files in all relevant folders, and the
 * configuration files in the root.
 */
export const buildInputs = (base: string): string[] =>
  readdirSync(base, { withFileTypes: true })
    .filter((entry) =>
      entry.isDirectory() ? !outside.has(entry.name) && !entry.name.startsWith(".") : rootFile.test(entry.name),
    )
    .flatMap(({ name }) => listFiles(base, name))
    .sort();

/** Returns a SHA-256 hash of the Node version and the names and contents of the build's inputs. */
export const computeStamp = (base: string): string => {
  const hash = createHash("sha256").update(process.version);
  for (const path of buildInputs(base)) {
    const content = readFileSync(join(base, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
};
