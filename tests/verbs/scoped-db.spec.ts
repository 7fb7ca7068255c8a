import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { newId } from "@/server/core/ids";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { query, router } from "@/server/endpoint/endpoint";
import { createRestHandler } from "@/server/endpoint/rest";
import { acrossOrganisations, scopeDb } from "@/server/endpoint/scoped-db";
import { inTransaction } from "@/server/endpoint/transaction";
import { makeAccount } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { createRestClient } from "@/tests/support/rest-client";

const website = (org_id: string) => ({
  id: newId(),
  org_id,
  name: "A",
  url: `https://${newId()}.example/`,
  settings: {},
});

test("a query that doesn't name the caller's organisation throws", async ({ db, org_id }) => {
  const scoped = scopeDb(db, org_id);
  const id = newId();
  const other = newId();
  const wrong = [
    () => scoped.website.findMany(),
    () => scoped.website.findMany({ where: { id } }),
    () => scoped.website.findUnique({ where: { id } }),
    () => scoped.website.findMany({ where: { org_id: other } }),
    () => scoped.website.findMany({ where: { OR: [{ org_id }, { id }] } }),
    () => scoped.website.findMany({ where: { NOT: { org_id } } }),
    () => scoped.website.findMany({ where: { org_id: { in: [org_id, other] } } }),
    () => scoped.website.count(),
    () => scoped.website.update({ where: { id }, data: { name: "B" } }),
    () => scoped.website.updateMany({ data: { name: "B" } }),
    () => scoped.website.delete({ where: { id } }),
    () => scoped.website.deleteMany({ where: { name: "A" } }),
    () => scoped.website.create({ data: website(other) }),
    () => scoped.website.createMany({ data: [website(org_id), website(other)] }),
    () => scoped.membership.findUnique({ where: { org_id_user_id: { org_id: other, user_id: id } } }),
    () => scoped.subscription.findUnique({ where: { org_id: other } }),
    () => scoped.usageWarning.groupBy({ by: ["org_id"] }),
  ];
  for (const query of wrong) expect(query).toThrow(/must name the caller's organisation/);
});

test("a query that names the caller's organisation works, and so does a query on tables without organisation data", async ({
  db,
  org_id,
}) => {
  const scoped = scopeDb(db, org_id);
  const { id: user_id } = await makeAccount({ org_id, role: "viewer" });
  const row = website(org_id);
  await scoped.website.create({ data: row });
  await scoped.website.update({ where: { id: row.id, org_id }, data: { name: "B" } });
  expect(
    await scoped.website.findMany({ where: { AND: [{ org_id }, { id: row.id }] }, select: { name: true } }),
  ).toEqual([{ name: "B" }]);
  const where = { org_id_user_id: { org_id, user_id } };
  expect(await scoped.membership.findUnique({ where })).toMatchObject({ role: "viewer" });
  expect(await scoped.user.findUnique({ where: { id: user_id } })).not.toBeNull();
  expect(await scoped.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

test("only acrossOrganisations allows a query that doesn't name the caller's organisation", async ({
  db,
  org_id,
  otherOrganisation,
}) => {
  const scoped = scopeDb(db, org_id);
  const other = await otherOrganisation().id();
  const row = website(other);
  await db.website.create({ data: row });
  expect(await scoped.website.findUnique({ where: { id: row.id, org_id } })).toBeNull();
  expect(await acrossOrganisations(scoped).website.findUnique({ where: { id: row.id } })).toMatchObject({ id: row.id });
  expect(acrossOrganisations(db)).toBe(db);
});

test("a transaction opened from a scoped handle is scoped too, and rolls back on an error", async ({ db, org_id }) => {
  const scoped = scopeDb(db, org_id);
  const rows = [website(org_id), website(org_id)] as const;
  const opened = [
    inTransaction(scoped, async (ctx) => {
      await ctx.db.website.create({ data: rows[0] });
      return ctx.db.website.findUnique({ where: { id: rows[0].id } });
    }),
    scoped.$transaction(async (open) => {
      await open.website.create({ data: rows[1] });
      await open.website.deleteMany();
    }),
  ];
  for (const { status, reason } of (await Promise.allSettled(opened)) as PromiseRejectedResult[]) {
    expect(status).toBe("rejected");
    expect(String(reason)).toMatch(/must name the caller's organisation/);
  }
  expect(await db.website.count({ where: { id: { in: rows.map(({ id }) => id) } } })).toBe(0);
});

test("an endpoint fails when a transaction that its verb opens doesn't name the organisation", async ({
  as,
  org_id,
}) => {
  const spec = {
    summary: "Count websites",
    access: "websites.read",
    limit: "read",
    input: z.strictObject({}),
    output: z.object({ count: z.number() }),
  } as const;
  const planted = router({
    all: query({
      ...spec,
      rest: "GET /api/planted/all/",
      run: ({ db }) => inTransaction(db, async (ctx) => ({ count: await ctx.db.website.count() })),
    }),
    own: query({
      ...spec,
      rest: "GET /api/planted/own/",
      run: ({ db }) => inTransaction(db, async (ctx) => ({ count: await ctx.db.website.count({ where: { org_id } }) })),
    }),
  });
  const { access_token } = await as("viewer").session();
  const client = createRestClient(createRestHandler(planted, authenticate), async () => ({
    authorization: `Bearer ${access_token}`,
  }));
  expect(await client.get("/api/planted/all/")).toFail(500, "internal");
  expect(await client.get("/api/planted/own/")).toMatchObject({ status: 200, data: { count: 0 } });
});

test("a transaction opened from a scoped handle works within the organisation, and across organisations with acrossOrganisations", async ({
  db,
  org_id,
  otherOrganisation,
}) => {
  const own = website(org_id);
  const foreign = website(await otherOrganisation().id());
  await inTransaction(scopeDb(db, org_id), async (ctx) => {
    await ctx.db.website.create({ data: own });
    await acrossOrganisations(ctx.db).website.create({ data: foreign });
  });
  expect(await db.website.count({ where: { id: { in: [own.id, foreign.id] } } })).toBe(2);
  const listed = await scopeDb(db, org_id).$transaction([
    scopeDb(db, org_id).website.findMany({ where: { org_id, id: own.id }, select: { id: true } }),
  ]);
  expect(listed).toEqual([[{ id: own.id }]]);
});

test("verbs and jobs never take an unscoped handle directly from getDatabase", () => {
  const files = ["server/domains", "server/endpoint", "inngest"].flatMap((folder) => listFiles(root, folder));
  expect(files.length).toBeGreaterThan(100);
  const byAnotherName = files.filter((path) =>
    /prisma.*await getDatabase\(\)|await getDatabase\(\)\)\.prisma/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(byAnotherName).toEqual([]);
});
