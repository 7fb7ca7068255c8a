import { copyFileSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { escapeWide } from "../escape-wide";
import { createWorkerFolder } from "./worker-folders";

/** The code of the worker processes, as one file. */
export interface WorkerProgram {
  /** Arguments with which Node runs the file. */
  nodeArguments: readonly string[];
  delete: () => void;
}

/**
 * Bundles one of the scanner's programs into a file. `source` is the path of its source in the repository at `base`.
 * Loading a single CommonJS file takes less than half the CPU time that loading separately transpiled modules takes:
 * before Node imports a CommonJS package into a module, it parses the whole package twice. Except for the language
 * detector, packages aren't bundled. Node must therefore be able to find them from the file's folder.
 */
const bundleInto = async (file: string, source: string, base: string): Promise<void> => {
  // Imported only here, because the programs that `npm run build` creates run without esbuild.
  const [{ build, stop }, { languageTables }] = await Promise.all([import("esbuild"), import("./language-tables")]);
  const { outputFiles } = await build({
    absWorkingDir: base,
    entryPoints: [source],
    write: false,
    bundle: true,
    platform: "node",
    format: "cjs",
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    target: "node20.19",
    packages: "external",
    plugins: [languageTables],
    logLevel: "silent",
  });
  await stop();
  await mkdir(dirname(file), { recursive: true });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild created no program from ${source}.`);
  await writeFile(file, escapeWide(output.text));
};

const fileName = (source: string): string => `${basename(source, ".ts")}.cjs`;

/** Calls `create` to write the program into a new folder from which Node can find the packages. */
const provideProgram = async (name: string, create: (file: string) => unknown): Promise<WorkerProgram> => {
  const folder = createWorkerFolder();
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
  const file = join(folder, name);
  await create(file);
  return {
    // A small young generation and a heap that grows in small steps save about 45 MB per process. Source maps would
    // cost about 40 MB, and an eighth of the CPU time: Playwright reads a stack trace in every call.
    nodeArguments: ["--max-semi-space-size=4", "--heap-growing-percent=20", file],
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export const bundleProgram = (source: string): Promise<WorkerProgram> =>
  provideProgram(fileName(source), (file) => bundleInto(file, source, process.cwd()));

const supervisor = join("server", "scanner", "main.ts");
const worker = join("server", "scanner", "worker", "scan-worker.ts");

/** Bundles the scanner in `base` into `folder`, so that it starts faster and needs less memory. */
export const buildScanner = async (folder: string, base: string): Promise<void> => {
  for (const source of [supervisor, worker]) await bundleInto(join(folder, fileName(source)), source, base);
};

/**
 * Returns the program of the worker processes. The program is bundled, because every audit starts a process. If the
 * supervisor itself was bundled, this returns a copy of the worker program from the same build, because the next build
 * deletes the original.
 */
export const prepareWorkerProgram = (): Promise<WorkerProgram> => {
  const running = fileURLToPath(import.meta.url);
  if (basename(running) !== fileName(supervisor)) return bundleProgram(worker);
  const built = join(dirname(running), fileName(worker));
  return provideProgram(fileName(worker), (file) => copyFileSync(built, file));
};
