import { expect, test } from "../support/api";
import { joinAs } from "../support/organisations";

const path = "/api/organisations/";

test("lists the caller's organisations, each with the caller's role and the number of members, and marks the active one [#75]", async ({
  as,
  org_id,
  otherOrganisation,
}) => {
  const owner = as("owner");
  await owner.session();
  const otherId = await otherOrganisation().id();
  await joinAs((await owner.account()).id, otherId, "viewer");
  await as("member").account();
  const { status, data } = await owner.get(path);
  expect(status).toBe(200);
  expect(data).toHaveLength(2);
  expect(data).toContainEqual({
    id: org_id,
    name: "Test organisation",
    role: "owner",
    active: true,
    member_count: 2,
    created_at: expect.any(String),
  });
  expect(data).toContainEqual(expect.objectContaining({ id: otherId, role: "viewer", active: false, member_count: 1 }));
});

test("omits organisations in which the caller is disabled or not a member", async ({
  as,
  db,
  org_id,
  otherOrganisation,
}) => {
  const { id } = await as("billing").account();
  const otherId = await otherOrganisation().id();
  await joinAs(id, otherId, "owner");
  await db.membership.updateMany({ where: { user_id: id, org_id: otherId }, data: { disabled_at: new Date() } });
  expect((await as("billing").get(path)).data.map((each: { id: string }) => each.id)).toEqual([org_id]);
});

test("lists organisations page by page", async ({ as, org_id, otherOrganisation }) => {
  const otherId = await otherOrganisation().id();
  await joinAs((await as("owner").account()).id, otherId, "viewer");
  const first = await as("owner").get(`${path}?limit=1`);
  const second = await as("owner").get(`${path}?limit=1&cursor=${first.body?.meta.next_cursor}`);
  expect([first.data[0].id, second.data[0].id].toSorted()).toEqual([org_id, otherId].toSorted());
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("returns 400 for an invalid limit", async ({ as }) => {
  expect(await as("owner").get(`${path}?limit=0`)).toFail(400, "invalid_input", [{ path: "limit" }]);
});
