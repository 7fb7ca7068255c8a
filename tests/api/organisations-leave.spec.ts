import { makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { joinAs } from "../support/organisations";

const pathOf = (id: string): string => `/api/organisations/${id}/leave/`;

test("leaving takes effect at once, and revokes the session if the user has no other organisation", async ({
  as,
  db,
  org_id,
}) => {
  const viewer = as("viewer");
  const { id: user_id } = await viewer.account();
  const { status, data } = await viewer.post(pathOf(org_id), {});
  expect({ status, data }).toEqual({ status: 200, data: { id: org_id, next_organisation_id: null } });
  expect(await viewer.get("/api/user/me/")).toFail(401, "token_expired");
  expect(await db.membership.count({ where: { org_id, user_id } })).toBe(0);
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([
    { action: "member.leave", actor_id: user_id },
  ]);
});

test("the user's session continues in another of their organisations", async ({ as, org_id, otherOrganisation }) => {
  const otherId = await otherOrganisation().id();
  await as("member").session();
  await joinAs((await as("member").account()).id, otherId, "member");
  const { data } = await as("member").post(pathOf(org_id), {});
  expect(data).toEqual({ id: org_id, next_organisation_id: otherId });
});

test("leaves an organisation that isn't the active one, and writes to its audit log", async ({
  as,
  db,
  org_id,
  otherOrganisation,
}) => {
  const otherId = await otherOrganisation().id();
  const owner = as("owner");
  await joinAs((await owner.account()).id, otherId, "viewer");
  const { access_token } = await owner.session();
  const stay = await owner.post(`/api/organisations/${org_id}/activate/`, {});
  const headers = { authorization: `Bearer ${stay.data.access_token ?? access_token}` };
  expect((await owner.post(pathOf(otherId), {}, headers)).data).toEqual({ id: otherId, next_organisation_id: org_id });
  expect(await db.auditLog.count({ where: { org_id: otherId, action: "member.leave" } })).toBe(1);
  expect(await db.auditLog.count({ where: { org_id, action: "member.leave" } })).toBe(0);
  expect(await db.auditLog.count({ where: { org_id, target_id: otherId } })).toBe(0);
  expect((await owner.get("/api/user/me/", headers)).status).toBe(200);
});

test("returns 404 for an organisation the caller isn't a member of", async ({ as, otherOrganisation }) => {
  expect(await as("owner").post(pathOf(await otherOrganisation().id()), {})).toFail(404, "not_found");
});

test("returns 409 when the last owner tries to leave, even if two owners try at the same time", async ({
  as,
  db,
  visitor,
  org_id,
}) => {
  const owner = as("owner");
  expect((await owner.get("/api/user/me/")).status).toBe(200);
  expect(await owner.post(pathOf(org_id), {})).toFail(409, "conflict");
  const second = await makeAccount({ org_id, role: "owner" });
  const { access_token } = await signIn(second);
  const replies = await Promise.all([
    owner.post(pathOf(org_id), {}),
    visitor.post(pathOf(org_id), {}, { authorization: `Bearer ${access_token}` }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await db.membership.count({ where: { org_id, role: "owner" } })).toBe(1);
});

test("returns 409 for an owner when every other owner is disabled", async ({ as, db, org_id }) => {
  const { id: user_id } = await makeAccount({ org_id, role: "owner" });
  await db.membership.updateMany({ where: { org_id, user_id }, data: { disabled_at: new Date() } });
  expect(await as("owner").post(pathOf(org_id), {})).toFail(409, "conflict");
});
