import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { patienceMs } from "@/scripts/test/patience";
import { type Database, getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import { admitAudits } from "@/server/domains/audits/queue";
import { checkProgress, silenceSeconds, stopScanner } from "@/server/domains/audits/request-scan";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { findPostgres, type Postgres, startPostgres } from "@/tests/support/postgres";
import { createRestClient, type RestClient, type RestHandler } from "@/tests/support/rest-client";
import { deliver, pageOf, postCallback, type RunningAudit, startAuditOf } from "@/tests/support/scans";

const usual = { SCANNER_CONCURRENCY: 4, AUDITS_PER_ORGANISATION: 2 };

test.beforeEach(async ({ db }) => {
  await db.websiteAudit.deleteMany();
  configure(usual);
});
test.afterEach(() => configure(usual));

const startMany = async (client: RestClient, count: number): Promise<RunningAudit[]> => {
  const audits: RunningAudit[] = [];
  for (let index = 0; index < count; index += 1) audits.push(await startAuditOf(client));
  return audits;
};
const worker = fileURLToPath(new URL("../support/jobs/admit-worker.ts", import.meta.url));
const admitInProcess = async (url: string): Promise<string[]> =>
  JSON.parse((await promisify(execFile)(process.execPath, ["--import", "tsx", worker, url])).stdout);
const ids = (audits: readonly { id: string }[]): string[] => audits.map(({ id }) => id);
const placeOf = async (client: RestClient, { id }: RunningAudit): Promise<number | null> =>
  (await client.get(`/api/website-audit/${id}/`)).data.queue_position;
const started = async (): Promise<string[]> => {
  const { prisma } = await getDatabase();
  const events = await prisma.outboxEvent.findMany({ where: { name: "audit/started" } });
  return events.map(({ data }) => (data as { audit_id: string }).audit_id);
};

test("runs two of an organisation's audits at the same time, queues the others in order and reports their positions [#87] @long", async ({
  as,
}) => {
  const owner = as("owner");
  const audits = await startMany(owner, 5);
  expect(await admitAudits()).toEqual(expect.arrayContaining(ids(audits.slice(0, 2))));
  expect(await admitAudits()).toEqual([]);
  expect(await started()).toEqual(expect.arrayContaining(ids(audits.slice(0, 2))));
  const places = await Promise.all(audits.map((audit) => placeOf(owner, audit)));
  expect(places).toEqual([null, null, 1, 2, 3]);
  const listed = (await owner.get("/api/website-audit/")).data as { id: string; queue_position: number | null }[];
  expect(listed.map(({ queue_position }) => queue_position)).toEqual([3, 2, 1, null, null]);
  const websites = (await owner.get("/api/websites/")).data as { latest_audit: { queue_position: number | null } }[];
  expect(websites.map(({ latest_audit }) => latest_audit.queue_position)).toEqual([null, null, 1, 2, 3]);
  const last = await owner.get(`/api/website-audit/latest-audit-status/?website_id=${audits[4]?.website_id}`);
  expect(last.data).toMatchObject({ status: "in_progress", phase: "waiting", queue_position: 3, eta_seconds: null });
});

test("an audit that completes or is cancelled frees its slot for the next @long", async ({ as, rest }) => {
  const owner = as("owner");
  const [first, second, third, fourth] = (await startMany(owner, 4)) as [
    RunningAudit,
    RunningAudit,
    RunningAudit,
    RunningAudit,
  ];
  await admitAudits();
  await deliver(rest, first.id, [pageOf(first.url)]);
  expect(await admitAudits()).toEqual([third.id]);
  await owner.post(`/api/website-audit/${second.id}/cancel/`);
  expect(await admitAudits()).toEqual([fourth.id]);
});

test("cancelling a queued audit ends it immediately without a scan, and the audits behind it move up", async ({
  as,
}) => {
  const owner = as("owner");
  const audits = await startMany(owner, 4);
  const [first, , third, fourth] = audits as [RunningAudit, RunningAudit, RunningAudit, RunningAudit];
  await admitAudits();
  const reply = await owner.post(`/api/website-audit/${third.id}/cancel/`);
  expect(reply.data).toMatchObject({ status: "cancelled", queue_position: null });
  expect(await placeOf(owner, fourth)).toBe(1);
  await stopScanner(third.id);
  await owner.post(`/api/website-audit/${first.id}/cancel/`);
  expect(await admitAudits()).toEqual([fourth.id]);
});

test("organisations take turns, and one with many queued audits doesn't delay the others @long", async ({
  as,
  otherOrganisation,
  rest,
}) => {
  configure({ SCANNER_CONCURRENCY: 2 });
  const [busy, second, third] = [as("owner"), otherOrganisation().as("owner"), otherOrganisation().as("owner")];
  const many = await startMany(busy, 4);
  const [b1, b2] = (await startMany(second, 2)) as [RunningAudit, RunningAudit];
  const [c1] = (await startMany(third, 1)) as [RunningAudit];
  const [a1, a2] = many as [RunningAudit, RunningAudit];
  expect(await admitAudits()).toEqual(expect.arrayContaining([a1.id, b1.id]));
  expect(await placeOf(third, c1)).toBe(1);
  await deliver(rest, a1.id, [pageOf(a1.url)]);
  expect(await admitAudits(), "an organisation that has no audit running and never had one goes first").toEqual([
    c1.id,
  ]);
  await deliver(rest, b1.id, [pageOf(b1.url)]);
  expect(
    await admitAudits(),
    "neither has an audit running, and the first has waited longer since its last one",
  ).toEqual([a2.id]);
  await deliver(rest, c1.id, [pageOf(c1.url)]);
  expect(await admitAudits(), "each organisation gets one audit before any gets a second").toEqual([b2.id]);
});

test("no organisation waits indefinitely behind ten others that always have audits queued @long", async ({
  as,
  otherOrganisation,
  rest,
}) => {
  configure({ SCANNER_CONCURRENCY: 3 });
  const crowd = await Promise.all(
    Array.from({ length: 10 }, async () => startMany(otherOrganisation().as("owner"), 3)),
  );
  const late = await startAuditOf(as("owner"));
  const byId = new Map([...crowd.flat(), late].map((audit) => [audit.id, audit]));
  const order: string[] = [];
  const running = await admitAudits();
  for (let next = running.shift(); next; next = running.shift()) {
    order.push(next);
    await deliver(rest, next, [pageOf(byId.get(next)?.url ?? "")]);
    running.push(...(await admitAudits()));
  }
  expect(new Set(order).size).toBe(31);
  expect(order).toHaveLength(31);
  expect(order.indexOf(late.id)).toBeLessThan(11);
});

test("within an organisation, audits started by users run before scheduled ones", async ({ as, db }) => {
  configure({ AUDITS_PER_ORGANISATION: 1 });
  const owner = as("owner");
  const [scheduled, byHand] = (await startMany(owner, 2)) as [RunningAudit, RunningAudit];
  await db.websiteAudit.update({ where: { id: scheduled.id }, data: { priority: 0 } });
  expect(await placeOf(owner, byHand)).toBe(1);
  expect(await placeOf(owner, scheduled)).toBe(2);
  expect(await admitAudits()).toEqual([byHand.id]);
});

test("the silence limit is measured from the start of the scan and excludes the time in the queue", async ({
  as,
  db,
}) => {
  const { id } = await startAuditOf(as("owner"));
  await db.websiteAudit.update({ where: { id }, data: { created_at: new Date(Date.now() - 86_400_000) } });
  expect((await checkProgress(id)).state).toBe("alive");
  await admitAudits();
  expect((await checkProgress(id)).state).toBe("alive");
  const begun = new Date(Date.now() - (silenceSeconds + 1) * 1_000);
  await db.websiteAudit.update({ where: { id }, data: { started_at: begun } });
  expect((await checkProgress(id)).state).toBe("silent");
});

test("estimates the remaining time from the pace of the scan, excluding the time in the queue", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  await db.websiteAudit.update({
    where: { id },
    data: { created_at: hours(50), started_at: hours(1) },
  });
  await postCallback(rest, id, { pages_total: 10, pages: [pageOf(url)] });
  const { eta_seconds } = (await owner.get("/api/website-audit/latest-audit-status/")).data;
  expect(eta_seconds).toBeGreaterThan(9 * 3_590);
  expect(eta_seconds).toBeLessThan(9 * 3_700);
});

