import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { runNode } from "@/scripts/support/run-command";
import { type Outcome, Result, type Step } from "./step";

const tool = (path: string): string => join(root, "node_modules", path);

const runTool = async (args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> => {
  const { code, output } = await runNode(args, { cwd: root, env: { ...process.env, ...environment } });
  return { problems: code === 0 ? "" : output.trim() || `exited with code ${code}` };
};

const checkTypes = async (): Promise<Outcome> => {
  if (!existsSync(join(root, "next-env.d.ts"))) {
    const typegen = await runTool([tool("next/dist/bin/next"), "typegen"]);
    if (typegen.problems) return typegen;
  }
  // The native compiler is three times as fast but has no API, so tools that need the API use the older compiler.
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
  // The compiler is a Go program and frees hardly any memory before it ends, so it collects garbage only if it needs
  // much more than the usual 1.8 GB.
  return runTool([tool("typescript-native/bin/tsc"), ...args], { GOGC: "off", GOMEMLIMIT: "3GiB" });
};

export const types: Step = { name: "types", run: checkTypes };

export const style: Step = {
  name: "style",
  run: () => runTool([tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
};

export const leftovers: Step = { name: "leftovers", run: () => runTool([tool("knip/bin/knip.js"), "--no-progress"]) };

export const migrations: Step = {
  name: "migrations",
  // Optimising the database and the engine, which are WebAssembly, takes longer than running them once.
  run: () => runTool(["--liftoff-only", "--import", "tsx", "scripts/migration.ts", "--check"]),
};

const runOwnChecks = async (): Promise<Outcome | readonly Result[]> => {
  const { code, stdout, output } = await runNode(["--import", "tsx", "scripts/checks/own-checks.ts"], { cwd: root });
  return code === 0 ? z.array(Result).parse(JSON.parse(stdout)) : { problems: output.trim() };
};

export const ownChecks: Step = { name: "own checks", run: runOwnChecks };
