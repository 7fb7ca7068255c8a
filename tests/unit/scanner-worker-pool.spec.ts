import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { BrowserState } from "@/server/scanner/service/browser-state";
import { readProcessTree } from "@/server/scanner/service/process-use";
import { WorkerPool } from "@/server/scanner/service/worker-pool";

const idling = { nodeArguments: ["-e", "setInterval(() => undefined, 1_000)"], delete: () => undefined };
/** Longer than the delay after which a spare is started. */
const SPARE_MS = 6_000;

const children = (): number[] =>
  readProcessTree(process.pid)
    .filter(({ parent }) => parent === process.pid)
    .map(({ id }) => id);

test("keeps no spare worker while two workers per core are in use, and starts one when a worker exits @long", async () => {
  test.skip(process.platform !== "linux", "reads processes from /proc");
  const before = children();
  const started = () => children().filter((id) => !before.includes(id));
  const pool = new WorkerPool(idling, new BrowserState());
  await expect.poll(() => started().length).toBe(1);
  const workers = Array.from({ length: 2 * availableParallelism() }, () => pool.take());
  const inUse = workers.map(({ processId }) => processId);
  await sleep(SPARE_MS);
  expect(started().toSorted()).toEqual(inUse.toSorted());
  workers[0]?.kill();
  await expect.poll(() => started().filter((id) => !inUse.includes(id)).length).toBe(1);
  pool.close();
  for (const worker of workers) worker.kill();
  await Promise.all(workers.map(({ ended }) => ended));
  await expect.poll(started).toEqual([]);
});
