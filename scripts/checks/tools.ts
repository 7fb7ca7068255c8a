import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "@/scripts/support/root";
import { runNode } from "@/scripts/support/run-command";
import type { Outcome, Step } from "./step";

const tool = (path: string): string => join(root, "node_modules", path);

const runTool = async (args: readonly string[]): Promise<Outcome> => {
  const { code, output } = await runNode(args, { cwd: root });
  return { problems: code === 0 ? "" : output.trim() || `exited with code ${code}` };
};

const checkTypes = async (): Promise<Outcome> => {
  if (!existsSync(join(root, "next-env.d.ts"))) {
    const typegen = await runTool([tool("next/dist/bin/next"), "typegen"]);
    if (typegen.problems) return typegen;
  }
  // The native compiler is three times as fast but has no API, so tools that need the API use the older compiler.
  return runTool([
    tool("typescript-native/bin/tsc"),
    "--noEmit",
    // On two cores, further checkers repeat more work than they save.
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    join(root, "node_modules/.cache/curbcut/types.tsbuildinfo"),
    "--project",
    "tsconfig.json",
  ]);
};

export const tools: Step[] = [
  { name: "types", run: checkTypes },
  { name: "style", run: () => runTool([tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]) },
  { name: "leftovers", run: () => runTool([tool("knip/bin/knip.js"), "--no-progress"]) },
  { name: "migrations", run: () => runTool(["--import", "tsx", "scripts/migration.ts", "--check"]) },
];