test.describe("on PostgreSQL, with several concurrent processes", () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  let postgres: Postgres;
  let database: Database;
  let before: Database;
  let rest: RestHandler;

  test.beforeAll(async () => {
    before = await getDatabase();
    postgres = await startPostgres(findPostgres() ?? "");
    database = await openDatabase({ url: postgres.url });
    setDatabase(database);
    rest = createRestHandler(appRouter, authenticate);
  });
  test.afterAll(async () => {
    if (!database) return;
    setDatabase(before);
    await database.close();
    await postgres.stop();
  });

  const newOwner = async (): Promise<RestClient> => {
    const { access_token } = await signIn(await makeAccount({ org_id: await makeOrganisation(), role: "owner" }));
    return createRestClient(rest, async () => ({ authorization: `Bearer ${access_token}` }));
  };

  test("concurrent calls never start an audit twice or exceed the number of slots @long", async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, newOwner));
    const audits = (await Promise.all(owners.map((owner) => startMany(owner, 4)))).flat();
    const urls = new Map(audits.map(({ id, url }) => [id, url]));
    const seen: string[] = [];
    const runningIds = async () => {
      const where = { status: "in_progress", started_at: { not: null } } as const;
      return database.prisma.websiteAudit.findMany({ where, select: { id: true, org_id: true } });
    };
    for (let round = 0; round < 20 && seen.length < audits.length; round += 1) {
      seen.push(...(await Promise.all(Array.from({ length: 8 }, admitAudits))).flat());
      const running = await runningIds();
      expect(running.length).toBeLessThanOrEqual(usual.SCANNER_CONCURRENCY);
      for (const { org_id } of running)
        expect(running.filter((audit) => audit.org_id === org_id).length).toBeLessThanOrEqual(2);
      const ends = running.slice(0, 2).map(({ id }) => deliver(rest, id, [pageOf(urls.get(id) ?? "")]));
      seen.push(...(await Promise.all([admitAudits(), admitAudits(), ...ends])).filter(Array.isArray).flat());
    }
    expect(seen.sort()).toEqual(ids(audits).sort());
    expect((await started()).sort()).toEqual(ids(audits).sort());
  });

  test("two app processes access the queue one at a time, and never grant more slots than exist [K03] @long", async () => {
    await database.prisma.websiteAudit.deleteMany();
    const owners = await Promise.all(Array.from({ length: 6 }, newOwner));
    for (const owner of owners) await startMany(owner, 2);
    const waiters = async (): Promise<number> => {
      const [row] = await database.sql.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
        [],
      );
      return row?.count ?? 0;
    };
    let processes: Promise<string[]>[] = [];
    await database.prisma.$transaction(
      async (db) => {
        await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('audit queue', 0))`;
        processes = Array.from({ length: 2 }, () => admitInProcess(postgres.url));
        await expect.poll(waiters).toBe(2);
      },
      { timeout: patienceMs },
    );
    const admitted = (await Promise.all(processes)).flat();
    expect(new Set(admitted).size).toBe(admitted.length);
    expect(admitted).toHaveLength(usual.SCANNER_CONCURRENCY);
  });

  test("starting and cancelling an audit concurrently doesn't leave an inconsistent state", async () => {
    await database.prisma.websiteAudit.deleteMany();
    const owner = await newOwner();
    for (let round = 0; round < 6; round += 1) {
      const { id } = await startAuditOf(owner);
      const [admitted, cancelled] = await Promise.all([admitAudits(), owner.post(`/api/website-audit/${id}/cancel/`)]);
      expect(cancelled.status).toBe(200);
      const row = await database.prisma.websiteAudit.findUniqueOrThrow({ where: { id } });
      expect(row.status).toBe("cancelled");
      expect(row.started_at !== null).toBe(admitted.includes(id));
    }
    expect(await admitAudits()).toEqual([]);
  });
});
