import { roles } from "@/server/core/permissions";
import { uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/user/invite-user/";

test("returns 201 and emails an invitation valid for seven days [#109] [#80]", async ({ as }) => {
  const email = uniqueEmail();
  const reply = await as("admin").post(path, { email: email.toUpperCase(), role: "member" });
  expect(reply.status).toBe(201);
  expect(reply.data).toEqual({
    id: expect.any(String),
    email,
    role: "member",
    status: "pending",
    expires_at: expect.any(String),
  });
  expect((Date.parse(reply.data.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  expect(await lastEmailTo(email, "org-invite")).toMatchObject({
    data: { inviter: "Test admin", org: "Test organisation", role: "member" },
  });
});

test("writes to the audit log and stores only a hash of the token", async ({ as, db, org_id }) => {
  const email = uniqueEmail();
  const reply = await as("owner").post(path, { email, role: "viewer", organisation_id: org_id });
  const [row] = await db.auditLog.findMany({ where: { org_id } });
  expect(row).toMatchObject({ action: "member.invite", target_id: reply.data.id, actor_type: "user" });
  const { data } = await lastEmailTo(email, "org-invite");
  const token = new URL(data.url).searchParams.get("token") ?? "";
  expect(JSON.stringify(await db.invitation.findMany({ where: { org_id } }))).not.toContain(token);
});

test("a new invitation replaces the pending one", async ({ as, visitor }) => {
  const email = uniqueEmail();
  await as("owner").post(path, { email, role: "viewer" });
  const first = await lastEmailTo(email, "org-invite");
  await as("owner").post(path, { email, role: "admin" });
  expect(await emailsTo(email)).toHaveLength(2);
  const token = new URL(first.data.url).searchParams.get("token");
  expect(await visitor.post("/api/user/accept-invite/", { token })).toFail(410, "expired");
});

for (const role of ["member", "viewer", "billing"] as const) {
  test(`returns 403 when a user with the role ${role} invites someone [#131]`, async ({ as }) => {
    const reply = await as(role).post(path, { email: uniqueEmail(), role: "viewer" });
    expect(reply).toFail(403, "forbidden", { permission: "members.invite" });
  });
}

test("an owner can invite an owner, but an admin gets 403", async ({ as }) => {
  const invitation = { email: uniqueEmail(), role: "owner" };
  expect(await as("admin").post(path, invitation)).toFail(403, "forbidden", { permission: "org.delete" });
  expect((await as("owner").post(path, invitation)).status).toBe(201);
});

test("returns 403 when an admin replaces an invitation to the owner role", async ({ as, db, org_id }) => {
  const email = uniqueEmail();
  await as("owner").post(path, { email, role: "owner" });
  expect(await as("admin").post(path, { email, role: "viewer" })).toFail(403, "forbidden", {
    permission: "org.delete",
  });
  expect(await db.invitation.findMany({ where: { org_id } })).toMatchObject([{ role: "owner", status: "pending" }]);
});

test("returns 429 after five invitations in an hour to one email address, including resent ones and those to other organisations", async ({
  as,
  otherOrganisation,
  db,
  org_id,
}) => {
  const email = uniqueEmail();
  const invitation = { email, role: "viewer" };
  for (let n = 0; n < 3; n++) expect((await as("owner").post(path, invitation)).status).toBe(201);
  for (let n = 0; n < 2; n++) expect((await otherOrganisation().as("owner").post(path, invitation)).status).toBe(201);
  const refusal = { limit: 5, window_seconds: 3_600, retry_after_seconds: expect.any(Number) };
  expect(await as("owner").post(path, invitation)).toFail(429, "rate_limited", refusal);
  const sent_at = new Date(Date.now() - 300_000);
  await db.invitation.updateMany({ where: { org_id, email }, data: { sent_at } });
  const { id } = await db.invitation.findFirstOrThrow({ where: { org_id, email, status: "pending" } });
  const again = await as("owner").post(`/api/organisations/${org_id}/invites/${id}/resend/`, {});
  expect(again).toFail(429, "rate_limited", refusal);
  expect(await emailsTo(email)).toHaveLength(5);
});

test("returns 404 for an invitation to another organisation", async ({ as, otherOrganisation }) => {
  const organisation_id = await otherOrganisation().id();
  const reply = await as("owner").post(path, { email: uniqueEmail(), role: "viewer", organisation_id });
  expect(reply).toFail(404, "not_found");
});

test("returns 409 for an existing member", async ({ as }) => {
  const { email } = await as("viewer").account();
  expect(await as("owner").post(path, { email, role: "admin" })).toFail(409, "conflict");
});

test("returns 400 for an unknown role", async ({ as }) => {
  expect(roles).not.toContain("king");
  const reply = await as("owner").post(path, { email: uniqueEmail(), role: "king" });
  expect(reply).toFail(400, "invalid_input", [{ path: "role" }]);
});

test("returns 401 without a token [#129]", async ({ visitor }) => {
  expect(await visitor.post(path, { email: uniqueEmail(), role: "viewer" })).toFail(401, "not_authenticated");
});
