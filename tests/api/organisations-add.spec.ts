import { expect, test } from "../support/api";

const path = "/api/organisations/";

test("201: who adds it owns it, and acts in it once it is activated [#75]", async ({ as, db, org_id }) => {
  const viewer = as("viewer");
  const reply = await viewer.post(path, { name: "  Harbour Books " });
  expect(reply.status).toBe(201);
  expect(reply.data).toMatchObject({ name: "Harbour Books", role: "owner", active: false, member_count: 1 });
  expect((await viewer.get("/api/user/me/")).data.organisation.id).toBe(org_id);
  const { id: actor_id } = await viewer.account();
  for (const where of [{ org_id }, { org_id: reply.data.id }])
    expect(await db.auditLog.findMany({ where: { ...where, action: "organisation.add" } })).toMatchObject([
      { actor_id, target_id: reply.data.id },
    ]);
});

for (const name of ["", "   ", "two\nlines", "x".repeat(201)])
  test(`400: the name ${JSON.stringify(name.slice(0, 12))}`, async ({ as }) => {
    expect(await as("owner").post(path, { name })).toFail(400, "invalid_input", [{ path: "name" }]);
  });
