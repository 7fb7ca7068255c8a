import { expect, test } from "@playwright/test";
import pg from "pg";
import { type Database, JobsInUseError, openDatabase } from "@/server/adapters/database";
import { findPostgres, type Postgres, startPostgres } from "@/tests/support/postgres";

const bin = findPostgres();
let postgres: Postgres;
const open: Database[] = [];

test.skip(!bin, "PostgreSQL is not installed here");
test.beforeAll(async () => {
  if (bin) postgres = await startPostgres(bin);
});
test.afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});
test.afterAll(async () => {
  if (bin) await postgres.stop();
});

const openOne = async (): Promise<Database> => {
  const database = await openDatabase({ url: postgres.url });
  open.push(database);
  return database;
};

const notLost = (error: Error): void => {
  throw error;
};

test("refuses a second app with embedded jobs on the same PostgreSQL database, and explains what to configure [L11] @long", async () => {
  const [first, second] = [await openOne(), await openOne()];
  await first.claimJobs(notLost);
  const refused = await second.claimJobs(notLost).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(JobsInUseError);
  expect((refused as Error).message).toContain("set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY in every process");
});

test("lets an app claim the jobs once the previous app has stopped [L11]", async () => {
  const first = await openOne();
  await first.claimJobs(notLost);
  const second = await openOne();
  const claiming = second.claimJobs(notLost);
  await first.close();
  await claiming;
});

const holderOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ high: string; low: string; pid: number }>(
    "SELECT classid::bigint AS high, objid::bigint AS low, pid FROM pg_locks WHERE locktype = 'advisory' AND granted",
  );
  return rows[0];
};

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return client;
};

test("an app reclaims the jobs after its connection breaks, or reports that another app has claimed them first [L11] @long", async () => {
  const lost: Error[] = [];
  await (await openOne()).claimJobs((error) => lost.push(error));
  const [rival, admin] = [await connect(), await connect()];
  const first = await holderOf(admin);
  await admin.query("SELECT pg_terminate_backend($1)", [first?.pid]);
  const again = () => holderOf(admin);
  await expect.poll(async () => ((await again())?.pid ?? first?.pid) !== first?.pid).toBe(true);
  expect(lost).toEqual([]);

  const second = await again();
  const rivalClaims = rival.query("SELECT pg_advisory_lock(($1::bigint << 32) + $2::bigint)", [
    second?.high,
    second?.low,
  ]);
  const isQueued = async () => (await admin.query("SELECT 1 FROM pg_locks WHERE NOT granted")).rowCount === 1;
  await expect.poll(isQueued).toBe(true);
  await admin.query("SELECT pg_terminate_backend($1)", [second?.pid]);
  await rivalClaims;
  await expect.poll(() => lost.length).toBe(1);
  expect(lost[0]).toBeInstanceOf(JobsInUseError);
  await Promise.all([rival.end(), admin.end()]);
});
