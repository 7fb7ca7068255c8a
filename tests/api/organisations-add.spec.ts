import { newId } from "@/server/core/ids";
import { expect, test } from "../support/api";

const path = "/api/organisations/";

test("the creator owns the organisation, and can work in it after activating it [#75]", async ({ as, db, org_id }) => {
  const viewer = as("viewer");
  const reply = await viewer.post(path, { name: "  Harbour Books " });
  expect(reply.status).toBe(201);
  expect(reply.data).toMatchObject({ name: "Harbour Books", role: "owner", active: false, member_count: 1 });
  expect((await viewer.get("/api/user/me/")).data.organisation.id).toBe(org_id);
  const { id: actor_id } = await viewer.account();
  expect(await db.auditLog.findMany({ where: { target_id: reply.data.id } })).toMatchObject([
    { org_id: reply.data.id, actor_id, action: "organisation.add" },
  ]);
  expect(await db.auditLog.count({ where: { org_id } })).toBe(0);
});

test("returns 409 for someone who already owns 20 organisations, even for simultaneous calls", async ({ as, db }) => {
  const { id: user_id } = await as("member").account();
  const owned = Array.from({ length: 19 }, () => newId());
  await db.organisation.createMany({ data: owned.map((id) => ({ id, name: "One of many" })) });
  await db.membership.createMany({ data: owned.map((org_id) => ({ org_id, user_id, role: "owner" })) });
  const add = () => as("member").post(path, { name: "One more" });
  const replies = await Promise.all([add(), add()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await add()).toFail(409, "conflict", { limit: 20, current: 20 });
});

for (const name of ["", "   ", "two\nlines", "x".repeat(201)])
  test(`returns 400 for the name ${JSON.stringify(name.slice(0, 12))}`, async ({ as }) => {
    expect(await as("owner").post(path, { name })).toFail(400, "invalid_input", [{ path: "name" }]);
  });
