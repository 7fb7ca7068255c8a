import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { root } from "@/scripts/support/root";

type Content = string | Buffer;

const hashOf = (parts: readonly Content[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64url");
};

/**
 * Returns a hash of the running program and its packages. A check that has changed must run again. Returns null unless
 * the program is bundled into one file, because otherwise changes in its other files would go unnoticed.
 */
const hashProgram = (): string | null => {
  const program = fileURLToPath(import.meta.url);
  if (!program.endsWith(".mjs")) return null;
  return hashOf([readFileSync(program), readFileSync(join(root, "package-lock.json"))]);
};

const read = (file: string): string[] => {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
};

export interface PassedBefore {
  /** Reports whether exactly this content has passed the check. */
  has(...parts: Content[]): boolean;
  add(...parts: Content[]): void;
  /** Stores what has passed in this run, and discards the rest. */
  save(): void;
}

const cacheFile = (check: string): string => join(root, `node_modules/.cache/curbcut/passed-${check}.json`);

/** Remembers what has passed a check, so that later runs check only what has changed. */
export const openPassedBefore = (
  check: string,
  { file = cacheFile(check), version = hashProgram() }: { file?: string; version?: string | null } = {},
): PassedBefore => {
  const known = new Set(version !== null && existsSync(file) ? read(file) : []);
  const passed = new Set<string>();
  const key = (parts: readonly Content[]): string => hashOf([version ?? "", ...parts]);
  return {
    has: (...parts) => {
      const hash = key(parts);
      if (known.has(hash)) passed.add(hash);
      return known.has(hash);
    },
    add: (...parts) => void passed.add(key(parts)),
    save: () => {
      if (version === null) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...passed]));
    },
  };
};

/**
 * Returns the lines that `find` returns for each file. Skips files for which `find` returned no lines in an earlier
 * run.
 */
export const checkChangedFiles = (
  files: readonly { path: string; text: string }[],
  passedBefore: PassedBefore,
  find: (path: string, text: string) => string[],
): string[] => {
  const lines = files.flatMap(({ path, text }) => {
    if (passedBefore.has(path, text)) return [];
    const found = find(path, text);
    if (found.length === 0) passedBefore.add(path, text);
    return found;
  });
  passedBefore.save();
  return lines;
};
