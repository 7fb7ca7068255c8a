import { expect, test } from "../support/api";

test("an admin renames the organisation, and the change is written to the audit log", async ({ as, db, org_id }) => {
  const reply = await as("admin").patch(`/api/organisations/${org_id}/`, { name: "Harbour Books" });
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ id: org_id, name: "Harbour Books" });
  expect(await db.organisation.findUnique({ where: { id: org_id } })).toMatchObject({ name: "Harbour Books" });
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([
    { action: "organisation.change", target_id: org_id },
  ]);
});

test("returns 400 without a name", async ({ as, org_id }) => {
  const reply = await as("owner").patch(`/api/organisations/${org_id}/`, {});
  expect(reply).toFail(400, "invalid_input", [{ path: "name" }]);
});
