import { expect, test } from "../support/api";
import { cookieOf, joinAs } from "../support/organisations";

const pathOf = (id: string): string => `/api/organisations/${id}/activate/`;

test("a caller with a bearer token gets a token for the other organisation, and the session continues there [#75]", async ({
  as,
  visitor,
  db,
  org_id,
  otherOrganisation,
}) => {
  const otherId = await otherOrganisation().id();
  const viewer = as("viewer");
  const { refresh_token } = await viewer.session();
  await joinAs((await viewer.account()).id, otherId, "admin");
  const { status, data } = await viewer.post(pathOf(otherId), {});
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: otherId, role: "admin", token_type: "Bearer", expires_in: 3600 });
  const me = await visitor.get("/api/user/me/", { authorization: `Bearer ${data.access_token}` });
  expect(me.data).toMatchObject({ organisation: { id: otherId }, role: "admin" });
  const renewed = await visitor.post("/api/auth/refresh", { refresh_token });
  expect(renewed.data.user.organisation.id).toBe(otherId);
  expect(await db.auditLog.count({ where: { org_id: otherId, action: "organisation.activate" } })).toBe(1);
  expect(await db.auditLog.count({ where: { org_id } })).toBe(0);
});

test("a browser gets the token in a cookie that scripts can't read", async ({ as, visitor, otherOrganisation }) => {
  const otherId = await otherOrganisation().id();
  await joinAs((await as("owner").account()).id, otherId, "billing");
  const { access_token } = await as("owner").session();
  await as("owner").get("/api/user/me/");
  const reply = await visitor.post(pathOf(otherId), {}, cookieOf(access_token));
  expect(reply.data.access_token).toBeNull();
  const [cookie = ""] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax/);
  const token = /^next-auth\.session-token=([^;]+)/.exec(cookie)?.[1] ?? "";
  expect((await visitor.get("/api/user/me/", cookieOf(token))).data).toMatchObject({
    organisation: { id: otherId },
    role: "billing",
  });
});

test("returns 404 for an organisation in which the caller is disabled or not a member", async ({
  as,
  db,
  otherOrganisation,
}) => {
  const otherId = await otherOrganisation().id();
  expect(await as("owner").post(pathOf(otherId), {})).toFail(404, "not_found");
  const { id } = await as("owner").account();
  await joinAs(id, otherId, "owner");
  await db.membership.updateMany({ where: { user_id: id, org_id: otherId }, data: { disabled_at: new Date() } });
  expect(await as("owner").post(pathOf(otherId), {})).toFail(404, "not_found");
});
