import { appendFileSync } from "node:fs";
import { openDatabase } from "@/server/adapters/database";
import { createWorkshop, startRunner, type Workshop } from "./workshop";

/*
 * A process for tests to kill. Runs jobs on the embedded database in the folder given as the first argument, and writes
 * a trace to the file given as the second. Each line has one word and one name. `start` and `end` mean that a step has
 * started or ended, and `done` that a step was already stored as finished when the process started. `up` means that the
 * job engine has started, `sent` that all events have been sent, and `all` that all runs have completed.
 */
const [, , folder = "", trace = "", runs = "0"] = process.argv;

const write = (what: string, name: string): void => appendFileSync(trace, `${what} ${name}\n`);

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const createFunctions = ({ client }: Workshop) => {
  const traced = async (key: string, name: string): Promise<string> => {
    write("start", `${key}/${name}`);
    await rest(15);
    write("end", `${key}/${name}`);
    return name;
  };
  const child = client.createFunction({ id: "child", triggers: { event: "child/go" } }, async ({ event, step }) =>
    step.run("child", () => traced(event.data.key, "child")),
  );
  const parent = client.createFunction({ id: "parent", triggers: { event: "parent/go" } }, async ({ event, step }) => {
    const { key } = event.data;
    for (const name of ["one", "two", "three"]) await step.run(name, () => traced(key, name));
    await Promise.all(["left", "right"].map((name) => step.run(name, () => traced(key, name))));
    await step.sleep("nap", "1s");
    const called = await step.invoke("call", { function: child, data: { key } });
    await step.run("last", () => traced(key, "last"));
    return called;
  });
  return [child, parent];
};

const database = await openDatabase({ dataDir: folder });
const workshop = createWorkshop();
const isFirst = (await database.sql.query("select to_regclass('runner.step')::text as name"))[0]?.["name"] === null;
if (!isFirst) {
  const done = await database.sql.query<{ key: string; name: string }>(
    `select run.event->'data'->>'key' as key, step.name from runner.step join runner.run on run.id = step.run_id
     where step.status = 'done' and step.op = 'StepRun'`,
  );
  for (const { key, name } of done) write("done", `${key}/${name}`);
}
await startRunner(workshop, database, createFunctions(workshop));
write("up", String(process.pid));
await workshop.client.send(
  Array.from({ length: Number(runs) }, (_, n) => ({ id: `event-${n}`, name: "parent/go", data: { key: `run-${n}` } })),
);
write("sent", runs);

for (;;) {
  const [open] = await database.sql.query<{ n: number }>(
    "select count(*)::int as n from runner.run where status <> 'completed'",
  );
  if (open?.n === 0) break;
  await rest(50);
}
write("all", "completed");
await database.close();
process.exit(0);
