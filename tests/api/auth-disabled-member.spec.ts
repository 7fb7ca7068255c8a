import { goodPassword, makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";

const disable = { disabled_at: new Date() };

test("returns 401 for a token issued before the member was disabled", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const { access_token } = await signIn(account);
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await visitor.get("/api/websites/", headers)).status).toBe(200);
  await db.membership.updateMany({ where: { user_id: account.id }, data: disable });
  expect(await visitor.get("/api/websites/", headers)).toFail(401, "token_expired");
});

test("returns 403 with the reason when a user who is disabled in every organisation signs in", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "owner", password: goodPassword });
  await db.membership.updateMany({ where: { user_id: account.id }, data: disable });
  const body = { email: account.email, password: goodPassword };
  expect(await visitor.post("/api/auth/login", body)).toFail(403, "forbidden");
  const answer = await new Browser().signIn(account.email, goodPassword);
  expect(await answer.json()).toEqual({ url: "http://localhost:8000/api/auth/error?error=forbidden" });
});

test("a member who is disabled in one organisation can still use another", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const { refresh_token } = await signIn(account);
  const other = await makeOrganisation("The other one");
  await db.membership.create({ data: { org_id: other, user_id: account.id, role: "viewer" } });
  await db.membership.updateMany({ where: { user_id: account.id, org_id }, data: disable });
  const refreshed = await visitor.post("/api/auth/refresh", { refresh_token });
  expect(refreshed.data.user).toMatchObject({ organisation: { id: other }, role: "viewer" });
  const login = await visitor.post("/api/auth/login", { email: account.email, password: goodPassword });
  expect(login.data.user.organisation.id).toBe(other);
});

test("a member who is enabled again regains their previous role", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "admin", password: goodPassword });
  const { access_token } = await signIn(account);
  const headers = { authorization: `Bearer ${access_token}` };
  await db.membership.updateMany({ where: { user_id: account.id }, data: disable });
  await db.membership.updateMany({ where: { user_id: account.id }, data: { disabled_at: null } });
  expect((await visitor.get("/api/user/me/", headers)).data.role).toBe("admin");
});
