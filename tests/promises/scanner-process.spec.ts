import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { expect, test } from "@playwright/test";

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
};

interface Parent {
  process: ChildProcess;
  /** The process ids of the scanners that the process started, each added once the scanner responds. */
  scanners: number[];
  /** All other output of the process and its scanners. */
  lines: string[];
}

const startParent = (): Parent => {
  const parent = spawn(process.execPath, ["--import", "tsx", "tests/support/scanner/orphan-parent.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "warn" },
  });
  const scanners: number[] = [];
  const lines: string[] = [];
  const read = (text: Buffer): void => {
    for (const line of text.toString().split("\n").filter(Boolean)) {
      const id = /^scanner (\d+)/.exec(line)?.[1];
      if (id) scanners.push(Number(id));
      else lines.push(line);
    }
  };
  parent.stdout.on("data", read);
  parent.stderr.on("data", read);
  return { process: parent, scanners, lines };
};

const nthScanner = async ({ scanners }: Parent, count: number): Promise<number> => {
  await expect.poll(() => scanners).toHaveLength(count);
  return scanners.at(-1) ?? 0;
};

/** Lists the scanning processes that a scanner started, identified by the folder that contains their executable. */
const workersOf = (scanner: number): number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`curbcut-scan-${scanner}-`))
    .map((line) => Number.parseInt(line, 10));

test("the scanner exits when the app that started it is killed @long", async () => {
  const parent = startParent();
  const scanner = await nthScanner(parent, 1);
  expect(isAlive(scanner)).toBe(true);
  parent.process.kill("SIGKILL");
  await expect.poll(() => isAlive(scanner)).toBe(false);
});

test("a worker that is still loading exits when its scanner is killed, and logs nothing @long", async () => {
  const parent = startParent();
  try {
    const scanner = await nthScanner(parent, 1);
    await expect.poll(() => workersOf(scanner)).toHaveLength(1);
    const [worker = 0] = workersOf(scanner);
    process.kill(worker, "SIGSTOP");
    process.kill(scanner, "SIGKILL");
    await nthScanner(parent, 2);
    process.kill(worker, "SIGCONT");
    await expect.poll(() => workersOf(scanner)).toEqual([]);
    expect(parent.lines).toEqual([expect.stringContaining("scanner exited; will restart it")]);
  } finally {
    parent.process.kill("SIGKILL");
  }
});
