import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Database, openDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { type Checker, startChecker } from "@/server/domains/monitoring/monitors";
import { applyResults } from "@/server/domains/monitoring/monitors/checker/apply-results";
import { firstFailure } from "@/server/domains/monitoring/monitors/checker/check-tables";
import { claimDue } from "@/server/domains/monitoring/monitors/checker/claim-due";
import { makeAccount } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { emailsTo } from "@/tests/support/mailbox";
import { closePlaces, makeMonitor, serve, serveSecurely, serveTcp } from "@/tests/support/monitors";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { purgeOldRows } from "@/tests/support/purge";

// This spec's checker must not see monitors that other specs create.
test.use({ alone: "checker" });

type Db = Database["prisma"];

let checkers: Checker[] = [];

const begin = async (database: Database): Promise<Checker> => {
  const checker = await startChecker(database, { pollMs: 40, aheadMs: 80, retryMs: 30 });
  checkers.push(checker);
  return checker;
};

test.beforeEach(() => configure({ SCAN_PRIVATE_HOSTS: ["127.0.0.1"] }));
test.afterEach(async ({ db }) => {
  for (const checker of checkers) await checker.stop(0);
  checkers = [];
  await closePlaces();
  await db.uptimeMonitorSettings.deleteMany();
  configure({ SCAN_PRIVATE_HOSTS: [] });
});

const read = (db: Db, id: string) => db.uptimeMonitorSettings.findUniqueOrThrow({ where: { id } });
const statusOf = async (db: Db, id: string) => (await read(db, id)).status;
const checksOf = (db: Db, monitor_id: string) =>
  db.monitorCheck.findMany({ where: { monitor_id }, orderBy: { id: "asc" } });
const incidentsOf = (db: Db, monitor_id: string) =>
  db.monitorIncident.findMany({ where: { monitor_id }, orderBy: { id: "asc" } });

/** Returns the time at which an id was created, in milliseconds. An id begins with this time. */
const momentOf = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

/** Serves a website that responds with the status that the test last set. */
const switchable = async () => {
  const state = { status: 200 };
  return { ...(await serve((_, response) => response.writeHead(state.status).end())), state };
};

test("marks a monitor down after the retries and up again after one success, and notifies each manager once [#76] [#96]", async ({
  db,
  database,
  org_id,
}) => {
  const [owner, admin] = [await makeAccount({ org_id, role: "owner" }), await makeAccount({ org_id, role: "admin" })];
  const [viewer, disabled] = [
    await makeAccount({ org_id, role: "viewer" }),
    await makeAccount({ org_id, role: "owner" }),
  ];
  await db.membership.updateMany({ where: { user_id: disabled.id }, data: { disabled_at: new Date() } });
  const { url, state } = await switchable();
  const monitor = await makeMonitor({ org_id, url, retries: 2, channels: ["mail", "chat"] });
  await begin(database);
  await expect.poll(() => statusOf(db, monitor)).toBe("up");

  state.status = 500;
  await expect.poll(() => statusOf(db, monitor)).toBe("down");
  const checks = await checksOf(db, monitor);
  const failed = checks.filter(({ ok }) => !ok);
  const [incident, none] = await incidentsOf(db, monitor);
  expect(none).toBeUndefined();
  const before = failed.filter(({ checked_at }) => checked_at.getTime() <= momentOf(incident?.id ?? ""));
  expect(before).toHaveLength(3);
  expect(incident).toMatchObject({
    error: "The server returned 500 Internal Server Error instead of 200.",
    ended_at: null,
  });
  expect(incident?.started_at).toEqual(failed[0]?.checked_at);

  await expect.poll(async () => (await checksOf(db, monitor)).length).toBeGreaterThan(checks.length);
  state.status = 200;
  await expect.poll(() => statusOf(db, monitor)).toBe("up");
  const [ended] = await incidentsOf(db, monitor);
  const downtime = Math.round(((ended?.ended_at?.getTime() ?? 0) - (ended?.started_at.getTime() ?? 0)) / 1_000);
  const monitor_url = `${env.BASE_URL}/service/monitors/${monitor}`;
  for (const { email } of [owner, admin])
    expect(await emailsTo(email)).toEqual([
      {
        template: "uptime-down",
        data: { url, since: incident?.started_at.toISOString(), error: incident?.error, monitor_url },
      },
      { template: "uptime-recovered", data: { url, downtime, monitor_url } },
    ]);
  for (const { email } of [viewer, disabled]) expect(await emailsTo(email)).toEqual([]);
  const notifications = await db.outboxEvent.findMany({ where: { name: "chat/queued" }, orderBy: { id: "asc" } });
  const host = new URL(url).host;
  expect(
    notifications.map(({ data }) => (data as { text: string }).text).filter((text) => text.includes(host)),
  ).toEqual([`Down: ${url}. ${incident?.error}`, `Recovered: ${url}. Downtime: ${downtime} s`]);
});

