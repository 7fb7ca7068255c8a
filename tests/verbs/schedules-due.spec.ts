import { type Database, getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import { wallOf } from "@/server/core/wall-clock";
import { startDueSchedules } from "@/server/domains/audits/schedules";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { findPostgres, type Postgres, startPostgres } from "@/tests/support/postgres";
import { createRestClient, type RestClient } from "@/tests/support/rest-client";
import { deliver, pageOf, startAuditOf } from "@/tests/support/scans";
import { outcomesOf, runsOf, scheduleDue } from "@/tests/support/schedules";

const at = (time: string): Date => new Date(`2027-01-04T${time}:00.000Z`);

const nextOf = async ({ id }: { id: string }): Promise<string | undefined> => {
  const { prisma } = await getDatabase();
  return (await prisma.schedule.findUnique({ where: { id } }))?.next_run_at?.toISOString();
};

/** Ends the running audits of a website, as if their scans had ended between two due times. */
const endAudits = async ({ website_id }: { website_id: string }): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.websiteAudit.updateMany({ where: { website_id }, data: { status: "completed" } });
};

test.afterEach(async ({ db }) => {
  await db.schedule.deleteMany();
});

test("a due schedule starts an audit with a lower priority, and stores the event that requests its scan [#78]", async ({
  as,
  db,
}) => {
  const schedule = await scheduleDue(as("member"), at("10:00"), { options: { max_pages: 7 } });
  await startDueSchedules(at("09:59"));
  expect(await runsOf(schedule)).toEqual([]);
  await startDueSchedules(at("10:00"));
  const [run] = await runsOf(schedule);
  expect(run).toMatchObject({ due_at: at("10:00"), outcome: "started", reason: null });
  expect(await db.websiteAudit.findUnique({ where: { id: run?.audit_id ?? "" } })).toMatchObject({
    website_id: schedule.website_id,
    schedule_id: schedule.id,
    started_by: null,
    priority: 0,
    status: "in_progress",
    options: { max_pages: 7 },
  });
  const events = await db.outboxEvent.findMany({ where: { name: "audit/requested" } });
  expect(events.map(({ data }) => data)).toContainEqual({ audit_id: run?.audit_id });
  expect(await nextOf(schedule)).toBe(at("11:00").toISOString());
});

test("while an audit of the website is running, skips a due time and records the reason", async ({ as, rest }) => {
  const owner = as("owner");
  const byHand = await startAuditOf(owner);
  const { data } = await owner.post("/api/schedules/", {
    website_id: byHand.website_id,
    frequency: "cron",
    cron: "0 * * * *",
    time_zone: "UTC",
  });
  const db = (await getDatabase()).prisma;
  await db.schedule.update({ where: { id: data.id }, data: { next_run_at: at("10:00") } });
  await startDueSchedules(at("10:00"));
  expect(await runsOf(data)).toMatchObject([
    { outcome: "skipped", reason: "An audit of this website was already running.", audit_id: null },
  ]);
  await deliver(rest, byHand.id, [pageOf(byHand.url)]);
  await startDueSchedules(at("11:00"));
  await startDueSchedules(at("12:00"));
  expect(await outcomesOf(data)).toEqual(["10:00 skipped", "11:00 started", "12:00 skipped"]);
});

test("after downtime, runs once for the latest missed due time and records the earlier ones as skipped", async ({
  as,
}) => {
  const schedule = await scheduleDue(as("owner"), at("05:00"));
  for (const _ of [1, 2, 3]) await startDueSchedules(at("09:30"));
  const outcomes = ["05:00 skipped", "06:00 skipped", "07:00 skipped", "08:00 skipped", "09:00 started"];
  expect(await outcomesOf(schedule)).toEqual(outcomes);
  expect((await runsOf(schedule))[0]?.reason).toContain("This run was missed");
  expect(await nextOf(schedule)).toBe(at("10:00").toISOString());
});

test("after months of downtime, runs once, and records only a hundred due times as skipped", async ({ as, db }) => {
  const schedule = await scheduleDue(as("owner"), new Date("2026-06-01T00:00:00Z"), { cron: "*/15 * * * *" });
  await startDueSchedules(at("10:07"));
  const runs = await runsOf(schedule);
  expect(runs).toHaveLength(101);
  expect(runs.filter(({ outcome }) => outcome === "started").map(({ due_at }) => due_at)).toEqual([at("10:00")]);
  expect(await db.websiteAudit.count({ where: { schedule_id: schedule.id } })).toBe(1);
});

test("deletes records of runs that were due more than 366 days ago", async ({ as, db }) => {
  const schedule = await scheduleDue(as("owner"), at("10:00"));
  const dayBefore = (days: number) => new Date(at("10:00").getTime() - days * 86_400_000);
  await db.scheduleRun.createMany({
    data: [367, 366, 365].map((days) => ({
      schedule_id: schedule.id,
      due_at: dayBefore(days),
      outcome: "started" as const,
    })),
  });
  await startDueSchedules(at("10:00"));
  expect((await runsOf(schedule)).map(({ due_at }) => due_at)).toEqual([dayBefore(366), dayBefore(365), at("10:00")]);
});

test("handles every due time exactly once when the clock jumps an hour ahead and back", async ({ as }) => {
  const schedule = await scheduleDue(as("owner"), at("10:00"), { cron: "0,30 * * * *" });
  // The clock at each check: on time, an hour ahead for a while, and back again.
  const times = ["09:59", "10:00", "10:29", "11:31", "11:45", "10:50", "11:00", "11:30", "11:59", "12:00", "12:30"];
  for (const time of times) {
    await startDueSchedules(at(time));
    await endAudits(schedule);
  }
  const all = ["10:00 started", "10:30 skipped", "11:00 skipped", "11:30 started", "12:00 started", "12:30 started"];
  expect(await outcomesOf(schedule)).toEqual(all);
});

