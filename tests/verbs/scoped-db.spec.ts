import { newId } from "@/server/core/ids";
import { acrossOrganisations, scopeDb } from "@/server/endpoint/scoped-db";
import { makeAccount } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";

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

test("a query that names the caller's organisation works, and so does one on other tables", async ({ db, org_id }) => {
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

test("work across organisations has to say so", async ({ db, org_id, otherOrganisation }) => {
  const scoped = scopeDb(db, org_id);
  const other = await otherOrganisation().id();
  const row = website(other);
  await db.website.create({ data: row });
  expect(await scoped.website.findUnique({ where: { id: row.id, org_id } })).toBeNull();
  expect(await acrossOrganisations(scoped).website.findUnique({ where: { id: row.id } })).toMatchObject({ id: row.id });
  expect(acrossOrganisations(db)).toBe(db);
});
