import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build, stop } from "esbuild";
import { createWorkerFolder } from "./worker-folders";

/** The code of the scanning processes, as one file. */
export interface WorkerProgram {
  /** Arguments for Node to run it. */
  nodeArguments: readonly string[];
  delete: () => void;
}

/**
 * Bundles the worker's source. A single file takes only two thirds of the CPU time that separately transpiled modules
 * take to load, and every audit starts a process. Packages aren't bundled; a link next to the file leads to them.
 */
export const buildWorkerProgram = async (): Promise<WorkerProgram> => {
  const root = process.cwd();
  const folder = createWorkerFolder();
  const program = join(folder, "scan-worker.mjs");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  await build({
    absWorkingDir: root,
    entryPoints: [join("server", "scanner", "worker", "scan-worker.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    sourcemap: "linked",
    logLevel: "silent",
  });
  await stop();
  return {
    nodeArguments: ["--enable-source-maps", program],
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
};