test("a failure that isn't confirmed by the retries is not an incident", async ({ db, database, org_id }) => {
  let failures = 2;
  const { url } = await serve((_, response) => {
    response.writeHead(failures-- > 0 ? 500 : 200).end();
  });
  const monitor = await makeMonitor({ org_id, url, retries: 2 });
  await begin(database);
  await expect.poll(() => statusOf(db, monitor)).toBe("up");
  const oks = (await checksOf(db, monitor)).map(({ ok }) => ok);
  expect(oks.slice(0, 3)).toEqual([false, false, true]);
  expect(await incidentsOf(db, monitor)).toEqual([]);
});

test("sends webhooks with matching ids when an incident starts and when it ends @long", async ({
  db,
  database,
  org_id,
}) => {
  const events = ["monitor.down", "monitor.recovered"];
  const endpoint = await db.webhookEndpoint.create({
    data: { id: newId(), org_id, url: "https://example.org/hook", secret: "", events },
  });
  const { url, state } = await switchable();
  state.status = 503;
  const monitor = await makeMonitor({ org_id, url, channels: ["webhook"] });
  await begin(database);
  await expect.poll(() => statusOf(db, monitor)).toBe("down");
  state.status = 200;
  await expect.poll(() => statusOf(db, monitor)).toBe("up");
  const [incident] = await incidentsOf(db, monitor);
  const sent = await db.webhookDelivery.findMany({ where: { endpoint_id: endpoint.id }, orderBy: { id: "asc" } });
  expect(sent.map(({ type }) => type)).toEqual(events);
  const ids = { incident_id: incident?.id, monitor_id: monitor, website_id: null, url };
  expect(sent[0]?.payload).toMatchObject({ data: { ...ids, error: incident?.error } });
  expect(sent[1]?.payload).toMatchObject({ data: { ...ids, ended_at: incident?.ended_at?.toISOString() } });
});

test("warns about a certificate only once for all monitors on the same host", async ({ db, database, org_id }) => {
  const owner = await makeAccount({ org_id, role: "owner" });
  const { url } = await serveSecurely(5);
  const ids = [await makeMonitor({ org_id, url, retries: 9 }), await makeMonitor({ org_id, url: `${url}shop` })];
  await begin(database);
  for (const id of ids)
    await expect.poll(async () => (await checksOf(db, id)).length, { message: id }).toBeGreaterThan(1);
  expect(await read(db, ids[0] ?? "")).toMatchObject({
    certificate_warned: 7,
    last_error: "The certificate is self-signed.",
  });
  const emails = (await emailsTo(owner.email)).filter(({ template }) => template === "certificate-expiring");
  expect(emails).toEqual([{ template: "certificate-expiring", data: { host: new URL(url).host, days: 4 } }]);
});

test("keeps checking during a maintenance window without notifying anyone, and reports monitors that still fail afterwards @long", async ({
  db,
  database,
  org_id,
}) => {
  const owner = await makeAccount({ org_id, role: "owner" });
  const { url, state } = await switchable();
  state.status = 502;
  const monitor = await makeMonitor({ org_id, url });
  const now = Date.now();
  const window = await db.maintenanceWindow.create({
    data: { id: newId(), org_id, starts_at: new Date(now - 60_000), ends_at: new Date(now + 60_000) },
  });
  await begin(database);
  await expect.poll(async () => (await checksOf(db, monitor)).length).toBeGreaterThan(2);
  expect(await read(db, monitor)).toMatchObject({ status: "pending", failures_in_row: 0 });
  expect([await incidentsOf(db, monitor), await emailsTo(owner.email)]).toEqual([[], []]);
  await db.maintenanceWindow.update({ where: { id: window.id }, data: { ends_at: new Date() } });
  await expect.poll(() => statusOf(db, monitor)).toBe("down");
  expect((await emailsTo(owner.email)).map(({ template }) => template)).toEqual(["uptime-down"]);
});

