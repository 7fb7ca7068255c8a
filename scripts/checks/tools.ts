import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { type CommandResult, runNode } from "@/scripts/support/run-command";
import { type Outcome, Result, type Step } from "./step";

const tool = (path: string): string => join(root, "node_modules", path);

const toOutcome = ({ code, output }: CommandResult): Outcome => ({
  problems: code === 0 ? "" : output.trim() || `exited with code ${code}`,
});

const runTool = async (args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> =>
  toOutcome(await runNode(args, { cwd: root, env: { ...process.env, ...environment } }));

const checkTypes = async (): Promise<Outcome> => {
  if (!existsSync(join(root, "next-env.d.ts"))) {
    const typegen = await runTool([tool("next/dist/bin/next"), "typegen"]);
    if (typegen.problems) return typegen;
  }
  // The native compiler is three times as fast but has no API. Tools that need the API use the older compiler.
  const args = [
    "--noEmit",
    // On two cores, further checkers repeat more work than they save.
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    join(root, "node_modules/.cache/curbcut/types.tsbuildinfo"),
    "--project",
    "tsconfig.json",
  ];
  // Garbage collection is off unless the compiler needs much more than the usual 1.8 GB, because the compiler is a Go
  // program that can free hardly any memory before it ends.
  return runTool([tool("typescript-native/bin/tsc"), ...args], { GOGC: "off", GOMEMLIMIT: "3GiB" });
};

export const types: Step = { name: "types", run: checkTypes };

export const style: Step = {
  name: "style",
  run: () => runTool([tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
};

export const leftovers: Step = { name: "leftovers", run: () => runTool([tool("knip/bin/knip.js"), "--no-progress"]) };

/**
 * Bundles a script into one file and runs it, because loading the modules one by one takes a second longer. The file is
 * two folders below the root, as `scripts/support/root.ts` is, so that the script finds the root.
 */
const runScript = async (
  script: string,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<CommandResult> => {
  const outfile = join(root, "node_modules/.cache", `${basename(script, ".ts")}-${process.pid}.mjs`);
  try {
    await build({
      ...{ entryPoints: [join(root, script)], outfile, tsconfig: join(root, "tsconfig.json"), logLevel: "silent" },
      ...{ bundle: true, packages: "external", platform: "node", format: "esm" },
    });
    return await runNode([...flags, outfile, ...args], { cwd: root });
  } finally {
    rmSync(outfile, { force: true });
  }
};

export const migrations: Step = {
  name: "migrations",
  // The database and the schema engine are WebAssembly modules. Optimising them takes longer than running them once.
  run: async () => toOutcome(await runScript("scripts/migration.ts", ["--liftoff-only"], ["--check"])),
};

const runOwnChecks = async (): Promise<Outcome | readonly Result[]> => {
  const { code, stdout, output } = await runScript("scripts/checks/own-checks.ts");
  return code === 0 ? z.array(Result).parse(JSON.parse(stdout)) : { problems: output.trim() };
};

export const ownChecks: Step = { name: "own checks", run: runOwnChecks };
