/**
 * npm start         builds when the source has changed, then serves both ports
 * npm run dev       serves with live reload
 */
import { ensureBuild, nextCommand } from "./build/ensure-build";
import { findPortProblem } from "./support/free-port";
import { loadEnvFiles } from "./support/load-env-files";
import { findNodeProblem } from "./support/node-version";
import { root } from "./support/root";
import { runAttached } from "./support/run-attached";

const explainPort = (name: string, port: number, code: string): string =>
  code === "EADDRINUSE"
    ? `Port ${port} is in use. Stop what uses it, or set ${name} to another one.`
    : `Port ${port} can't be opened (${code}). Set ${name} to another one.`;

/** Before a build of a minute, rather than after it. */
const checkPorts = async (ports: Record<string, number>, host: string): Promise<void> => {
  for (const [name, port] of Object.entries(ports)) {
    const code = await findPortProblem(port, host);
    if (code !== null) throw new Error(explainPort(name, port, code));
  }
};

const start = async (): Promise<number> => {
  const problem = findNodeProblem(process.versions.node);
  if (problem) throw new Error(problem);
  process.chdir(root);
  const isDev = process.argv.includes("--dev");
  loadEnvFiles();
  const NODE_ENV = isDev ? "development" : "production";
  Object.assign(process.env, { NODE_ENV });
  const { env } = await import("@/server/core/env");
  await checkPorts({ PORT: env.PORT, REPORT_PORT: env.REPORT_PORT }, env.HOST);
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
