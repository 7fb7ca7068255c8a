import { expect, test } from "@playwright/test";
import { serveDemo } from "@/demo/serve";
import { functions } from "@/inngest";
import { openDatabase } from "@/server/adapters/database";
import type { SqlDatabase } from "@/server/adapters/database/port";
import { sendingLimits } from "@/server/core/limits";
import { type ApiUser, readEmails, registerUser } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import { beaconOf, fromPageOf } from "../support/rum";
import { serveSite } from "../support/scanner/serve-site";

test.setTimeout(1_200_000);

/** Jobs for services that aren't configured by default, and jobs triggered by events that don't occur here. */
const idle = ["answer-probe", "end-subscriptions", "park-audit", "revoke-consent"];
const names = functions.map((each) => each.id()).filter((name) => !idle.includes(name));

const scheduled = [
  ...[
    "purge-old-records",
    "send-weekly-digests",
    "delete-objects",
    "reseal-secrets",
    "roll-up-rum",
    "reconcile-billing",
  ],
  ...["start-audits", "conclude-scheduled-run"],
];

/** Returns the functions that the app has logged as finished since this offset in its output. */
const doneSince = (app: RunningApp, from: number): Set<string> =>
  new Set(
    [
      ...app
        .output()
        .slice(from)
        .matchAll(/"function_id":"curbcut-([\w-]+)".*"msg":"job finished"/g),
    ].map(([, name = ""]) => name),
  );

const get = async (user: ApiUser, path: string) => (await user.call("GET", path)).data;

const post = async (user: ApiUser, path: string, body: unknown = {}) => {
  const { status, data, error } = await user.call("POST", path, body);
  expect(status, `${path} ${JSON.stringify(error)}`).toBeLessThan(300);
  return data;
};

/** Signs up repeatedly with an account's email address, until an email about such a sign-up is held back. */
const signUpAgain = async (app: RunningApp, email: string): Promise<void> => {
  const body = JSON.stringify({ email, password: "correct horse battery staple", name: "Ada" });
  for (let count = 0; count <= sendingLimits.recipient[1].limit; count += 1) {
    const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.113.${count + 1}` };
    expect((await fetch(`${app.url}/api/user/`, { method: "POST", headers, body })).status).toBe(201);
  }
};

/** Does what a team does in a day, waiting for each task to finish. */
const spendDay = async (app: RunningApp, shop: string, receiver: string): Promise<void> => {
  const owner = await registerUser(app, "owner@example.org");
  await post(owner, "/api/webhooks/", { url: receiver, events: ["scan.started", "scan.completed"] });
  const audit = await post(owner, "/api/website-audit/", { url: shop, options: { lighthouse: false } });
  await expect.poll(async () => (await get(owner, `/api/website-audit/${audit.id}/`)).status).toBe("completed");
  const { website_id } = audit;

  const report = await post(owner, "/api/report/", {
    audit_id: audit.id,
    variant: "full",
    email: "client@example.org",
  });
  await expect.poll(() => get(owner, `/api/v1/report/${report.jobId}`)).toMatchObject({ status: "emailed" });
  const { data: findings } = await owner.call("GET", `/api/results/${audit.id}/issues/?limit=1`);
  await owner.call("POST", "/api/solutions/", { issue_id: findings[0].id });
  for (const format of ["csv", "axe", "earl"])
    expect(
      (
        await fetch(`${app.url}/api/results/${audit.id}/export/?format=${format}`, {
          headers: { authorization: `Bearer ${owner.access_token}` },
        })
      ).status,
    ).toBe(200);

  await post(owner, "/api/schedules/", { website_id, frequency: "daily", time_zone: "Europe/Berlin" });
  const monitor = await post(owner, "/api/monitors/", { url: shop, channels: ["mail"] });
  const site = await post(owner, "/api/rum/sites/", { website_id });
  const beacon = { method: "POST", body: JSON.stringify(beaconOf(site)), headers: fromPageOf({ url: shop }) };
  expect((await fetch(`${app.url}/api/rum/`, beacon)).status).toBe(204);
  await expect.poll(async () => (await get(owner, `/api/monitors/${monitor.id}/`)).status).toBe("up");

  await post(owner, "/api/user/invite-user/", { email: "colleague@example.org", role: "viewer" });
  await post(owner, "/api/auth/forgot-password", { email: owner.email });
  await post(owner, "/api/user/me/export/");
  await expect.poll(async () => (await get(owner, "/api/user/me/export/")).export?.status).toBe("ready");
  const lead = {
    url: "https://customer.example/",
    data: { website: { url: "https://customer.example/", name: "Customer" } },
  };
  const anonymous = { id: "0198c1de-0000-7000-8000-00000000000a", variant: "singlePage", email: "lead@example.org" };
  await post(owner, "/api/v1/report", { ...anonymous, agencyEmail: "agency@example.org", ...lead });
  await expect.poll(async () => (await readEmails(app)).map(({ to }) => to)).toContain("agency@example.org");

  await signUpAgain(app, owner.email);
  const leaving = await registerUser(app, "leaving@example.org");
  await post(leaving, "/api/websites/", { url: "https://leaving.example/" });
  expect((await leaving.call("DELETE", "/api/user/me/")).status).toBe(202);
};

/**
 * Starts an audit and a webhook delivery that fail because of the customer's servers. Only the customer learns about
 * these errors, because the operator can't fix them.
 */
const meetBrokenServers = async (app: RunningApp, receiver: string): Promise<void> => {
  const owner = await registerUser(app, "unlucky@example.org");
  const audit = await post(owner, "/api/website-audit/", { url: "http://127.0.0.1:1/" });
  await expect.poll(async () => (await get(owner, `/api/website-audit/${audit.id}/`)).status).toBe("failed");
  const webhook = await post(owner, "/api/webhooks/", { url: `${receiver}/broken`, events: ["report.ready"] });
  const delivery = await post(owner, `/api/webhooks/${webhook.id}/test/`);
  const status = async () => (await get(owner, `/api/webhooks/${webhook.id}/deliveries/${delivery.id}/`)).status;
  await expect.poll(status).toBe("failed");
};

const inDatabase = async (app: RunningApp, work: (sql: SqlDatabase) => Promise<void>): Promise<void> => {
  const database = await openDatabase({ dataDir: app.dataDir });
  try {
    await work(database.sql);
  } finally {
    await database.close();
  }
};

/** Makes every scheduled job, every audit schedule and every waiting job due when the app next starts. */
const pullForward = async (sql: SqlDatabase): Promise<void> => {
  await sql.query("UPDATE schedules SET next_run_at = now()", []);
  await sql.query("UPDATE runner.cron SET next_at = now()", []);
  await sql.query("UPDATE runner.job SET run_at = now()", []);
};

/** Moves every stored time back by 400 days, so that everything is past its retention period. */
const age = async (sql: SqlDatabase): Promise<void> => {
  const columns = await sql.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name NOT LIKE '\\_%'`,
    [],
  );
  for (const { table_name, column_name } of columns)
    await sql.query(`UPDATE "${table_name}" SET "${column_name}" = "${column_name}" - interval '400 days'`, []);
};

