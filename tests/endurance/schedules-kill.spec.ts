import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { startDueSchedules } from "@/server/domains/audits/schedules";
import { rounds as roundsOf } from "../support/rounds";

const rounds = roundsOf("SCHEDULES_KILL_ROUNDS", { usual: 1, promised: 20 });
const schedules = 60;
const due = new Date("2027-01-04T10:00:00Z");

const worker = fileURLToPath(new URL("../support/jobs/schedules-worker.ts", import.meta.url));

const startWorker = (folder: string): ChildProcess =>
  spawn(process.execPath, ["--import", "tsx", worker, folder, due.toISOString()], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });

const inDatabase = async <T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ dataDir });
  setDatabase(database);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

const makeSchedules = async ({ prisma }: Database): Promise<void> => {
  const { id: org_id } = await prisma.organisation.create({ data: { id: newId(), name: "Killed" } });
  const sites = Array.from({ length: schedules }, (_, n) => ({
    id: newId(),
    org_id,
    url: `https://${n}.example/`,
    name: "",
  }));
  await prisma.website.createMany({ data: sites });
  const timing = { frequency: "cron", cron: "0 * * * *", time_zone: "UTC", next_run_at: due } as const;
  await prisma.schedule.createMany({
    data: sites.map(({ id }) => ({ id: newId(), org_id, website_id: id, ...timing })),
  });
};

/** Counts stored rows. The numbers of started runs, audits, events, and schedules with a new due time must be equal. */
const count = async ({ sql }: Database): Promise<Record<string, number>> => {
  const [row = {}] = await sql.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM schedule_runs WHERE outcome = 'started' AND audit_id IS NOT NULL) AS runs,
       (SELECT count(*)::int FROM schedule_runs WHERE audit_id IS NULL) AS claimed_only,
       (SELECT count(DISTINCT website_id)::int FROM website_audits) AS audits,
       (SELECT count(*)::int FROM website_audits) AS all_audits,
       (SELECT count(*)::int FROM outbox_events WHERE name = 'audit/requested') AS events,
       (SELECT count(*)::int FROM schedules WHERE next_run_at > '${due.toISOString()}') AS gone_on`,
  );
  return row;
};

const whole = (n: number) => ({ runs: n, claimed_only: 0, audits: n, all_audits: n, events: n, gone_on: n });

/** Starts a process that runs all due schedules, and kills it once this many transactions have begun. */
const killIn = async (folder: string, transactions: number): Promise<void> => {
  const child = startWorker(folder);
  const exit = once(child, "exit");
  let begun = 0;
  child.stdout?.on("data", (dots: Buffer) => {
    begun += dots.length;
    if (begun >= transactions) child.kill("SIGKILL");
  });
  await exit;
};

test(`kill -9 while ${schedules} schedules start (rounds: ${rounds}): each runs once, and no claimed run is left without its audit`, async () => {
  test.setTimeout(rounds * 60_000 + 60_000);
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), "curbcut-schedules-"));
    await inDatabase(folder, makeSchedules);
    await killIn(folder, 2 + Math.floor(Math.random() * (schedules / 2)));
    await inDatabase(folder, async (database) => {
      const left = await count(database);
      found.push(left["runs"] ?? 0);
      expect(left).toEqual(whole(left["runs"] ?? 0));
      await startDueSchedules(due);
      expect(await count(database)).toEqual(whole(schedules));
    });
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`      killed with ${found.join(", ")} of ${schedules} schedules started`);
  expect(Math.min(...found)).toBeGreaterThan(0);
  expect(Math.max(...found)).toBeLessThan(schedules);
});
