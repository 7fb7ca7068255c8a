import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { fromLines, type Outcome, type Step } from "./step";

const Entry = z.looseObject({
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
export const LockFile = z.looseObject({ packages: z.record(z.string(), Entry) });
export type LockFile = z.infer<typeof LockFile>;

export interface MissingEntry {
  name: string;
  version: string;
  /** True if only development dependencies need the package. */
  dev: boolean;
}

/** Returns the folders in which Node looks for a package required by `from`, innermost first. */
const placesOf = (from: string): string[] => {
  const parts = from === "" ? [] : from.split("/node_modules/");
  const outer = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/node_modules/")}/node_modules/`);
  return [...outer, "node_modules/"];
};

/**
 * Returns the optional dependencies that have no entry in the lock file. npm omits packages for other platforms if the
 * registry doesn't have them, but `npm ci` then rejects the whole file.
 */
export const findMissingEntries = ({ packages }: LockFile): MissingEntry[] => {
  const missing = new Map<string, MissingEntry>();
  for (const [from, { dev = false, optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies))
      if (!placesOf(from).some((place) => Object.hasOwn(packages, place + name)))
        missing.set(name, { name, version, dev });
  return [...missing.values()];
};

const run = async (): Promise<Outcome> => {
  const lock = LockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const lines = findMissingEntries(lock).map(({ name }) => `${name} has no entry; run \`npm run lock\``);
  return fromLines(lines, `${Object.keys(lock.packages).length} packages`);
};

export const lockFile: Step = { name: "lock file", run };
