import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { rounds as roundsOf } from "../support/rounds";

const rounds = roundsOf("JOBS_KILL_ROUNDS", { usual: 2, promised: 50 });
const runs = Math.max(4, rounds);

interface Line {
  what: string;
  name: string;
}

const readTrace = (trace: string): Line[] =>
  (existsSync(trace) ? readFileSync(trace, "utf8") : "")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [what = "", name = ""] = line.split(" ");
      return { what, name };
    });

const count = (lines: readonly Line[], what: string): number => lines.filter((line) => line.what === what).length;

const worker = fileURLToPath(new URL("../support/jobs/kill-worker.ts", import.meta.url));

const startWorker = (folder: string, trace: string): ChildProcess =>
  spawn(process.execPath, ["--import", "tsx", worker, folder, trace, String(runs)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });

/** Returns the steps that started again after they had been stored as finished. */
const startedAfterDone = (lines: readonly Line[]): string[] => {
  const done = new Set<string>();
  const again: string[] = [];
  for (const { what, name } of lines) {
    if (what === "done") done.add(name);
    if (what === "start" && done.has(name)) again.push(name);
  }
  return again;
};

test(`kill -9 at ${rounds} random moments: every job ends, no finished step runs again, and no event is processed twice`, async () => {
  test.setTimeout(rounds * 15_000 + 60_000);
  const folder = mkdtempSync(join(tmpdir(), "curbcut-kill-"));
  const trace = join(folder, "trace");
  let killed = 0;
  let lastUps = 0;
  for (let ended = false; !ended; ) {
    const child = startWorker(folder, trace);
    const exit = once(child, "exit");
    await expect.poll(() => count(readTrace(trace), "up"), { intervals: [10] }).toBeGreaterThan(lastUps);
    lastUps = count(readTrace(trace), "up");
    if (killed < rounds) {
      const before = readTrace(trace).length;
      const lines = before + Math.floor(Math.random() * 12);
      await expect
        .poll(() => readTrace(trace).length >= lines || child.exitCode !== null, { intervals: [1] })
        .toBe(true);
      killed += child.kill("SIGKILL") ? 1 : 0;
    }
    await exit;
    ended = count(readTrace(trace), "all") > 0;
  }

  const lines = readTrace(trace);
  const starts = lines.filter(({ what }) => what === "start").map(({ name }) => name);
  const distinct = new Set(starts);
  const again = startedAfterDone(lines);
  console.log(
    `${killed} kills, ${runs} jobs of 7 traced steps: ${distinct.size} steps, ${starts.length} starts, ` +
      `${starts.length - distinct.size} were under way at a kill and ran again, ${again.length} finished ones did`,
  );
  expect(killed).toBe(rounds);
  expect(again).toEqual([]);
  expect(distinct.size).toBe(runs * 7);
  expect(new Set(lines.filter(({ what }) => what === "end").map(({ name }) => name))).toEqual(distinct);
  rmSync(folder, { recursive: true, force: true });
});
