import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spawnOwned } from "@/scripts/support/own-process";
import { patienceMs } from "@/scripts/test/patience";
import { freePort } from "../free-port";
import { type SilentScanner, startSilentScanner } from "../scanner/silent-scanner";
import { AppLog, afterKill } from "./app-log";
import { freshFolder } from "./data-folder";

const root = join(import.meta.dirname, "../../..");

export interface RunningApp {
  url: string;
  reportUrl: string;
  dataDir: string;
  /** Returns everything the process has printed. */
  output(): string;
  /** Returns the ids of the process and of the scanner it has started. */
  pids(): { app: number; scanner: number | null };
  /** Kills the process without warning, like a power cut. Throws if the process has logged anything unexpected. */
  kill(): Promise<void>;
  /**
   * Stops the process with SIGTERM. Resolves with its exit code and how long it took to stop, in milliseconds. Throws
   * if it has logged anything unexpected.
   */
  stop(): Promise<{ ms: number; code: number | null }>;
  /** Starts the app again on the same data and ports. */
  restart(): Promise<void>;
}

interface Options {
  dataDir?: string;
  env?: Record<string, string>;
  /**
   * Whether the app starts its own scanner, which needs about a third of the resources that the app needs. By default,
   * the app uses a silent scanner, which accepts scans but loads no pages.
   */
  scans?: boolean;
  /** Log lines at level warn or above, and lines on standard error, that this test causes. */
  mayLog?: readonly RegExp[];
}

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** Returns the children of all threads, because Node may spawn processes from any of them. */
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
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("scanner/main.cjs");
  } catch {
    return false;
  }
};

const waitUntilReady = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The app exited with ${child.exitCode}:\n${output()}`);
    const reply = await fetch(`${url}/api/ready`).catch(() => null);
    if (reply?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The app was not ready within ${patienceMs} ms:\n${output()}`);
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

/** Starts the production build (made by `npm test`) on free ports, with its own data folder unless one is given. */
export const startApp = async ({
  dataDir: given,
  env = {},
  scans = false,
  mayLog = [],
}: Options = {}): Promise<RunningApp> => {
  const scanner = scans ? {} : await settingsWithoutScanner();
  const dataDir = given ?? (await freshFolder());
  const [port, reportPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const appLog = new AppLog([...mayLog]);
  let text = "";
  let child: ChildProcess;
  let closed: Promise<unknown>;

  const launch = async (): Promise<void> => {
    child = spawnOwned(process.execPath, ["start/serve.mjs"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "production",
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
    closed = once(child, "close");
    for (const stream of ["stdout", "stderr"] as const)
      child[stream]?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        appLog.add(stream, chunk);
      });
    await waitUntilReady(url, child, () => text).catch((error: unknown) => {
      child.kill("SIGKILL");
      throw error;
    });
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
      appLog.assertExpected();
      appLog.expect(...afterKill);
      child.kill("SIGKILL");
      await ended(child);
    },
    stop: async () => {
      const started = Date.now();
      child.kill("SIGTERM");
      const code = await ended(child);
      const ms = Date.now() - started;
      await closed;
      appLog.assertExpected();
      return { ms, code };
    },
    restart: launch,
  };
};
