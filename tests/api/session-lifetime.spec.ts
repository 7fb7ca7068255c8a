import { env } from "@/server/core/env";
import { goodPassword, makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const longest = env.SESSION_MAX_DAYS;
const cookieName = "next-auth.session-token";

test("returns 401 for the token of an expired session, whether it is sent in a header or a cookie [A04]", async ({
  visitor,
  as,
  db,
}) => {
  const { access_token, session_id } = await as("member").session();
  const ways = [{ authorization: `Bearer ${access_token}` }, { cookie: `${cookieName}=${access_token}` }];
  for (const headers of ways) expect((await visitor.get("/api/user/me/", headers)).status).toBe(200);
  await db.session.update({ where: { id: session_id }, data: { expires_at: new Date(Date.now() - 1) } });
  for (const headers of ways) expect((await visitor.get("/api/user/me/", headers)).status).toBe(401);
});

test("returns 401 for an expired session instead of switching to another organisation [A07]", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "member" });
  const { access_token, session_id } = await signIn(account);
  const other = await makeOrganisation("Another organisation");
  await db.membership.create({ data: { org_id: other, user_id: account.id, role: "viewer" } });
  await db.membership.delete({ where: { org_id_user_id: { org_id, user_id: account.id } } });
  const headers = { cookie: `${cookieName}=${access_token}` };
  await db.session.update({ where: { id: session_id }, data: { expires_at: new Date(Date.now() - 1) } });
  expect(await visitor.get("/api/user/me/", headers)).toFail(401, "not_authenticated");
  const alive = { expires_at: new Date(Date.now() + 60_000) };
  await db.session.update({ where: { id: session_id }, data: alive });
  expect((await visitor.get("/api/user/me/", headers)).data.organisation.id).toBe(other);
});

test("returns 401 after a session's maximum lifetime, even if the session is in use [L12]", async ({
  visitor,
  as,
  db,
}) => {
  const { access_token, refresh_token, session_id } = await as("member").session();
  const headers = { authorization: `Bearer ${access_token}` };
  const cookie = { cookie: `${cookieName}=${access_token}` };
  await db.session.update({ where: { id: session_id }, data: { created_at: daysAgo(longest - 0.1) } });
  expect((await visitor.get("/api/user/me/", headers)).status).toBe(200);
  await db.session.update({ where: { id: session_id }, data: { created_at: daysAgo(longest + 0.1) } });
  expect(await visitor.get("/api/user/me/", headers)).toFail(401, "token_expired");
  expect(await visitor.get("/api/user/me/", cookie)).toFail(401, "not_authenticated");
  expect(await visitor.post("/api/auth/refresh", { refresh_token })).toFail(401, "token_expired");
});

test("a refresh token does not outlive the session's maximum lifetime [L12]", async ({ visitor, as, db }) => {
  const { refresh_token, session_id } = await as("member").session();
  await db.session.update({ where: { id: session_id }, data: { created_at: daysAgo(longest - 1) } });
  expect((await visitor.post("/api/auth/refresh", { refresh_token })).status).toBe(200);
  const { expires_at } = await db.session.findUniqueOrThrow({ where: { id: session_id } });
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(1, 1);
});

test("the cookie of an active browser does not outlive the session's maximum lifetime [L12]", async ({
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const browser = new Browser();
  await browser.signIn(email, goodPassword);
  await db.session.updateMany({ where: { user_id: id }, data: { created_at: daysAgo(longest - 1) } });
  expect(await browser.session()).toMatchObject({ user: { id } });
  const { expires_at } = await db.session.findFirstOrThrow({ where: { user_id: id } });
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(1, 1);
  await db.session.updateMany({ where: { user_id: id }, data: { created_at: daysAgo(longest + 1) } });
  expect(await browser.session()).toEqual({});
});
