import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "@/scripts/support/root";
import { readOwnGraph } from "./dependencies";
import type { Module } from "./import-graph";
import { fromLines, type Step } from "./step";

const mostLines = 15;
const checked = /^(?:app|inngest|scripts|server|start)\/.*\.(?:[cm]?[jt]s|tsx)$/;

/** Files that a folder needs, whatever their size: Next.js finds them by their name, and other folders import `index`. */
const required =
  /^(?:default|error|global-error|icon|index|layout|loading|not-found|page|route|sitemap|robots|template)\.\w+$/;

const isClient = (source: string): boolean => source.startsWith('"use client"');

const listImporters = (modules: readonly Module[]): Map<string, string[]> => {
  const importers = new Map<string, string[]>();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
  return importers;
};

/**
 * Returns `file: …` for every small file that only one other file imports. A file without importers is an entry point,
 * and a small client component that a server component imports is a boundary; both have to be separate.
 */
export const findSmallFiles = (folder: string, modules: readonly Module[]): string[] => {
  const importers = listImporters(modules);
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  return modules.flatMap(({ source }) => {
    const [importer, ...others] = importers.get(source) ?? [];
    if (!importer || others.length > 0 || !checked.test(source) || required.test(basename(source))) return [];
    const text = read(source);
    const lines = text.trimEnd().split("\n").length;
    if (lines > mostLines || (isClient(text) && !isClient(read(importer)))) return [];
    return [`${source}: has ${lines} lines, and only ${importer} imports it. Merge it into a file that it belongs to.`];
  });
};

export const smallFiles: Step = {
  name: "small files",
  run: async () => fromLines(findSmallFiles(root, readOwnGraph().modules)),
};
