/** Cost of a step, throughput and event loop delay of the embedded job engine, on both databases */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { InngestFunction } from "inngest";
import { openDatabase } from "@/server/adapters/database";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { createWorkshop, startRunner, type Workshop } from "../tests/support/jobs/workshop";

const targetMs = 3;
const rounds = 25;
const steps = 20;
const burst = 300;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Cost {
  wall: number;
  cpu: number;
}

/** Resolves when the given number of functions have finished. */
class Finish {
  private left = 0;
  private resolve: () => void = () => undefined;

  after(count: number): Promise<void> {
    this.left = count;
    return new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  tick(): void {
    this.left -= 1;
    if (this.left === 0) this.resolve();
  }
}

const createFunctions = ({ client }: Workshop, finish: Finish): InngestFunction.Any[] => [
  client.createFunction({ id: "steps", triggers: { event: "bench/steps" } }, async ({ event, step }) => {
    for (let index = 0; index < Number(event.data.steps); index += 1) await step.run(`step ${index}`, () => index);
    finish.tick();
  }),
];

const measure = async (name: string, location: { url: string } | { dataDir: string }): Promise<void> => {
  const database = await openDatabase(location);
  const workshop = createWorkshop();
  const finish = new Finish();
  const runner = await startRunner(workshop, database, createFunctions(workshop, finish));
  const run = async (count: number, stepCount: number): Promise<Cost> => {
    const [wall, cpu] = [performance.now(), cpuMs()];
    const done = finish.after(count);
    await workshop.client.send(
      Array.from({ length: count }, () => ({ name: "bench/steps", data: { steps: stepCount } })),
    );
    await done;
    return { wall: performance.now() - wall, cpu: cpuMs() - cpu };
  };
  await run(50, 3);

  const empty: Cost[] = [];
  const long: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await run(1, 0));
    long.push(await run(1, steps));
  }
  const added = (kind: "wall" | "cpu") =>
    (median(long.map((one) => one[kind])) - median(empty.map((one) => one[kind]))) / steps;

  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const { wall } = await run(burst, 3);
  lag.disable();

  const outcome = added("wall") <= targetMs ? "met" : "MISSED";
  console.log(
    `${name}: a step adds ${added("wall").toFixed(2)} ms, ${added("cpu").toFixed(2)} ms of CPU (target ${targetMs} ms: ${outcome})`,
  );
  console.log(
    `${name}: an empty job takes ${median(empty.map((one) => one.wall)).toFixed(1)} ms from sending to completion`,
  );
  console.log(`${name}: ${((burst / wall) * 1000).toFixed(0)} three-step jobs per second, with ${burst} sent at once`);
  console.log(
    `${name}: event loop delayed ${(lag.percentile(99) / 1e6).toFixed(0)} ms at the 99th percentile, ${(lag.max / 1e6).toFixed(0)} ms at most`,
  );
  await runner.stop();
  await database.close();
};

const folder = mkdtempSync(join(tmpdir(), "curbcut-bench-"));
await measure("PGlite", { dataDir: folder });
rmSync(folder, { recursive: true, force: true });

const postgresFolder = findPostgres();
if (postgresFolder) {
  const postgres = await startPostgres(postgresFolder);
  await measure("PostgreSQL", { url: postgres.url });
  await postgres.stop();
}
