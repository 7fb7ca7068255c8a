/**
 * npm start         builds when the source has changed, then serves both ports
 * npm run dev       serves with live reload
 */
import { createServer } from "node:net";
import { PortError } from "@/start/port-error";
import { ensureBuild } from "./build/ensure-build";
import { loadEnvFiles } from "./support/load-env-files";
import { findNodeProblem } from "./support/node-version";
import { root } from "./support/root";
import { runAttached } from "./support/run-attached";

/** Resolves to null if a server can listen on this port, otherwise to the system's error code, such as EADDRINUSE. */
const findPortProblem = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });

/** Checks the ports before the build, because the build takes a minute. */
const checkPorts = async (ports: Record<string, number>, host: string): Promise<void> => {
  for (const [name, port] of Object.entries(ports)) {
    const code = await findPortProblem(port, host);
    if (code !== null) throw new PortError(name, port, code);
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
  return runAttached(process.execPath, ["start/serve.mjs"], {
    env: { ...process.env, NODE_ENV, HOST: env.HOST, PORT: String(env.PORT), NEXT_TELEMETRY_DISABLED: "1" },
  });
};

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
