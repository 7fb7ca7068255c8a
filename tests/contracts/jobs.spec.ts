import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { EmbeddedRunner } from "@/inngest/embedded";
import { prune } from "@/inngest/embedded/prune";
import { claimLock } from "@/inngest/embedded/queue";
import { createTables } from "@/inngest/embedded/tables";
import { cloneMemoryDatabase, type Database, openDatabase } from "@/server/adapters/database";
import "../support/environment";
import { createFunctions, Journal } from "../support/jobs/functions";
import { createWorkshop, readRuns, type StoredRun, startRunner, type Workshop } from "../support/jobs/workshop";
import { findPostgres, startPostgres } from "../support/postgres";

/** Polls every 20 ms until the expect timeout, which is long because the machine may be busy. */
const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [20] });

interface Opened {
  database: Database;
  close(): Promise<void>;
}

const openPglite = async (): Promise<Opened> => {
  const database = await cloneMemoryDatabase();
  return { database, close: () => database.close() };
};

const openPostgres = async (folder: string): Promise<Opened> => {
  const postgres = await startPostgres(folder);
  const database = await openDatabase({ url: postgres.url });
  return {
    database,
    close: async () => {
      await database.close();
      await postgres.stop();
    },
  };
};

const describeJobs = (name: string, open: () => Promise<Opened>): void => {
  test.describe(`jobs on ${name}`, () => {
    let opened: Opened;
    let workshop: Workshop;
    let journal: Journal;
    let runner: EmbeddedRunner;
    let early: string;

    const send = (event: string, data: Record<string, unknown>, id?: string) =>
      workshop.client.send({ name: event, data, ...(id ? { id } : {}) });

    const runOf = async (functionId: string, key: string): Promise<StoredRun | undefined> =>
      (await readRuns(opened.database, functionId)).find(({ event }) => event.data["key"] === key);

    const ended = async (functionId: string, key: string): Promise<StoredRun> => {
      const open = new Set(["queued", "running", undefined]);
      await poll(async () => open.has((await runOf(functionId, key))?.status)).toBe(false);
      return (await runOf(functionId, key)) as StoredRun;
    };

    const openSteps = async (functionId: string, key: string): Promise<number> => {
      const run = await runOf(functionId, key);
      const { sql } = opened.database;
      return (await sql.query("select 1 from runner.step where run_id = $1 and status = 'pending'", [run?.id])).length;
    };

    const start = () => startRunner(workshop, opened.database, createFunctions(workshop, journal), { leaseMs: 1000 });

    test.beforeAll(async () => {
      opened = await open();
      workshop = createWorkshop();
      journal = new Journal();
      early = randomUUID();
      const sent = send("count/go", { key: early, n: 1 });
      runner = await start();
      await sent;
    });

    test.afterAll(async () => {
      await runner?.stop();
      await opened?.close();
    });

    test("holds an event that is sent before the job engine starts, and processes it later", async () => {
      expect((await ended("count", early)).status).toBe("completed");
    });

    test("runs steps once and in order, and passes their results on unchanged", async () => {
      const key = randomUUID();
      await send("chain/go", { key, odd: "\0\ud800" });
      const run = await ended("chain", key);
      expect(run.status).toBe("completed");
      expect(run.output).toEqual([
        { value: "\0 \ud800 \u{1f600}", nothing: null },
        { key, odd: "\0\ud800" },
      ]);
      expect(journal.of(key)).toEqual(["first", "second", "third"]);
    });

    test("runs parallel steps at the same time and waits for all of them", async () => {
      const key = randomUUID();
      await send("hold/go", { key, names: ["a", "b", "c", "d"] });
      await poll(() => journal.count(key, "+")).toBe(4);
      journal.open(key);
      expect((await ended("hold", key)).status).toBe("completed");
      expect(journal.of(key)).toEqual(["+", "+", "+", "+", "-", "-", "-", "-", "after"]);
    });

    test("a race continues with the winner while the loser is still sleeping @long", async () => {
      const key = randomUUID();
      await send("race/go", { key });
      await poll(() => journal.of(key)).toEqual(["quick"]);
      await poll(() => openSteps("race", key)).toBe(1);
      expect((await ended("race", key)).output).toBe("quick");
      expect(journal.of(key)).toEqual(["quick"]);
    });

    test("sleep() waits at least as long as requested", async () => {
      const key = randomUUID();
      await send("sleep/go", { key });
      await ended("sleep", key);
      expect(journal.between(key, "before", "after")).toBeGreaterThanOrEqual(990);
    });

    test("sleepUntil() waits until the given time, or not at all if that time has passed", async () => {
      const [soon, past] = [randomUUID(), randomUUID()];
      const moment = Date.now() + 400;
      await send("sleep/go", { key: soon, until: new Date(moment).toISOString() });
      await send("sleep/go", { key: past, until: new Date(0).toISOString() });
      expect((await ended("sleep", past)).status).toBe("completed");
      expect((await ended("sleep", soon)).status).toBe("completed");
      expect(Date.now()).toBeGreaterThanOrEqual(moment);
    });

    test("retries a failed step, and only that step", async () => {
      const key = randomUUID();
      await send("fail/go", { key, times: 2 });
      expect((await ended("fail", key)).output).toBe("recovered");
      expect(journal.of(key)).toEqual(["good", "bad", "bad", "bad", "recovered"]);
      expect(journal.between(key, "good", "bad")).toBeLessThan(1000);
    });

    test("fails the run and calls onFailure with the error when all attempts are used up", async () => {
      const key = randomUUID();
      await send("fail/go", { key, times: 99 });
      const run = await ended("fail", key);
      expect(run.status).toBe("failed");
      expect(run.error?.message).toBe("flaky");
      await poll(() => journal.of(key)).toEqual(["good", "bad", "bad", "bad", "told: flaky"]);
    });

    test("retries a function that fails outside its steps, without repeating finished steps", async () => {
      const key = randomUUID();
      await send("fail/go", { key, how: "function" });
      expect((await ended("fail", key)).status).toBe("failed");
      const calls = journal.of(key).filter((what) => what.startsWith("function"));
      expect(calls).toEqual(["function 0", "function 1", "function 2"]);
      expect(journal.count(key, "good")).toBe(1);
    });

    test("doesn't retry after NonRetriableError", async () => {
      const key = randomUUID();
      await send("fail/go", { key, how: "fatal" });
      expect((await ended("fail", key)).error?.message).toBe("fatal");
      await poll(() => journal.of(key)).toEqual(["good", "bad", "told: fatal"]);
    });

    test("retries after the delay given by RetryAfterError", async () => {
      const key = randomUUID();
      await send("fail/go", { key, how: "later" });
      await poll(() => journal.count(key, "bad")).toBe(1);
      expect((await ended("fail", key)).output).toBe("recovered");
      expect(journal.count(key, "bad")).toBe(2);
      expect(journal.between(key, "bad", "recovered")).toBeGreaterThanOrEqual(990);
    });

    test("a function can catch a step's final error", async () => {
      const key = randomUUID();
      await send("catch/go", { key });
      expect((await ended("catch", key)).output).toBe("caught: broken");
    });

    test("idempotency prevents a second run with the same key", async () => {
      const key = randomUUID();
      await send("once/go", { key });
      await workshop.client.send([
        { name: "once/go", data: { key } },
        { name: "once/go", data: { key } },
      ]);
      await ended("once", key);
      const runs = (await readRuns(opened.database, "once")).filter(({ event }) => event.data["key"] === key);
      expect(runs).toHaveLength(1);
      expect(journal.count(key, "ran")).toBe(1);
    });

    test("ignores an event whose id has already been used", async () => {
      const key = randomUUID();
      const first = await send("count/go", { key, n: 1 }, `event-${key}`);
      const second = await send("count/go", { key, n: 1 }, `event-${key}`);
      expect(second.ids).toEqual(first.ids);
      await send("count/go", { key, n: 1 });
      await poll(() => journal.count(key, "ran")).toBe(2);
      const runs = (await readRuns(opened.database, "count")).filter(({ event }) => event.data["key"] === key);
      expect(runs).toHaveLength(2);
    });

    test("a batch starts a run for every event that meets the trigger's condition @long", async () => {
      const key = randomUUID();
      const { ids } = await workshop.client.send(
        Array.from({ length: 60 }, (_, n) => ({ name: "count/go", data: { key, n } })),
      );
      expect(new Set(ids).size).toBe(60);
      await poll(() => journal.count(key, "ran")).toBe(59);
    });

    test("cancelOn cancels only the matching run, even when both events are in one batch", async () => {
      const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
      await send("cancel/go", { key: other });
      await send("cancel/go", { key: first });
      await poll(() => journal.of(first)).toEqual(["before"]);
      await send("cancel/stop", { key: first });
      await workshop.client.send([
        { name: "cancel/go", data: { key: second } },
        { name: "cancel/stop", data: { key: second } },
      ]);
      expect((await ended("cancel", first)).status).toBe("cancelled");
      expect((await ended("cancel", second)).status).toBe("cancelled");
      expect((await runOf("cancel", other))?.status).toMatch(/queued|running/);
      await send("cancel/stop", { key: other });
    });

    test("waitForEvent() returns the matching event", async () => {
      const key = randomUUID();
      await send("wait/go", { key });
      await poll(() => openSteps("wait", key)).toBe(1);
      await send("wait/answer", { key: "another", n: 1 });
      await send("wait/answer", { key, n: 7 });
      expect((await ended("wait", key)).output).toBe(7);
    });

    test("waitForEvent() returns the event that meets its condition", async () => {
      const key = randomUUID();
      await send("wait/go", { key, how: "if" });
      await poll(() => openSteps("wait", key)).toBe(1);
      await send("wait/answer", { key, n: 1 });
      await send("wait/answer", { key, n: 2 });
      expect((await ended("wait", key)).output).toBe(2);
    });

    test("waitForEvent() returns null after its timeout", async () => {
      const key = randomUUID();
      await send("wait/go", { key, timeout: "1s" });
      const run = await ended("wait", key);
      expect(run.status).toBe("completed");
      expect(run.output).toBeNull();
    });

    test("invoke() returns the result of another function, or throws its error", async () => {
      const [good, bad] = [randomUUID(), randomUUID()];
      await send("call/go", { key: good, n: 21 });
      await send("call/go", { key: bad, n: "x" });
      expect((await ended("call", good)).output).toBe(42);
      expect((await ended("call", bad)).output).toBe("no number");
    });

    test("sendEvent() starts other functions", async () => {
      const key = randomUUID();
      await send("tell/go", { key });
      expect((await ended("tell", key)).output).toBe(2);
      await poll(() => journal.count(key, "ran")).toBe(2);
    });

    test("a cron trigger starts its function once per tick", async () => {
      const beat = `inngest/scheduled.timer ${JSON.stringify({ cron: "TZ=Europe/Paris * * * * * *" })}`;
      await poll(() => journal.count("tick", beat)).toBeGreaterThan(1);
      const runs = await readRuns(opened.database, "tick");
      expect(new Set(runs.map(({ event }) => event.id)).size).toBe(runs.length);
    });

    test("never runs more steps for a key at the same time than the concurrency limit allows", async () => {
      const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
      await workshop.client.send(
        [first, second].flatMap((key) => Array.from({ length: 6 }, () => ({ name: "busy/go", data: { key } }))),
      );
      for (const key of [first, second]) await poll(() => journal.count(key, "+")).toBe(2);
      await send("count/go", { key: other, n: 1 });
      await ended("count", other);
      for (const key of [first, second]) {
        expect(journal.count(key, "+")).toBe(2);
        journal.open(key);
        await poll(() => journal.count(key, "-")).toBe(6);
        expect(journal.peak(key)).toBe(2);
      }
    });

    test("a high-priority run overtakes waiting runs", async () => {
      const key = randomUUID();
      const calm = { name: "busy/go", data: { key, name: "calm" } };
      await workshop.client.send([calm, calm, calm, calm]);
      await poll(() => journal.count(key, "+")).toBe(2);
      await send("busy/go", { key, urgent: true, name: "urgent" });
      journal.open(key);
      await poll(() => journal.count(key, "-")).toBe(5);
      const started = journal.of(key).filter((what) => what.length > 1);
      expect(started.slice(0, 4)).toContain("urgent");
    });

    test("fails a run whose step needs a real Inngest server, with an error that explains this", async () => {
      const key = randomUUID();
      await send("signal/go", { key });
      const run = await ended("signal", key);
      expect(run.status).toBe("failed");
      expect(run.error?.message).toContain("WaitForSignal needs a real Inngest server");
    });

    test("rejects an event without a name", async () => {
      const body = JSON.stringify({ name: "", data: {} });
      const reply = await workshop.gateway.fetch("http://inngest.embedded/e/key", { method: "POST", body });
      expect(reply.status).toBe(400);
    });

    test("health() and pending() report the current state", async () => {
      const key = randomUUID();
      await send("sleep/go", { key, until: new Date(Date.now() + 3_600_000).toISOString() });
      await poll(() => journal.of(key)).toEqual(["before"]);
      expect(runner.health()).toMatchObject({ ok: true, error: null });
      await poll(async () => (await runner.pending()).scheduled).toBeGreaterThan(0);
      expect((await runner.pending()).runs).toBeGreaterThan(0);
    });

    test("prune() deletes runs and events that ended long ago, and keeps the others", async () => {
      const [old, young] = [randomUUID(), randomUUID()];
      for (const key of [old, young]) {
        await send("count/go", { key, n: 1 }, key);
        await ended("count", key);
      }
      const { sql } = opened.database;
      const id = (await runOf("count", old))?.id;
      await sql.query("update runner.run set ended_at = now() - interval '8 days' where id = $1", [id]);
      await sql.query("update runner.event set received_at = now() - interval '8 days' where id = $1", [old]);
      expect(await prune(sql, 7 * 86_400_000)).toBe(1);
      expect(await runOf("count", old)).toBeUndefined();
      expect(await runOf("count", young)).toBeDefined();
      expect(await sql.query("select id from runner.event where id = any($1::text[])", [[old, young]])).toEqual([
        { id: young },
      ]);
    });

    for (const names of [["one"], ["one", "two"]])
      test(`stop() lets running steps (${names.length}) finish but doesn't start any others, and the next start resumes the run`, async () => {
        const key = randomUUID();
        await send("hold/go", { key, names });
        await poll(() => journal.count(key, "+")).toBe(names.length);
        const stopped = runner.stop();
        journal.open(key);
        expect(await stopped).toBe(true);
        expect(journal.count(key, "-")).toBe(names.length);
        expect(journal.of(key)).not.toContain("after");
        await send("count/go", { key: `${key} late`, n: 1 });
        runner = await start();
        expect((await ended("hold", key)).status).toBe("completed");
        expect(journal.count(key, "+")).toBe(names.length);
        expect((await ended("count", `${key} late`)).status).toBe("completed");
      });

    if (name === "PostgreSQL")
      test("stopping the job engine releases jobs that are being claimed, and the next start runs these jobs", async () => {
        const key = randomUUID();
        const { sql } = opened.database;
        let stopped = Promise.resolve(false);
        const isClaiming = async () => (await sql.query("select 1 from pg_locks where not granted")).length > 0;
        await sql.transaction(async (holding) => {
          await holding.query("select pg_advisory_xact_lock($1)", [claimLock]);
          await send("hold/go", { key, names: ["one"] });
          await poll(isClaiming).toBe(true);
          stopped = runner.stop(2_000);
        });
        expect(await stopped).toBe(true);
        expect(journal.of(key)).toEqual([]);
        runner = await start();
        journal.open(key);
        expect((await ended("hold", key)).status).toBe("completed");
      });

    test("if the database fails at first, stores a step's result later without running the step again", async () => {
      const { sql } = opened.database;
      const key = randomUUID();
      await send("hold/go", { key, names: ["one", "two"] });
      await poll(() => journal.count(key, "+")).toBe(2);
      await sql.exec(`
        create sequence runner.fault;
        create function runner.fail() returns trigger language plpgsql as
          $$ begin if nextval('runner.fault') <= 3 then raise exception 'the disk is away'; end if; return new; end $$;
        create trigger fail before insert or update on runner.step for each row execute function runner.fail();`);
      journal.open(key);
      const run = await ended("hold", key);
      await sql.exec("drop trigger fail on runner.step; drop function runner.fail; drop sequence runner.fault;");
      expect(run.status).toBe("completed");
      expect(journal.of(key)).toEqual(["+", "+", "-", "-", "after"]);
    });

    test("fails the runs of a function that no longer exists", async () => {
      const key = randomUUID();
      await send("hold/go", { key, names: ["one"] });
      await poll(() => journal.count(key, "+")).toBe(1);
      const stopped = runner.stop();
      journal.open(key);
      await stopped;
      const others = createFunctions(workshop, journal).filter((one) => one.id() !== "hold");
      runner = await startRunner(workshop, opened.database, others);
      expect((await ended("hold", key)).error?.message).toBe("The function test-hold no longer exists.");
      await runner.stop();
      runner = await start();
    });

    test("gives up on a job when the process dies repeatedly while running it @long", async () => {
      const key = randomUUID();
      await send("hold/go", { key, names: ["one"] });
      await poll(() => journal.count(key, "+")).toBe(1);
      await runner.stop(0);
      await opened.database.sql.query("update runner.job set losses = 50 where locked_by is not null");
      runner = await start();
      expect((await ended("hold", key)).error?.name).toBe("ProcessLost");
      journal.open(key);
    });

    test("stop() abandons a step that takes too long, and the next start runs the step again @long", async () => {
      const key = randomUUID();
      await send("hold/go", { key, names: ["one"] });
      await poll(() => journal.count(key, "+")).toBe(1);
      expect(await runner.stop(50)).toBe(false);
      runner = await start();
      await poll(() => journal.count(key, "+")).toBe(2);
      journal.open(key);
      expect((await ended("hold", key)).status).toBe("completed");
      expect(journal.count(key, "-")).toBe(2);
      expect(journal.count(key, "after")).toBe(1);
    });
  });
};

describeJobs("PGlite", openPglite);

const postgresFolder = findPostgres();
if (postgresFolder) {
  describeJobs("PostgreSQL", () => openPostgres(postgresFolder));
  test("creates the tables only once when several job engines start at the same time @long", async () => {
    const { database, close } = await openPostgres(postgresFolder);
    await Promise.all(Array.from({ length: 5 }, () => createTables(database.sql)));
    const tables = await database.sql.query("select tablename from pg_tables where schemaname = 'runner'");
    expect(tables).toHaveLength(6);
    await close();
  });
} else test("jobs on PostgreSQL", () => test.skip(true, "PostgreSQL is not installed"));
