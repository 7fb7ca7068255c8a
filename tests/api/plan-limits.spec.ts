import { type Database, getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import type { Timing } from "@/server/domains/audits/schedules/contract";
import { assertPlanCovers } from "@/server/domains/audits/schedules/schedule-frequency";
import { assertFrequency } from "@/server/domains/billing/plans";
import { type PlanId, plans } from "@/server/domains/billing/plans/plans";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { defaultViews, furtherViews } from "@/server/scanner/views";
import { makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";
import { findPostgres, type Postgres, startPostgres } from "../support/postgres";
import { createRestClient } from "../support/rest-client";
import { uniqueSite } from "../support/scans";

const paid = { STRIPE_SECRET_KEY: "sk_test_known_to_tests_alone" };
const unpaid = { STRIPE_SECRET_KEY: undefined };
test.beforeEach(() => configure(paid));
test.afterEach(() => configure(unpaid));

const everything = { views: [...furtherViews], states: true };
const upgrade_url = "http://localhost:8000/service/billing";

const midnight = { hour: 0, minute: 0, day: null };

const buy = async (org_id: string, plan: PlanId): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.organisation.update({ where: { id: org_id }, data: { plan } });
};

test("the plans match the price list", () => {
  expect(plans).toEqual({
    free: { websites: 1, pages_per_scan: 25, most_often: null, views: ["narrow", "dark"], states: false },
    starter: { websites: 5, pages_per_scan: 250, most_often: "weekly", ...everything },
    agency: { websites: 25, pages_per_scan: 1_000, most_often: "daily", ...everything },
    enterprise: { websites: 100, pages_per_scan: 10_000, most_often: "daily", ...everything },
  });
});

test("every plan includes the views that are tested by default", () => {
  for (const { views } of Object.values(plans)) expect(views).toEqual(expect.arrayContaining([...defaultViews]));
});

test("returns 402 for views and states that the plan doesn't include, wherever they are set", async ({
  as,
  db,
  org_id,
}) => {
  const owner = as("owner");
  const { data } = await owner.post("/api/websites/", { url: uniqueSite() });
  expect(data.plan_limits).toEqual({ plan: "Free", views: ["narrow", "dark"], states: false });
  const change = (settings: object) => owner.patch(`/api/websites/${data.id}/`, { settings });
  const start = (options?: object) => owner.post("/api/website-audit/", { website_id: data.id, options });
  for (const call of [
    change,
    start,
    (settings: object) => owner.post("/api/websites/", { url: uniqueSite(), settings }),
  ]) {
    const views = await call({ views: ["dark", "phone", "forced_colours"] });
    expect(views).toFail(402, "plan_limit_reached", { limit: 1, used: 3, upgrade_url });
    expect(views.body?.error?.message).toBe(
      "The Free plan doesn't include the views phone, forced_colours. Leave them out of views or upgrade.",
    );
    const states = await call({ states: true });
    expect(states).toFail(402, "plan_limit_reached", { limit: 0, used: 1, upgrade_url });
    expect(states.body?.error?.message).toBe(
      "The Free plan doesn't include testing the states of pages. Turn states off or upgrade.",
    );
  }
  expect((await change({ views: ["dark"], states: false })).status).toBe(200);
  await db.website.update({ where: { id: data.id }, data: { settings: { views: ["phone"] } } });
  expect(await start(), "set under a larger plan").toFail(402, "plan_limit_reached", { limit: 0, used: 1 });
  await buy(org_id, "starter");
  expect((await start({ views: [...furtherViews], states: true })).status).toBe(201);
  const options = { views: ["phone"], states: true };
  const timing = { website_id: data.id, frequency: "monthly", day: 1, time_zone: "UTC" };
  await buy(org_id, "free");
  const schedule = (more: object) => owner.post("/api/schedules/", { ...timing, ...more, paused: true });
  for (const [option, value] of Object.entries(options))
    expect(await schedule({ options: { [option]: value } })).toFail(402, "plan_limit_reached", { used: 1 });
  expect((await schedule({})).status).toBe(201);
});

test("returns 402 for a free organisation's second website, explains what to do and stores nothing", async ({
  as,
  db,
  org_id,
}) => {
  const owner = as("owner");
  const first = await owner.post("/api/websites/", { url: uniqueSite() });
  expect(first.status).toBe(201);
  for (const call of [
    () => owner.post("/api/websites/", { url: uniqueSite() }),
    () => owner.post("/api/website-audit/", { url: uniqueSite() }),
  ]) {
    const reply = await call();
    expect(reply).toFail(402, "plan_limit_reached", { limit: 1, used: 1, upgrade_url });
    expect(reply.body?.error?.message).toBe("The Free plan includes 1 website. Delete one or upgrade.");
  }
  expect(await db.website.count({ where: { org_id } })).toBe(1);
  expect(await db.websiteAudit.count({ where: { org_id } })).toBe(0);
  const known = await owner.post("/api/website-audit/", { url: first.data.url });
  expect(known.status, "an existing website doesn't count as new").toBe(201);
  expect(await owner.post("/api/websites/", { url: first.data.url })).toFail(409, "conflict");
});

test("deleting a website makes room for another, and a larger plan allows more websites", async ({ as, org_id }) => {
  const owner = as("owner");
  const { data } = await owner.post("/api/websites/", { url: uniqueSite() });
  await owner.delete(`/api/websites/${data.id}/`);
  expect((await owner.post("/api/websites/", { url: uniqueSite() })).status).toBe(201);
  await buy(org_id, "starter");
  for (let index = 1; index < 5; index += 1)
    expect((await owner.post("/api/websites/", { url: uniqueSite() })).status).toBe(201);
  expect(await owner.post("/api/websites/", { url: uniqueSite() })).toFail(402, "plan_limit_reached", {
    limit: 5,
    used: 5,
  });
});

test("returns 402 for a page limit above the plan's, wherever the limit is set", async ({ as, db }) => {
  const owner = as("owner");
  const details = { limit: 25, used: 26, upgrade_url };
  const settings = { max_pages: 26 };
  expect(await owner.post("/api/websites/", { url: uniqueSite(), settings })).toFail(
    402,
    "plan_limit_reached",
    details,
  );
  const { data } = await owner.post("/api/websites/", { url: uniqueSite(), settings: { max_pages: 25 } });
  expect(await owner.patch(`/api/websites/${data.id}/`, { settings })).toFail(402, "plan_limit_reached", details);
  const start = (options?: object) => owner.post("/api/website-audit/", { website_id: data.id, options });
  const refused = await start(settings);
  expect(refused).toFail(402, "plan_limit_reached", details);
  expect(refused.body?.error?.message).toContain("Request fewer pages or upgrade.");
  await db.website.update({ where: { id: data.id }, data: { settings: { max_pages: 400 } } });
  expect(await start(), "set under a larger plan").toFail(402, "plan_limit_reached", { limit: 25, used: 400 });
  expect((await start({ max_pages: 25 })).data.options.max_pages).toBe(25);
});

test("an audit without a page limit scans as many pages as the plan includes, up to the default of 100", async ({
  as,
  org_id,
}) => {
  const owner = as("owner");
  expect((await owner.post("/api/website-audit/", { url: uniqueSite() })).data.options.max_pages).toBe(25);
  await buy(org_id, "agency");
  expect((await owner.post("/api/website-audit/", { url: uniqueSite() })).data.options.max_pages).toBeUndefined();
});

test("rejects a schedule that scans more often than the plan allows", async ({ db, org_id }) => {
  const refused = async (plan: PlanId) => {
    await buy(org_id, plan);
    const problems = await Promise.all(
      (["monthly", "weekly", "daily"] as const).map((most) =>
        assertFrequency(db, org_id, most).catch((error) => error),
      ),
    );
    return problems.map((problem) => problem?.details);
  };
  expect(await refused("free")).toEqual([1, 4, 30].map((used) => ({ limit: 0, used, upgrade_url })));
  expect(await refused("starter")).toEqual([undefined, undefined, { limit: 4, used: 30, upgrade_url }]);
  expect(await refused("agency")).toEqual([undefined, undefined, undefined]);
  configure(unpaid);
  expect(await refused("free")).toEqual([undefined, undefined, undefined]);
});

test("a clock change that shortens a day or a week by an hour doesn't make a schedule too frequent", async ({
  as,
  db,
  org_id,
}) => {
  await buy(org_id, "agency");
  const { data } = await as("owner").post("/api/websites/", { url: uniqueSite() });
  const now = new Date("2027-03-01T00:00:00Z");
  const assertCron = (cron: string) => {
    const timing: Timing = { ...midnight, frequency: "cron", cron, time_zone: "Europe/Berlin" };
    return assertPlanCovers(db, { org_id, website_id: data.id, schedule_id: null, timing }, now);
  };
  await assertCron("30 4 * * *");
  await expect(assertCron("30 4,23 * * *")).rejects.toMatchObject({ code: "plan_limit_reached" });
  await buy(org_id, "starter");
  await assertCron("30 4 * * 1");
  await expect(assertCron("30 4 * * 1,6")).rejects.toMatchObject({ code: "plan_limit_reached" });
});

test("the database rejects an unknown plan", async ({ db, org_id }) => {
  const update = db.$executeRaw`UPDATE organisations SET plan = 'constructor' WHERE id = ${org_id}::uuid`;
  await expect(update).rejects.toThrow('invalid input value for enum plan_id: "constructor"');
});

test("there are no plan limits without Stripe", async ({ as }) => {
  configure(unpaid);
  const owner = as("owner");
  for (let index = 0; index < 3; index += 1)
    expect((await owner.post("/api/websites/", { url: uniqueSite() })).status).toBe(201);
  const options = { max_pages: 10_000 };
  expect((await owner.post("/api/website-audit/", { url: uniqueSite(), options })).status).toBe(201);
});

test.describe("on PostgreSQL, where calls really run concurrently", () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  let postgres: Postgres;
  let database: Database;
  let before: Database;

  test.beforeAll(async () => {
    before = await getDatabase();
    postgres = await startPostgres(findPostgres() ?? "");
    database = await openDatabase({ url: postgres.url });
    setDatabase(database);
  });
  test.afterAll(async () => {
    if (!database) return;
    setDatabase(before);
    await database.close();
    await postgres.stop();
  });

  test("websites added and audits started simultaneously never exceed the limit", async () => {
    const org_id = await makeOrganisation();
    await buy(org_id, "starter");
    const { access_token } = await signIn(await makeAccount({ org_id, role: "owner" }));
    const rest = createRestHandler(appRouter, authenticate);
    const owner = createRestClient(rest, async () => ({ authorization: `Bearer ${access_token}` }));
    const twice = uniqueSite();
    // A database that is too busy returns 503, and the caller then repeats the call.
    const post = async (path: string, url = uniqueSite()): ReturnType<typeof owner.post> => {
      const reply = await owner.post(path, { url });
      return reply.status === 503 ? post(path, url) : reply;
    };
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => post("/api/websites/")),
      ...Array.from({ length: 8 }, () => post("/api/website-audit/")),
      post("/api/websites/", twice),
      post("/api/websites/", twice),
    ]);
    expect(await database.prisma.website.count({ where: { org_id } })).toBe(5);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const reply of replies) expect([201, 402, 409]).toContain(reply.status);
  });
});
