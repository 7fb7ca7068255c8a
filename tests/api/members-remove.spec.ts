import { newId } from "@/server/core/ids";
import { goodPassword, makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";
import { lastEmailTo } from "../support/mailbox";
import { joinAs } from "../support/organisations";

const pathOf = (org: string, user: string): string => `/api/organisations/${org}/members/${user}/`;

test("removing a member takes effect on their next call, notifies them by email and is written to the audit log", async ({
  as,
  db,
  org_id,
}) => {
  const viewer = as("viewer");
  const { id, email } = await viewer.account();
  expect((await viewer.get("/api/user/me/")).status).toBe(200);
  const reply = await as("admin").delete(pathOf(org_id, id));
  expect({ status: reply.status, data: reply.data }).toEqual({ status: 200, data: { id } });
  expect(await viewer.get("/api/user/me/")).toFail(401, "token_expired");
  const { refresh_token } = await viewer.session();
  expect((await viewer.post("/api/auth/refresh", { refresh_token }, { authorization: "" })).status).toBe(401);
  expect(await lastEmailTo(email, "org-member-removed")).toMatchObject({ data: { org: "Test organisation" } });
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([{ action: "member.remove", target_id: id }]);
});

test("a removed member's session continues in their other organisation", async ({ as, org_id, otherOrganisation }) => {
  const viewer = as("viewer");
  const { refresh_token } = await viewer.session();
  const { id } = await viewer.account();
  const otherId = await otherOrganisation().id();
  await joinAs(id, otherId, "admin");
  await as("owner").delete(pathOf(org_id, id));
  const renewed = await viewer.post("/api/auth/refresh", { refresh_token }, { authorization: "" });
  expect(renewed.data.user).toMatchObject({ organisation: { id: otherId }, role: "admin" });
});

test("a removed member's browser continues in their other organisation on its next call, with a new cookie", async ({
  as,
  org_id,
  visitor,
  otherOrganisation,
}) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const browser = new Browser();
  await browser.signIn(account.email, goodPassword);
  const headers = () => ({ cookie: browser.cookieHeader, origin: "http://localhost:8000" });
  expect((await visitor.get("/api/user/me/", headers())).data.organisation.id).toBe(org_id);
  const other = otherOrganisation();
  const otherId = await other.id();
  await joinAs(account.id, otherId, "viewer");
  await as("owner").delete(pathOf(org_id, account.id));
  expect((await visitor.get("/api/user/me/", headers())).data).toMatchObject({
    organisation: { id: otherId },
    role: "viewer",
  });
  expect(await visitor.get(`/api/organisations/${org_id}/`, headers())).toFail(404, "not_found");
  expect(await browser.session()).toMatchObject({ organisation_id: otherId, role: "viewer" });
  await other.as("owner").delete(pathOf(otherId, account.id));
  expect(await visitor.get("/api/user/me/", headers())).toFail(401, "not_authenticated");
});

test("returns 403 when an admin removes an owner [#131]", async ({ as, org_id }) => {
  const { id } = await as("owner").account();
  expect(await as("admin").delete(pathOf(org_id, id))).toFail(403, "forbidden", { permission: "org.delete" });
});

test("returns 404 for someone who isn't a member", async ({ as, org_id, otherOrganisation }) => {
  const { id } = await otherOrganisation().as("member").account();
  for (const user of [newId(), id]) expect(await as("owner").delete(pathOf(org_id, user))).toFail(404, "not_found");
});

test("returns 409 when owners try to remove themselves, even if there are other owners", async ({ as, org_id }) => {
  const { id } = await as("owner").account();
  expect(await as("owner").delete(pathOf(org_id, id))).toFail(409, "conflict");
  await makeAccount({ org_id, role: "owner" });
  expect(await as("owner").delete(pathOf(org_id, id))).toFail(409, "conflict");
});

test("keeps one owner when two owners remove each other at the same time", async ({ as, db, visitor, org_id }) => {
  const { id } = await as("owner").account();
  const second = await makeAccount({ org_id, role: "owner" });
  const headers = { authorization: `Bearer ${(await signIn(second)).access_token}` };
  const replies = await Promise.all([
    as("owner").delete(pathOf(org_id, second.id)),
    visitor.delete(pathOf(org_id, id), headers),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await db.membership.count({ where: { org_id, role: "owner" } })).toBe(1);
});
