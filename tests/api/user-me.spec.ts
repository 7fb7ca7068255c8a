import { permissionSlugs } from "@/server/core/permissions";
import { expect, test } from "../support/api";

const path = "/api/user/me/";

test("shows the user, their active organisation and their permissions [#85] [#129]", async ({ as, org_id }) => {
  const owner = as("owner");
  const { id, email } = await owner.account();
  const reply = await owner.get(path);
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({
    id,
    email,
    name: "Test owner",
    email_verified: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    organisation: { id: org_id, name: "Test organisation" },
    role: "owner",
    permissions: permissionSlugs,
    has_billing: false,
  });
});

test("accepts the URL without a trailing slash", async ({ as }) => {
  expect((await as("billing").get("/api/user/me")).data.permissions).toEqual([
    "billing.read",
    "billing.write",
    "org.read",
  ]);
});

test("PATCH changes the name and writes to the audit log", async ({ as, db, org_id }) => {
  const reply = await as("viewer").patch(path, { name: " Ada Lovelace " });
  expect(reply.status).toBe(200);
  expect(reply.data.name).toBe("Ada Lovelace");
  expect((await as("viewer").get(path)).data.name).toBe("Ada Lovelace");
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([{ action: "user.change" }]);
});

test("PATCH with an empty body changes nothing", async ({ as }) => {
  expect((await as("viewer").patch(path, {})).data.name).toBe("Test viewer");
});

test("PATCH returns 400 for a field that can't be changed here", async ({ as }) => {
  for (const field of ["email", "role", "email_verified"])
    expect(await as("viewer").patch(path, { [field]: "x" })).toFail(400, "invalid_input", [{ path: field }]);
});

test("returns 401 without a token [#129]", async ({ visitor }) => {
  expect(await visitor.get(path)).toFail(401, "not_authenticated");
  expect(await visitor.patch(path, { name: "x" })).toFail(401, "not_authenticated");
});
