import { type Database, getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import { authenticate } from "@/server/auth/authenticate";
import { createRestHandler } from "@/server/core/rest";
import { assertFrequency } from "@/server/features/plans";
import { type PlanId, plans } from "@/server/features/plans/plans";
import { appRouter } from "@/server/router";
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

const upgrade_url = "http://localhost:8000/service/billing";

const buy = async (org_id: string, plan: PlanId): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.organisation.update({ where: { id: org_id }, data: { plan } });
};

test("the plans are those of the price list", () => {
  expect(plans).toEqual({
    free: { websites: 1, pages_per_scan: 25, most_often: null },
    starter: { websites: 5, pages_per_scan: 250, most_often: "weekly" },
    agency: { websites: 25, pages_per_scan: 1_000, most_often: "daily" },
    enterprise: { websites: 100, pages_per_scan: 10_000, most_often: "daily" },
  });
});

test("a free organisation has one website; a second is 402, says what to do, and leaves nothing behind", async ({
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
    expect(reply.body?.error?.message).toBe("The free plan covers 1 website. Remove one, or change to a larger plan.");
  }
  expect(await db.website.count({ where: { org_id } })).toBe(1);
  expect(await db.websiteAudit.count({ where: { org_id } })).toBe(0);
  const known = await owner.post("/api/website-audit/", { url: first.data.url });
  expect(known.status, "one that is there already is no new one").toBe(201);
  expect(await owner.post("/api/websites/", { url: first.data.url })).toFail(409, "conflict");
});

test("a website that is removed makes room, and so does a larger plan", async ({ as, org_id }) => {
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

test("a scan of more pages than the plan covers is 402, wherever the number is given", async ({ as, db }) => {
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
  expect(refused.body?.error?.message).toContain("Ask for fewer pages, or change to a larger plan.");
  await db.website.update({ where: { id: data.id }, data: { settings: { max_pages: 400 } } });
  expect(await start(), "set when the plan was larger").toFail(402, "plan_limit_reached", { limit: 25, used: 400 });
  expect((await start({ max_pages: 25 })).data.options.max_pages).toBe(25);
});

test("a scan whose caller names no number of pages takes what the plan covers, at most the usual 100", async ({
  as,
  org_id,
}) => {
  const owner = as("owner");
  expect((await owner.post("/api/website-audit/", { url: uniqueSite() })).data.options.max_pages).toBe(25);
  await buy(org_id, "agency");
  expect((await owner.post("/api/website-audit/", { url: uniqueSite() })).data.options.max_pages).toBeUndefined();
});

test("schedules scan as often as the plan covers", async ({ db, org_id }) => {
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

test("a plan that nobody sells counts as free", async ({ as, db, org_id }) => {
  await db.organisation.update({ where: { id: org_id }, data: { plan: "constructor" } });
  const settings = { max_pages: 26 };
  expect(await as("owner").post("/api/websites/", { url: uniqueSite(), settings })).toFail(402, "plan_limit_reached");
});

test("without Stripe nothing is limited", async ({ as }) => {
  configure(unpaid);
  const owner = as("owner");
  for (let index = 0; index < 3; index += 1)
    expect((await owner.post("/api/websites/", { url: uniqueSite() })).status).toBe(201);
  const options = { max_pages: 10_000 };
  expect((await owner.post("/api/website-audit/", { url: uniqueSite(), options })).status).toBe(201);
});

test.describe("on PostgreSQL, where calls really run side by side", () => {
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

  test("websites added and scans started at the same moment never exceed the limit", async () => {
    const org_id = await makeOrganisation();
    await buy(org_id, "starter");
    const { access_token } = await signIn(await makeAccount({ org_id, role: "owner" }));
    const rest = createRestHandler(appRouter, authenticate);
    const owner = createRestClient(rest, async () => ({ authorization: `Bearer ${access_token}` }));
    const twice = uniqueSite();
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => owner.post("/api/websites/", { url: uniqueSite() })),
      ...Array.from({ length: 8 }, () => owner.post("/api/website-audit/", { url: uniqueSite() })),
      owner.post("/api/websites/", { url: twice }),
      owner.post("/api/websites/", { url: twice }),
    ]);
    expect(await database.prisma.website.count({ where: { org_id } })).toBe(5);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const reply of replies) expect([201, 402, 409]).toContain(reply.status);
  });
});
