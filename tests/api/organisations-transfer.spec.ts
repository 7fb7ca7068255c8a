import { newId } from "@/server/core/ids";
import { expect, test } from "../support/api";
import { lastEmailTo } from "../support/mailbox";

const pathOf = (id: string): string => `/api/organisations/${id}/transfer/`;

test("makes the member the owner and the previous owner an admin, and notifies both", async ({ as, db, org_id }) => {
  const [owner, viewer] = [as("owner"), as("viewer")];
  const { id: new_owner_id, email } = await viewer.account();
  const { status, data } = await owner.post(pathOf(org_id), { new_owner_id });
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: org_id, role: "admin" });
  expect((await viewer.get("/api/user/me/")).data.role).toBe("owner");
  expect((await owner.get("/api/user/me/")).data.role).toBe("admin");
  await lastEmailTo((await owner.account()).email, "org-ownership-transferred");
  expect(await lastEmailTo(email, "org-role-changed")).toMatchObject({ data: { role: "owner" } });
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([{ action: "organisation.transfer" }]);
});

test("returns 403 for an admin [#131]", async ({ as, org_id }) => {
  const { id: new_owner_id } = await as("viewer").account();
  const reply = await as("admin").post(pathOf(org_id), { new_owner_id });
  expect(reply).toFail(403, "forbidden", { permission: "org.delete" });
});

test("returns 404 for someone who isn't a member", async ({ as, org_id, otherOrganisation }) => {
  const { id } = await otherOrganisation().as("member").account();
  for (const new_owner_id of [newId(), id])
    expect(await as("owner").post(pathOf(org_id), { new_owner_id })).toFail(404, "not_found");
});

test("returns 409 for a member who is already an owner or is disabled", async ({ as, db, org_id }) => {
  const { id: own } = await as("owner").account();
  expect(await as("owner").post(pathOf(org_id), { new_owner_id: own })).toFail(409, "conflict");
  const { id: user_id } = await as("member").account();
  await db.membership.updateMany({ where: { org_id, user_id }, data: { disabled_at: new Date() } });
  expect(await as("owner").post(pathOf(org_id), { new_owner_id: user_id })).toFail(409, "conflict");
});

test("only one of two simultaneous transfers succeeds; the other returns 403", async ({ as, db, org_id }) => {
  const [{ id: one }, { id: other }] = [await as("viewer").account(), await as("member").account()];
  expect((await as("owner").get("/api/user/me/")).status).toBe(200);
  const replies = await Promise.all([one, other].map((id) => as("owner").post(pathOf(org_id), { new_owner_id: id })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await db.membership.count({ where: { org_id, role: "owner" } })).toBe(1);
});
