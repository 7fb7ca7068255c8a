import { newId } from "@/server/core/ids";
import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";
import { makeInvite } from "../support/organisations";

const pathOf = (org: string, rest = ""): string => `/api/organisations/${org}/invites/${rest}`;

test("GET lists pending and expired invitations with their senders, but not accepted or revoked ones", async ({
  as,
  db,
  org_id,
}) => {
  const { id: invited_by } = await as("admin").account();
  const open = await makeInvite({ org_id, invited_by });
  const late = await makeInvite({ org_id, invited_by: newId(), expires_at: new Date(Date.now() - 1_000) });
  const gone = await makeInvite({ org_id, invited_by });
  await db.invitation.update({ where: { id: gone.id }, data: { status: "revoked" } });
  const { status, data } = await as("viewer").get(pathOf(org_id));
  expect(status).toBe(200);
  expect(data).toEqual([
    {
      id: open.id,
      email: open.email,
      role: "viewer",
      status: "pending",
      invited_by: { id: invited_by, name: "Test admin" },
      sent_at: open.sent_at.toISOString(),
      expires_at: open.expires_at.toISOString(),
    },
    expect.objectContaining({ id: late.id, status: "expired", invited_by: null }),
  ]);
  expect(JSON.stringify(data)).not.toContain(open.token_hash);
});

test("POST returns 201, as POST /api/user/invite-user/ does", async ({ as, org_id }) => {
  const email = uniqueEmail();
  const reply = await as("admin").post(pathOf(org_id), { email, role: "member" });
  expect(reply.status).toBe(201);
  expect(reply.data).toMatchObject({ email, role: "member", status: "pending" });
  expect(await lastEmailTo(email, "org-invite")).toMatchObject({ data: { org: "Test organisation" } });
});

test("POST returns 403 when an admin invites an owner", async ({ as, org_id }) => {
  const reply = await as("admin").post(pathOf(org_id), { email: uniqueEmail(), role: "owner" });
  expect(reply).toFail(403, "forbidden", { permission: "org.delete" });
});

test("POST returns 409 for an existing member", async ({ as, org_id }) => {
  const { email } = await as("viewer").account();
  expect(await as("owner").post(pathOf(org_id), { email, role: "viewer" })).toFail(409, "conflict");
});