test("a maintenance window for another monitor, in another organisation or at another time changes nothing", async ({
  db,
  database,
  org_id,
  otherOrganisation,
}) => {
  const { url, state } = await switchable();
  state.status = 502;
  const monitor = await makeMonitor({ org_id, url });
  const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
  const running = { org_id, starts_at: inMinutes(-5), ends_at: inMinutes(5) };
  const windows = [
    { ...running, monitor_id: await makeMonitor({ org_id, url, next_check_at: inMinutes(1) }) },
    { ...running, org_id: await otherOrganisation().id() },
    { ...running, starts_at: inMinutes(1) },
    { ...running, ends_at: inMinutes(-1) },
  ];
  for (const window of windows) {
    await db.maintenanceWindow.deleteMany();
    await db.maintenanceWindow.create({ data: { id: newId(), ...window } });
    await db.uptimeMonitorSettings.update({
      where: { id: monitor },
      data: { status: "pending", failures_in_row: 0, next_check_at: new Date() },
    });
    const checker = await begin(database);
    const name = JSON.stringify(window);
    await expect.poll(() => statusOf(db, monitor), { message: name }).toBe("down");
    await checker.stop(60_000);
  }
});

test("a checker raises no false alarms after freezing for longer than its monitors' timeouts @long", async ({
  db,
  database,
  org_id,
}) => {
  const owner = await makeAccount({ org_id, role: "owner" });
  const { url } = await serve((_, response) => setTimeout(() => response.end("there"), 30));
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1)
    ids.push(await makeMonitor({ org_id, url: `${url}${index}`, timeout_ms: 600 }));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await begin(database);
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const end = performance.now() + 1_500;
    while (performance.now() < end);
  }
  for (const id of ids) await expect.poll(() => statusOf(db, id)).toBe("up");
  delay.disable();
  expect(delay.max / 1e6).toBeGreaterThan(1_200);
  expect(await db.monitorCheck.count({ where: { monitor_id: { in: ids }, ok: false } })).toBe(0);
  expect(await emailsTo(owner.email)).toEqual([]);
});

test("three checkers on one database check every monitor only once", async ({ db, database, org_id }) => {
  const { url, count } = await serve((_, response) => response.end());
  for (let index = 0; index < 60; index += 1)
    await makeMonitor({ org_id, url: `${url}${index}`, interval_seconds: 3_600 });
  // A monitor that has been checked before keeps its phase; a new one starts at a random point in its interval,
  // possibly immediately.
  await db.uptimeMonitorSettings.updateMany({ where: { org_id }, data: { status: "up" } });
  await Promise.all([begin(database), begin(database), begin(database)]);
  const checked = () => db.uptimeMonitorSettings.count({ where: { org_id, NOT: { last_checked_at: null } } });
  await expect.poll(checked).toBe(60);
  expect(count()).toBe(60);
  expect(await db.monitorCheck.count({ where: { monitor: { org_id } } })).toBe(60);
});

test("the next process runs the checks that a killed process had claimed, but not those planned for later", async ({
  db,
  database,
  org_id,
}) => {
  const { url } = await switchable();
  const lost = await makeMonitor({ org_id, url, next_check_at: new Date(Date.now() + 60_000) });
  const far = new Date(Date.now() + 3_500_000);
  const planned = await makeMonitor({ org_id, url, interval_seconds: 3_600, next_check_at: far });
  await begin(database);
  await expect.poll(() => statusOf(db, lost)).toBe("up");
  expect(await read(db, planned)).toMatchObject({ status: "pending", next_check_at: far });
});

test("ignores a result that arrives after the monitor was changed, paused or deleted", async ({
  db,
  database,
  org_id,
  as,
}) => {
  const held: (() => void)[] = [];
  const { url, count } = await serve((_, response) => {
    held.push(() => response.writeHead(500).end());
  });
  const make = () => makeMonitor({ org_id, url, interval_seconds: 60, timeout_ms: 20_000 });
  const [paused, changed, removed] = [await make(), await make(), await make()];
  await begin(database);
  await expect.poll(() => count()).toBe(3);
  const path = (id: string) => `/api/monitors/${id}/`;
  expect((await as("member").patch(path(paused), { paused: true })).status).toBe(200);
  expect((await as("member").patch(path(changed), { expected_status: 500 })).status).toBe(200);
  expect((await as("member").delete(path(removed))).status).toBe(200);
  await expect.poll(() => count()).toBe(4);
  for (const answer of held) answer();
  await expect.poll(() => statusOf(db, changed)).toBe("up");
  expect(await read(db, paused)).toMatchObject({ status: "pending", last_checked_at: null });
  expect(await db.monitorIncident.count({ where: { org_id } })).toBe(0);
});

