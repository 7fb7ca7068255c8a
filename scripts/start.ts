/**
 * npm start         builds when the source has changed, then serves both ports
 * npm run dev       serves with live reload
 */
import { ensureBuild, nextCommand } from "./build/ensure-build";
import { loadEnvFiles } from "./support/load-env-files";
import { findNodeProblem } from "./support/node-version";
import { root } from "./support/root";
import { runAttached } from "./support/run-attached";

const start = async (): Promise<number> => {
  const problem = findNodeProblem(process.versions.node);
  if (problem) throw new Error(problem);
  process.chdir(root);
  const isDev = process.argv.includes("--dev");
  loadEnvFiles();
  const NODE_ENV = isDev ? "development" : "production";
  Object.assign(process.env, { NODE_ENV });
  const { env } = await import("@/server/core/env");
  if (!isDev) await ensureBuild(root, (line) => console.log(line));
  const command = [nextCommand(root), isDev ? "dev" : "start", "--port", String(env.PORT), "--hostname", env.HOST];
  return runAttached(process.execPath, command, {
    env: { ...process.env, NODE_ENV, NEXT_MANUAL_SIG_HANDLE: "true", NEXT_TELEMETRY_DISABLED: "1" },
  });
};

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