test("resending an invitation sends a new link, valid for seven days, and invalidates the old one", async ({
  as,
  visitor,
  org_id,
}) => {
  const { id: invited_by } = await as("admin").account();
  const { id, email, token } = await makeInvite({ org_id, invited_by, expires_at: new Date(Date.now() - 1_000) });
  const reply = await as("admin").post(pathOf(org_id, `${id}/resend/`), {});
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ id, email, status: "pending" });
  expect((Date.parse(reply.data.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  const { data } = await lastEmailTo(email, "org-invite");
  expect(await visitor.post("/api/user/accept-invite/", { token })).toFail(400, "invalid_code");
  const fresh = new URL(data.url).searchParams.get("token");
  const account = { name: "Ada", password: goodPassword };
  expect((await visitor.post("/api/user/accept-invite/", { token: fresh, ...account })).status).toBe(200);
});

test("resending an invitation twice within a minute returns 429, even if both calls arrive at the same time", async ({
  as,
  org_id,
}) => {
  const { id: invited_by } = await as("admin").account();
  const { id, email } = await makeInvite({ org_id, invited_by });
  const path = pathOf(org_id, `${id}/resend/`);
  const replies = await Promise.all([as("admin").post(path, {}), as("admin").post(path, {})]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  const late = await as("owner").post(path, {});
  expect(late).toFail(429, "rate_limited", { limit: 1, window_seconds: 60 });
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(50);
  expect(await emailsTo(email)).toHaveLength(1);
});

test("revoking an invitation invalidates the link and is recorded in the audit log", async ({
  as,
  db,
  visitor,
  org_id,
}) => {
  const { id: invited_by } = await as("admin").account();
  const { id, token } = await makeInvite({ org_id, invited_by });
  const reply = await as("admin").delete(pathOf(org_id, `${id}/`));
  expect({ status: reply.status, data: reply.data }).toEqual({ status: 200, data: { id } });
  expect(await visitor.post("/api/user/accept-invite/", { token })).toFail(410, "expired");
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([
    { action: "member.uninvite", target_id: id },
  ]);
});

test("an admin who resends or revokes an invitation to the owner role gets 403", async ({ as, org_id }) => {
  const { id: invited_by } = await as("owner").account();
  const { id } = await makeInvite({ org_id, invited_by, role: "owner" });
  const lacks = { permission: "org.delete" };
  expect(await as("admin").post(pathOf(org_id, `${id}/resend/`), {})).toFail(403, "forbidden", lacks);
  expect(await as("admin").delete(pathOf(org_id, `${id}/`))).toFail(403, "forbidden", lacks);
  expect((await as("owner").delete(pathOf(org_id, `${id}/`))).status).toBe(200);
});

test("resending or revoking returns 404 for an unknown invitation or one from another organisation", async ({
  as,
  org_id,
  otherOrganisation,
}) => {
  const foreign = await makeInvite({ org_id: await otherOrganisation().id(), invited_by: newId() });
  for (const id of [newId(), foreign.id]) {
    expect(await as("owner").post(pathOf(org_id, `${id}/resend/`), {})).toFail(404, "not_found");
    expect(await as("owner").delete(pathOf(org_id, `${id}/`))).toFail(404, "not_found");
  }
});

test("resending or revoking a revoked invitation returns 409", async ({ as, org_id }) => {
  const { id: invited_by } = await as("admin").account();
  const { id } = await makeInvite({ org_id, invited_by });
  await as("admin").delete(pathOf(org_id, `${id}/`));
  expect(await as("admin").post(pathOf(org_id, `${id}/resend/`), {})).toFail(409, "conflict");
  expect(await as("admin").delete(pathOf(org_id, `${id}/`))).toFail(409, "conflict");
});

const ways = {
  "is removed": { send: "DELETE", lost: ["viewer", "owner"] },
  "is disabled": { send: "PATCH", body: { disabled: true }, lost: ["viewer", "owner"] },
  "becomes a member": { send: "PATCH", body: { role: "member" }, lost: ["viewer", "owner"] },
  "becomes an admin": { send: "PATCH", body: { role: "admin" }, lost: ["owner"] },
  "stays an owner": { send: "PATCH", body: { disabled: false }, lost: [] },
} as const;

for (const [what, way] of Object.entries(ways))
  test(`when an owner ${what}, only their invitations to roles that they can no longer grant are revoked`, async ({
    as,
    db,
    org_id,
  }) => {
    const { id: invited_by } = await makeAccount({ org_id, role: "owner" });
    for (const role of ["viewer", "owner"] as const) await makeInvite({ org_id, invited_by, role });
    const kept = await makeInvite({ org_id, invited_by: (await as("owner").account()).id, role: "owner" });
    const member = `/api/organisations/${org_id}/members/${invited_by}/`;
    const reply = way.send === "DELETE" ? await as("owner").delete(member) : await as("owner").patch(member, way.body);
    expect(reply.status).toBe(200);
    const sent = await db.invitation.findMany({ where: { org_id, status: "revoked" }, orderBy: { id: "asc" } });
    expect(sent.map(({ role }) => role)).toEqual(way.lost);
    expect(await db.invitation.findUnique({ where: { id: kept.id } })).toMatchObject({ status: "pending" });
  });

test("transferring ownership leaves no pending invitation that grants the owner role", async ({
  as,
  visitor,
  org_id,
}) => {
  const { id: invited_by } = await as("owner").account();
  const { token } = await makeInvite({ org_id, invited_by, role: "owner" });
  const { id: new_owner_id } = await as("member").account();
  expect((await as("owner").post(`/api/organisations/${org_id}/transfer/`, { new_owner_id })).status).toBe(200);
  const account = { name: "Ada", password: goodPassword };
  expect(await visitor.post("/api/user/accept-invite/", { token, ...account })).toFail(410, "expired");
});
