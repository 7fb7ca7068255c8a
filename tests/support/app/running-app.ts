import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../postgres";
import { type SilentScanner, startSilentScanner } from "../scanner/silent-scanner";
import { freshFolder } from "./data-folder";

const root = join(import.meta.dirname, "../../..");
const nextBinary = join(root, "node_modules/next/dist/bin/next");

export interface RunningApp {
  url: string;
  reportUrl: string;
  dataDir: string;
  /** Everything the process has printed. */
  output(): string;
  /** Ids of the process and of the scanner it has started. */
  pids(): { app: number; scanner: number | null };
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end; answers how long that took in milliseconds, and its exit code. */
  stop(): Promise<{ ms: number; code: number | null }>;
  /** Starts it again on the same data and ports. */
  restart(): Promise<void>;
}

interface Options {
  dataDir?: string;
  env?: Record<string, string>;
  /** Whether the app starts its scanner, which costs as much as a third of itself; without one it asks a silent one. */
  scans?: boolean;
}

const readyWithin = 60_000;

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** Children of any thread: Node spawns from whichever. */
const allChildren = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
      return text ? text.split(" ").map(Number) : [];
    });
  } catch {
    return childrenOf(pid);
  }
};

const isScanner = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server/scanner/main");
  } catch {
    return false;
  }
};

const waitUntilReady = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const deadline = Date.now() + readyWithin;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}:\n${output()}`);
    const reply = await fetch(`${url}/api/ready`).catch(() => null);
    if (reply?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The app was not ready in ${readyWithin} ms:\n${output()}`);
};

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once("exit", (code) => resolve(code)));

let silentScanner: Promise<SilentScanner> | undefined;

const settingsWithoutScanner = async (): Promise<Record<string, string>> => {
  silentScanner ??= startSilentScanner();
  return { SCANNER_URL: (await silentScanner).url, SCANNER_SECRET: "nobody signs with it" };
};

/** Starts the production build (`npm test` has made it) on free ports and a data folder of its own. */
export const startApp = async ({ dataDir: given, env = {}, scans = false }: Options = {}): Promise<RunningApp> => {
  const scanner = scans ? {} : await settingsWithoutScanner();
  const dataDir = given ?? (await freshFolder());
  const [port, reportPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  let text = "";
  let child: ChildProcess;

  const launch = async (): Promise<void> => {
    child = spawn(process.execPath, [nextBinary, "start", "--port", String(port), "--hostname", "127.0.0.1"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_MANUAL_SIG_HANDLE: "true",
        NEXT_TELEMETRY_DISABLED: "1",
        DATA_DIR: dataDir,
        HOST: "127.0.0.1",
        PORT: String(port),
        REPORT_PORT: String(reportPort),
        BASE_URL: url,
        REPORT_BASE_URL: `http://127.0.0.1:${reportPort}`,
        LOG_LEVEL: "warn",
        REPORT_WARM_UP_SECONDS: "0",
        ...scanner,
        ...env,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
    await waitUntilReady(url, child, () => text);
  };

  await launch();
  return {
    url,
    reportUrl: `http://127.0.0.1:${reportPort}`,
    dataDir,
    output: () => text,
    pids: () => {
      const app = child.pid ?? 0;
      const offspring = allChildren(app).flatMap((pid) => [pid, ...allChildren(pid)]);
      return { app, scanner: offspring.find(isScanner) ?? null };
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended(child);
    },
    stop: async () => {
      const started = Date.now();
      child.kill("SIGTERM");
      const code = await ended(child);
      return { ms: Date.now() - started, code };
    },
    restart: launch,
  };
};