test("stopping waits for running checks, stores their results, and releases checks that don't finish in time", async ({
  db,
  database,
  org_id,
}) => {
  const slow = await serve((_, response) => setTimeout(() => response.end(), 200));
  const dead = await serveTcp(() => undefined);
  const ending = await makeMonitor({ org_id, url: slow.url, interval_seconds: 3_600 });
  const endless = await makeMonitor({ org_id, url: dead.url, interval_seconds: 3_600, timeout_ms: 60_000 });
  const before = (await read(db, endless)).next_check_at;
  const checker = await begin(database);
  await expect.poll(() => slow.count() + dead.count()).toBe(2);
  await checker.stop(1_000);
  expect(await statusOf(db, ending)).toBe("up");
  expect(await read(db, endless)).toMatchObject({ status: "pending", next_check_at: before });
});

test("stopping doesn't reschedule a monitor that was changed while it was being checked", async ({
  db,
  database,
  org_id,
}) => {
  const dead = await serveTcp(() => undefined);
  const id = await makeMonitor({ org_id, url: dead.url, interval_seconds: 3_600, timeout_ms: 60_000 });
  const checker = await begin(database);
  await expect.poll(() => dead.count()).toBe(1);
  const next_check_at = new Date(Date.now() + 3_600_000);
  await db.uptimeMonitorSettings.update({ where: { id }, data: { next_check_at } });
  await checker.stop(0);
  expect((await read(db, id)).next_check_at).toEqual(next_check_at);
});

test("claims the monitors that are longest overdue first, up to the limit", async ({ db, database, org_id }) => {
  const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
  const ids: string[] = [];
  for (const minutes of [30, 1, 20, 10])
    ids.push(await makeMonitor({ org_id, url: "https://example.org/", next_check_at: ago(minutes) }));
  const claim = async (limit: number) => (await claimDue(database, 0, limit)).map(({ id }) => id).toSorted();
  expect(await claim(2)).toEqual([ids[0], ids[2]].toSorted());
  expect(await claim(1)).toEqual([ids[3]]);
  expect(await claim(10)).toEqual([ids[1]]);
  expect(await db.uptimeMonitorSettings.count({ where: { next_check_at: { lte: new Date() } } })).toBe(0);
});

test("an inconclusive check keeps the error and the response time of the last conclusive one", async ({
  db,
  database,
  org_id,
}) => {
  const id = await makeMonitor({ org_id, url: "https://example.org/", retries: 3 });
  const before = { last_checked_at: new Date(Date.now() - 60_000), last_response_ms: 70, last_error: "It failed." };
  await db.uptimeMonitorSettings.update({ where: { id }, data: { ...before, failures_in_row: 2 } });
  const [claim] = await claimDue(database, 0, 1);
  if (!claim) throw new Error("Nothing was due.");
  const unknown = { kind: null, http_status: null, response_ms: null, error: null, certificate_expires_at: null };
  const target = { host: "example.org", port: 443, address: null };
  const result = { outcome: "unsure", checked_at: new Date(), ...unknown, ...target } as const;
  await applyResults([{ claim, result }], 60_000);
  expect(await read(db, id)).toMatchObject({ ...before, status: "pending", failures_in_row: 2 });
  expect(await checksOf(db, id)).toEqual([]);
});

test("purges individual checks after a week and hourly sums after 13 months, but never open incidents", async ({
  db,
  org_id,
}) => {
  const monitor_id = await makeMonitor({ org_id, url: "https://example.org/" });
  const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  for (const days of [8, 6])
    await db.monitorCheck.create({ data: { id: newId(), monitor_id, checked_at: ago(days), ok: true } });
  const sums = { monitor_id, checks: 1, failures: 0, answered: 1, response_ms: 1, slowest_ms: 1 };
  for (const days of [400, 390]) await db.monitorHour.create({ data: { ...sums, hour: ago(days) } });
  const incident = { org_id, monitor_id, started_at: ago(500), error: "x" };
  for (const ended_at of [ago(400), ago(390), null])
    await db.monitorIncident.create({ data: { ...incident, id: newId(), ended_at } });
  await purgeOldRows();
  expect((await checksOf(db, monitor_id)).map(({ checked_at }) => checked_at > ago(7))).toEqual([true]);
  expect(await db.monitorHour.count({ where: { monitor_id } })).toBe(1);
  expect((await incidentsOf(db, monitor_id)).map(({ ended_at }) => ended_at === null)).toEqual([false, true]);
});

