import { expect, test } from "../support/api";

const pathOf = (id: string, query = ""): string => `/api/organisations/${id}/members/${query}`;

test("lists each member's name, email address, role, disabled state and the date they joined", async ({
  as,
  db,
  org_id,
}) => {
  const { id: user_id, email } = await as("member").account();
  await db.membership.updateMany({ where: { org_id, user_id }, data: { disabled_at: new Date() } });
  const { status, data } = await as("viewer").get(pathOf(org_id));
  expect(status).toBe(200);
  expect(data).toHaveLength(2);
  expect(data).toContainEqual({
    id: user_id,
    name: "Test member",
    email,
    role: "member",
    disabled: true,
    joined_at: expect.any(String),
  });
});

test("searches by name and email address, and treats % as an ordinary character", async ({ as, db, org_id }) => {
  const { id, email } = await as("member").account();
  await as("owner").account();
  await db.user.update({ where: { id }, data: { name: "100% Ada" } });
  for (const q of ["ada", "100%", email.toUpperCase().slice(0, 15)]) {
    const { data } = await as("owner").get(pathOf(org_id, `?q=${encodeURIComponent(q)}`));
    expect(data.map((member: { id: string }) => member.id)).toEqual([id]);
  }
  expect((await as("owner").get(pathOf(org_id, "?q=%25%25"))).data).toEqual([]);
});

test("lists each member once across pages", async ({ as, org_id }) => {
  for (const role of ["owner", "admin", "viewer"] as const) await as(role).account();
  const first = await as("owner").get(pathOf(org_id, "?limit=2"));
  const second = await as("owner").get(pathOf(org_id, `?limit=2&cursor=${first.body?.meta.next_cursor}`));
  const ids = [...first.data, ...second.data].map((member: { id: string }) => member.id);
  expect(new Set(ids).size).toBe(3);
  expect(second.body?.meta.next_cursor).toBeNull();
});
