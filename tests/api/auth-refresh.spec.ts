import { expect, test } from "../support/api";

const path = "/api/auth/refresh";

test("200: a refresh token gives a new pair", async ({ visitor, as }) => {
  const { refresh_token, access_token } = await as("member").session();
  const reply = await visitor.post(path, { refresh_token });
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ token_type: "Bearer", expires_in: 3600, user: { role: "member" } });
  expect(reply.data.refresh_token).not.toBe(refresh_token);
  expect(reply.data.access_token).not.toBe(access_token);
  const me = await visitor.get("/api/user/me/", { authorization: `Bearer ${reply.data.access_token}` });
  expect(me.status).toBe(200);
});

test("200: each new token can be traded in turn, and lives 30 days from then", async ({ visitor, as, db }) => {
  const { refresh_token, session_id } = await as("member").session();
  const soon = new Date(Date.now() + 60_000);
  await db.session.update({ where: { id: session_id }, data: { expires_at: soon } });
  const first = await visitor.post(path, { refresh_token });
  const second = await visitor.post(path, { refresh_token: first.data.refresh_token });
  expect(second.status).toBe(200);
  const { expires_at } = await db.session.findUniqueOrThrow({ where: { id: session_id } });
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
});

test("200: the role is the present one", async ({ visitor, as, org_id, db }) => {
  const { refresh_token, user_id } = await as("member").session();
  await db.membership.update({ where: { org_id_user_id: { org_id, user_id } }, data: { role: "viewer" } });
  const reply = await visitor.post(path, { refresh_token });
  expect(reply.data.user.role).toBe("viewer");
});

test("401: a token that comes a second time ends the session for both", async ({ visitor, as }) => {
  const member = as("member");
  const { refresh_token } = await member.session();
  const first = await visitor.post(path, { refresh_token });
  expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
  expect(await visitor.post(path, { refresh_token: first.data.refresh_token })).toFail(401, "token_expired");
  expect(await member.get("/api/user/me/")).toFail(401, "token_expired");
});

test("401: a token from further back ends the session as well", async ({ visitor, as }) => {
  const { refresh_token } = await as("member").session();
  const second = await visitor.post(path, { refresh_token });
  const third = await visitor.post(path, { refresh_token: second.data.refresh_token });
  expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
  expect(await visitor.post(path, { refresh_token: third.data.refresh_token })).toFail(401, "token_expired");
});

test("401: of two trades at the same time at most one succeeds", async ({ visitor, as }) => {
  const { refresh_token } = await as("member").session();
  const replies = await Promise.all([visitor.post(path, { refresh_token }), visitor.post(path, { refresh_token })]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 401]);
});

test("401: after 30 days", async ({ visitor, as, db }) => {
  const { refresh_token, session_id } = await as("member").session();
  await db.session.update({ where: { id: session_id }, data: { expires_at: new Date(Date.now() - 1) } });
  expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
});

for (const refresh_token of ["nonsense", `${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}.${"A".repeat(43)}`]) {
  test(`401: a token we never gave: ${refresh_token.slice(0, 12)}`, async ({ visitor }) => {
    expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
  });
}

test("400: without a token", async ({ visitor }) => {
  expect(await visitor.post(path, {})).toFail(400, "invalid_input", [{ path: "refresh_token" }]);
});