test("doesn't repeat due times when the clock jumps an hour back, even if the schedule is saved during that hour", async ({
  as,
}) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"), { cron: "0,30 * * * *" });
  for (const time of ["10:00", "10:31", "09:31", "10:00", "10:30"]) {
    await startDueSchedules(at(time));
    await endAudits(schedule);
  }
  expect(await outcomesOf(schedule)).toEqual(["10:00 started", "10:30 started"]);
  // Acts as if the schedule were saved while the clock shows 09:40. By that clock, the next due time is 10:00, for
  // which there has already been a run.
  const { prisma } = await getDatabase();
  await prisma.schedule.update({ where: { id: schedule.id }, data: { next_run_at: at("10:00") } });
  for (const time of ["10:00", "10:30", "11:00"]) {
    await startDueSchedules(at(time));
    await endAudits(schedule);
  }
  expect(await outcomesOf(schedule)).toEqual(["10:00 started", "10:30 started", "11:00 started"]);
});

const nights = [
  { zone: "Europe/Berlin", hour: 2, minute: 30, night: "2027-03-28", shown: "03:00" },
  { zone: "Europe/Berlin", hour: 2, minute: 30, night: "2027-10-31", shown: "02:30" },
  { zone: "America/New_York", hour: 2, minute: 30, night: "2027-03-14", shown: "03:00" },
  { zone: "America/New_York", hour: 1, minute: 30, night: "2027-11-07", shown: "01:30" },
  { zone: "Australia/Lord_Howe", hour: 2, minute: 15, night: "2027-10-03", shown: "02:30" },
  { zone: "Australia/Lord_Howe", hour: 1, minute: 45, night: "2027-04-04", shown: "01:45" },
];

for (const { zone, hour, minute, night, shown } of nights)
  test(`a daily schedule, checked hourly, runs once a night, even on the night of ${night} in ${zone}`, async ({
    as,
  }) => {
    const day = 86_400_000;
    const noon = Date.parse(`${night}T12:00:00Z`);
    const schedule = await scheduleDue(as("owner"), new Date(noon - 2 * day), {
      frequency: "daily",
      time_zone: zone,
      hour,
      minute,
      cron: null,
    });
    await startDueSchedules(new Date(noon - 2 * day));
    for (let now = noon - 2 * day; now < noon + day; now += day / 24) {
      await startDueSchedules(new Date(now));
      await endAudits(schedule);
    }
    const [, ...runs] = await runsOf(schedule);
    const usual = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
    const wall = runs.map(({ due_at }) => wallOf(zone, due_at).toISOString().slice(0, 16).split("T"));
    expect(wall.map(([, time]) => time)).toEqual([usual, shown, usual]);
    expect(wall[1]?.[0]).toBe(night);
    expect(runs.map(({ outcome }) => outcome)).toEqual(["started", "started", "started"]);
  });

test("a schedule that can't be processed does not delay the others", async ({ as, db }) => {
  const owner = as("owner");
  const broken = await scheduleDue(owner, at("09:00"));
  const good = await scheduleDue(owner, at("10:00"));
  await db.schedule.update({ where: { id: broken.id }, data: { time_zone: "Mars/Phobos" } });
  await startDueSchedules(at("10:00"));
  expect(await outcomesOf(good)).toEqual(["10:00 started"]);
  expect(await runsOf(broken)).toEqual([]);
});

test.describe("on PostgreSQL, where replicas really check at the same time", () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  let postgres: Postgres;
  let database: Database;
  let before: Database;
  let owner: RestClient;

  test.beforeAll(async () => {
    before = await getDatabase();
    postgres = await startPostgres(findPostgres() ?? "");
    database = await openDatabase({ url: postgres.url });
    setDatabase(database);
    const { access_token } = await signIn(await makeAccount({ org_id: await makeOrganisation(), role: "owner" }));
    const rest = createRestHandler(appRouter, authenticate);
    owner = createRestClient(rest, async () => ({ authorization: `Bearer ${access_token}` }));
  });

  test.afterAll(async () => {
    if (!database) return;
    setDatabase(before);
    await database.close();
    await postgres.stop();
  });

  test("six concurrent calls start exactly one audit for each due schedule @long", async () => {
    const schedules = await Promise.all(Array.from({ length: 8 }, () => scheduleDue(owner, at("10:00"))));
    await Promise.all(Array.from({ length: 6 }, () => startDueSchedules(at("10:00"))));
    for (const schedule of schedules) expect(await outcomesOf(schedule)).toEqual(["10:00 started"]);
    expect(await database.prisma.websiteAudit.count()).toBe(schedules.length);
    expect(await database.prisma.outboxEvent.count({ where: { name: "audit/requested" } })).toBe(schedules.length);
  });

  test("when a user starts the same audits concurrently, each website has one audit and no due time is lost @long", async () => {
    const schedules = await Promise.all(Array.from({ length: 6 }, () => scheduleDue(owner, at("10:00"))));
    const byHand = schedules.map(({ website_id }) => owner.post("/api/website-audit/", { website_id }));
    const [replies] = await Promise.all([Promise.all(byHand), startDueSchedules(at("10:00"))]);
    await startDueSchedules(at("10:01"));
    for (const [index, schedule] of schedules.entries()) {
      const started = replies[index]?.status === 201;
      expect(await outcomesOf(schedule)).toEqual([started ? "10:00 skipped" : "10:00 started"]);
      const { website_id } = schedule;
      expect(await database.prisma.websiteAudit.count({ where: { website_id } })).toBe(1);
    }
  });
});