test("an hour's sums contain the numbers of checks and failures, the total response time and the slowest response time [N06] @long", async ({
  db,
  database,
  org_id,
}) => {
  const answers = [
    { status: 200, afterMs: 0 },
    { status: 500, afterMs: 150 },
    { status: 200, afterMs: 0 },
  ];
  const { length } = answers;
  const { url } = await serve((_, response) => {
    const { status, afterMs } = answers.shift() ?? { status: 200, afterMs: 0 };
    setTimeout(() => response.writeHead(status).end(), afterMs);
  });
  const monitor_id = await makeMonitor({ org_id, url, retries: 5 });
  await begin(database);
  await expect.poll(async () => (await checksOf(db, monitor_id)).length).toBeGreaterThanOrEqual(length);
  for (const checker of checkers.splice(0)) await checker.stop(60_000);
  const checks = await checksOf(db, monitor_id);
  const times = checks.map(({ response_ms }) => response_ms ?? 0);
  expect(times.at(-1)).toBeLessThan(Math.max(...times));
  const hours = await db.monitorHour.findMany({ where: { monitor_id } });
  const total = (read: (hour: (typeof hours)[number]) => number): number =>
    hours.reduce((sum, hour) => sum + read(hour), 0);
  expect({
    checks: total((hour) => hour.checks),
    failures: total((hour) => hour.failures),
    answered: total((hour) => hour.answered),
    response_ms: total((hour) => Number(hour.response_ms)),
    slowest_ms: Math.max(...hours.map(({ slowest_ms }) => slowest_ms)),
  }).toEqual({
    checks: checks.length,
    failures: checks.filter(({ ok }) => !ok).length,
    answered: checks.length,
    response_ms: times.reduce((sum, ms) => sum + ms, 0),
    slowest_ms: Math.max(...times),
  });
});

test("a series of failures begins after the last success, even if more failures were counted [N07]", async ({
  db,
  org_id,
}) => {
  const monitor_id = await makeMonitor({ org_id, url: "https://example.org/" });
  const minute = (number: number): Date => new Date(Date.UTC(2026, 10, 20, 9, number));
  const current = minute(9);
  const begins = (earlier: number): Promise<Date> => firstFailure(db, monitor_id, earlier, current);
  for (const [index, ok] of [false, true, false, false].entries())
    await db.monitorCheck.create({ data: { id: newId(), monitor_id, checked_at: minute(index), ok } });
  expect(await begins(0)).toEqual(current);
  expect(await begins(1)).toEqual(minute(3));
  for (const earlier of [2, 3, 4]) expect(await begins(earlier), String(earlier)).toEqual(minute(2));
});

test("a process neither waits for nor claims a monitor that another process is claiming [N04] @long", async () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  const postgres = await startPostgres(findPostgres() ?? "");
  const [one, two] = [
    await openDatabase({ url: postgres.url }),
    await openDatabase({ url: `${postgres.url}?options=-c%20lock_timeout%3D5s` }),
  ];
  const org_id = newId();
  await one.prisma.organisation.create({ data: { id: org_id, name: "Test organisation" } });
  const settings = { org_id, url: "https://example.org/", name: "example.org", method: "GET" } as const;
  const usual = { expected_status: [200], interval_seconds: 60, timeout_ms: 1_000, retries: 0 };
  const due = { ...settings, ...usual, next_check_at: new Date(Date.now() - 60_000) };
  await one.prisma.uptimeMonitorSettings.createMany({ data: [1, 2].map(() => ({ id: newId(), ...due })) });
  await one.sql.transaction(async (open) => {
    const firstClaims = await claimDue({ sql: { ...one.sql, ...open } }, 0, 1);
    expect(firstClaims).toHaveLength(1);
    const secondClaims = await claimDue(two, 0, 10);
    expect(secondClaims).toHaveLength(1);
    expect(secondClaims[0]?.id).not.toBe(firstClaims[0]?.id);
  });
  expect(await claimDue(two, 0, 10)).toEqual([]);
  for (const database of [one, two]) await database.close();
  await postgres.stop();
});