const ageAndPullForward = async (sql: SqlDatabase): Promise<void> => {
  await age(sql);
  await pullForward(sql);
};

/** Restarts the app until the work interrupted by the previous stop is done. */
const finishWork = (app: RunningApp): Promise<void> =>
  expect
    .poll(async () => {
      await app.restart();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await app.stop();
      let left: unknown;
      await inDatabase(app, async (sql) => {
        left = await sql.query("SELECT job FROM pending_jobs WHERE error IS NULL", []);
      });
      return left;
    })
    .toEqual([]);

const expectNoFailure = async (sql: SqlDatabase): Promise<void> => {
  const failed = "SELECT fn_id AS job, error::text FROM runner.run WHERE status = 'failed'";
  expect(await sql.query(failed, [])).toEqual([]);
  expect(await sql.query("SELECT job, error FROM pending_jobs", [])).toEqual([]);
  expect(await sql.query("SELECT name FROM outbox_events", [])).toEqual([]);
};

test("a day's work and every scheduled job after it log no warnings and leave no failed jobs", async () => {
  const shop = await serveDemo();
  const receiver = await serveSite(() => ({
    "/broken": (_request, response) => void response.writeHead(500).end(),
    "*": (_request, response) => void response.writeHead(204).end(),
  }));
  const env = { SCAN_PRIVATE_HOSTS: "127.0.0.1", LOG_LEVEL: "debug" };
  const app = await startApp({ env, scans: true });
  await spendDay(app, shop.url, receiver.origin);
  await meetBrokenServers(app, receiver.origin);
  for (const prepare of [pullForward, ageAndPullForward]) {
    await app.stop();
    await inDatabase(app, prepare);
    const from = app.output().length;
    await app.restart();
    await expect.poll(() => scheduled.filter((name) => !doneSince(app, from).has(name))).toEqual([]);
  }
  await app.stop();
  await finishWork(app);
  await inDatabase(app, expectNoFailure);
  expect(names.filter((name) => !doneSince(app, 0).has(name))).toEqual([]);
  await shop.close();
  await receiver.close();
});

test("stopping in the middle of an audit logs no warning, and the audit resumes afterwards", async () => {
  const shop = await serveDemo();
  const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1" }, scans: true });
  const owner = await registerUser(app, "owner@example.org");
  const audit = await post(owner, "/api/website-audit/", { url: shop.url });
  const state = () => get(owner, `/api/website-audit/${audit.id}/`);
  await expect.poll(async () => (await state()).pages_done).toBeGreaterThan(0);
  const { code } = await app.stop();
  expect(code).toBe(0);
  await app.restart();
  await expect.poll(async () => (await state()).status).toBe("completed");
  const { pages } = await get(owner, `/api/results/${audit.id}/pages/?limit=50`).then((data) => ({
    pages: data as { url: string; error: unknown }[],
  }));
  expect(pages.filter(({ error }) => error)).toEqual([]);
  await app.stop();
  await shop.close();
});
