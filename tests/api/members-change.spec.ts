import { newId } from "@/server/core/ids";
import { makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const pathOf = (org: string, user: string): string => `/api/organisations/${org}/members/${user}/`;

test("a new role applies from the next call, and the member is notified", async ({ as, db, org_id }) => {
  const viewer = as("viewer");
  const { id, email } = await viewer.account();
  expect(await viewer.post("/api/websites/", { url: "https://example.org" })).toFail(403, "forbidden");
  const reply = await as("admin").patch(pathOf(org_id, id), { role: "member" });
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ id, email, role: "member", disabled: false });
  expect((await viewer.get("/api/user/me/")).data.role).toBe("member");
  expect(await lastEmailTo(email, "org-role-changed")).toMatchObject({ data: { role: "member" } });
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([{ action: "member.change", target_id: id }]);
});

test("a disabled member loses access on the next call and regains it when enabled", async ({ as, org_id }) => {
  const viewer = as("viewer");
  const { id, email } = await viewer.account();
  expect((await viewer.get("/api/user/me/")).status).toBe(200);
  expect((await as("owner").patch(pathOf(org_id, id), { disabled: true })).data.disabled).toBe(true);
  expect(await viewer.get("/api/user/me/")).toFail(401, "token_expired");
  expect((await as("owner").patch(pathOf(org_id, id), { disabled: false })).data.disabled).toBe(false);
  expect((await viewer.get("/api/user/me/")).data.role).toBe("viewer");
  expect(await emailsTo(email)).toEqual([]);
});

test("an owner can grant or remove the owner role, but an admin who tries gets 403 [#131]", async ({ as, org_id }) => {
  const [{ id: owner }, { id: viewer }] = [await as("owner").account(), await as("viewer").account()];
  const lacks = { permission: "org.delete" };
  expect(await as("admin").patch(pathOf(org_id, owner), { role: "viewer" })).toFail(403, "forbidden", lacks);
  expect(await as("admin").patch(pathOf(org_id, owner), { disabled: true })).toFail(403, "forbidden", lacks);
  expect(await as("admin").patch(pathOf(org_id, viewer), { role: "owner" })).toFail(403, "forbidden", lacks);
  expect((await as("owner").patch(pathOf(org_id, viewer), { role: "owner" })).data.role).toBe("owner");
  expect((await as("owner").patch(pathOf(org_id, owner), { role: "admin" })).data.role).toBe("admin");
});

test("returns 404 for someone who isn't a member", async ({ as, org_id, otherOrganisation }) => {
  const { id } = await otherOrganisation().as("member").account();
  for (const user of [newId(), id])
    expect(await as("owner").patch(pathOf(org_id, user), { role: "viewer" })).toFail(404, "not_found");
});

test("returns 409 when the last owner would lose the role, even if two owners demote each other at the same time", async ({
  as,
  db,
  visitor,
  org_id,
}) => {
  const owner = as("owner");
  const { id } = await owner.account();
  expect(await owner.patch(pathOf(org_id, id), { role: "admin" })).toFail(409, "conflict");
  const second = await makeAccount({ org_id, role: "owner" });
  const headers = { authorization: `Bearer ${(await signIn(second)).access_token}` };
  const replies = await Promise.all([
    owner.patch(pathOf(org_id, second.id), { role: "viewer" }),
    visitor.patch(pathOf(org_id, id), { role: "viewer" }, headers),
  ]);
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(await db.membership.count({ where: { org_id, role: "owner" } })).toBe(1);
});

test("returns 409 for one of two owners who step down at the same time", async ({ as, db, visitor, org_id }) => {
  const { id } = await as("owner").account();
  const second = await makeAccount({ org_id, role: "owner" });
  const headers = { authorization: `Bearer ${(await signIn(second)).access_token}` };
  const replies = await Promise.all([
    as("owner").patch(pathOf(org_id, id), { role: "admin" }),
    visitor.patch(pathOf(org_id, second.id), { role: "admin" }, headers),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await db.membership.count({ where: { org_id, role: "owner" } })).toBe(1);
});

test("returns 409 when members disable themselves", async ({ as, org_id }) => {
  await as("owner").account();
  const { id } = await as("admin").account();
  expect(await as("admin").patch(pathOf(org_id, id), { disabled: true })).toFail(409, "conflict");
});

test("returns 400 for an unknown role", async ({ as, org_id }) => {
  const { id } = await as("viewer").account();
  const reply = await as("owner").patch(pathOf(org_id, id), { role: "king" });
  expect(reply).toFail(400, "invalid_input", [{ path: "role" }]);
});
