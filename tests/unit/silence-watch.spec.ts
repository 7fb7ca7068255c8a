import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { readProcessStat } from "@/server/core/process-stat";
import { type ProcessUse, SilenceWatch } from "@/server/core/silence-watch";

const afterMs = 300;

/**
 * Resolves with the time after which a watch reports a process, as a multiple of `afterMs`, or with null if it hasn't
 * done so after 30 times `afterMs`.
 */
const patienceWith = (readUse: () => ProcessUse | null): Promise<number | null> =>
  new Promise((resolve) => {
    const started = performance.now();
    const watch = new SilenceWatch({
      afterMs,
      readUse,
      onSilent: () => resolve((performance.now() - started) / afterMs),
    });
    setTimeout(() => {
      watch.stop();
      resolve(null);
    }, 30 * afterMs);
  });

const run = async (script: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ["-e", `process.stdout.write("x"); ${script}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
};

for (const [what, state, share] of [
  ["is waiting", "S", 0],
  ["is suspended", "T", 0],
  ["keeps a processor busy", "R", 1],
] as const)
  test(`after the given time, reports a process as silent if it ${what}`, async () => {
    const started = performance.now();
    const patience = await patienceWith(() => ({ state, cpuMs: share * (performance.now() - started) }));
    expect(patience).toBeGreaterThanOrEqual(0.9);
    expect(patience).toBeLessThan(5);
  });

for (const state of ["R", "D"])
  test(`waits six times as long for a process in state ${state} that gets no processor time`, async () => {
    const started = performance.now();
    const patience = await patienceWith(() => ({ state, cpuMs: 0.2 * (performance.now() - started) }));
    // After 2.5 times `afterMs`, a process that gets a fifth of a processor has used half of `afterMs` as CPU time.
    expect(patience).toBeGreaterThan(2);
    expect(await patienceWith(() => ({ state, cpuMs: 0 }))).toBeGreaterThan(5.5);
  });

test("reads a process's state and CPU time from the system", async () => {
  test.skip(process.platform !== "linux", "Only Linux has /proc.");
  const [busy, idle] = [await run("for (;;);"), await run("setInterval(() => undefined, 60_000);")];
  const stopped = await run("setInterval(() => undefined, 60_000);");
  stopped.kill("SIGSTOP");
  const stateOf = ({ pid = 0 }: ChildProcess) => readProcessStat(pid)?.state;
  await expect.poll(() => [busy, idle, stopped].map(stateOf)).toEqual(["R", "S", "T"]);
  const before = readProcessStat(busy.pid ?? 0)?.cpuMs ?? 0;
  await expect.poll(() => readProcessStat(busy.pid ?? 0)?.cpuMs).toBeGreaterThan(before + 200);
  for (const child of [busy, idle, stopped]) child.kill("SIGKILL");
  await expect.poll(() => readProcessStat(busy.pid ?? 0)).toBeNull();
});
