import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { root } from "@/scripts/support/root";

const limitMs = 120_000;

interface Started {
  child: ChildProcess;
  output(): string;
  /** Returns the command lines of the script's running processes, including orphaned ones. */
  commands(): string[];
}

const readProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};

/** Functions that kill any processes left running by a failed test. */
const remains: (() => void)[] = [];
test.afterEach(() => {
  for (const end of remains.splice(0)) end();
});

/** Starts a script with an environment variable by which all of its processes can be recognised. */
const startScript = (args: string[], env: Record<string, string>): Started => {
  const mark = `CURBCUT_TEST_MARK=${randomUUID()}`;
  const [name = "", value = ""] = mark.split("=");
  const child = spawn("npm", args, {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: "silent", ...env, [name]: value },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  const pids = () =>
    readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && readProcess(pid, "environ").split("\0").includes(mark));
  remains.push(() => {
    for (const pid of pids()) process.kill(Number(pid), "SIGKILL");
  });
  const commands = () =>
    pids()
      .map((pid) => readProcess(pid, "cmdline").replaceAll("\0", " ").trim())
      .filter((command) => command !== "");
  return { child, output: () => text, commands };
};

/** Ctrl-C sends SIGINT to every foreground process of a terminal; SIGTERM reaches only the process it is sent to. */
const stop = ({ child }: Started, signal: "SIGINT" | "SIGTERM"): void => {
  if (child.pid === undefined) throw new Error("not started");
  process.kill(signal === "SIGINT" ? -child.pid : child.pid, signal);
};

const small = { BENCH_ORGANISATIONS: "2", BENCH_SECONDS: "2", BENCH_RATE: "5" };
const apiMix = ["run", "bench", "--", "api-mix"];

const expectNothingLeft = ({ commands, output }: Started): Promise<void> =>
  expect.poll(commands, { message: output(), timeout: limitMs }).toEqual([]);

test("api-mix leaves nothing running when it has finished", async () => {
  test.setTimeout(3 * limitMs);
  const bench = startScript(apiMix, small);
  const [code] = await once(bench.child, "exit");
  expect(code, bench.output()).toBe(0);
  await expectNothingLeft(bench);
});

for (const signal of ["SIGINT", "SIGTERM"] as const)
  test(`api-mix leaves nothing running after ${signal}`, async () => {
    test.setTimeout(3 * limitMs);
    const bench = startScript(apiMix, { ...small, BENCH_SECONDS: "600" });
    const runsApp = () => bench.commands().some((command) => /start\/serve/.test(command));
    await expect.poll(runsApp, { message: bench.output(), timeout: limitMs }).toBe(true);
    stop(bench, signal);
    await expectNothingLeft(bench);
  });

for (const signal of ["SIGINT", "SIGTERM"] as const)
  test(`npm run check leaves nothing running after ${signal}`, async () => {
    test.setTimeout(2 * limitMs);
    const check = startScript(["run", "check"], {});
    const runsTools = () => check.commands().some((command) => /biome|knip|tsc|typescript/.test(command));
    await expect.poll(runsTools, { message: check.output(), timeout: limitMs }).toBe(true);
    stop(check, signal);
    await expectNothingLeft(check);
  });
