import { expect, test } from "../support/api";

const path = "/api/auth/refresh";

test("exchanges a refresh token for a new pair of tokens", async ({ visitor, as }) => {
  const { refresh_token, access_token } = await as("member").session();
  const reply = await visitor.post(path, { refresh_token });
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ token_type: "Bearer", expires_in: 3600, user: { role: "member" } });
  expect(reply.data.refresh_token).not.toBe(refresh_token);
  expect(reply.data.access_token).not.toBe(access_token);
  const me = await visitor.get("/api/user/me/", { authorization: `Bearer ${reply.data.access_token}` });
  expect(me.status).toBe(200);
});

test("each new refresh token can be exchanged in turn and is valid for 30 days", async ({ visitor, as, db }) => {
  const { refresh_token, session_id } = await as("member").session();
  const soon = new Date(Date.now() + 60_000);
  await db.session.update({ where: { id: session_id }, data: { expires_at: soon } });
  const first = await visitor.post(path, { refresh_token });
  const second = await visitor.post(path, { refresh_token: first.data.refresh_token });
  expect(second.status).toBe(200);
  const { expires_at } = await db.session.findUniqueOrThrow({ where: { id: session_id } });
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
});

test("the new token contains the user's current role", async ({ visitor, as, org_id, db }) => {
  const { refresh_token, user_id } = await as("member").session();
  await db.membership.update({ where: { org_id_user_id: { org_id, user_id } }, data: { role: "viewer" } });
  const reply = await visitor.post(path, { refresh_token });
  expect(reply.data.user.role).toBe("viewer");
});

test("using a token a second time returns 401 and revokes the session, which also invalidates the newer token", async ({
  visitor,
  as,
}) => {
  const member = as("member");
  const { refresh_token } = await member.session();
  const first = await visitor.post(path, { refresh_token });
  expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
  expect(await visitor.post(path, { refresh_token: first.data.refresh_token })).toFail(401, "token_expired");
  expect(await member.get("/api/user/me/")).toFail(401, "token_expired");
});

test("returns 401 for a token used two exchanges ago, and revokes the session", async ({ visitor, as }) => {
  const { refresh_token } = await as("member").session();
  const second = await visitor.post(path, { refresh_token });
  const third = await visitor.post(path, { refresh_token: second.data.refresh_token });
  expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
  expect(await visitor.post(path, { refresh_token: third.data.refresh_token })).toFail(401, "token_expired");
});

test("returns 401 for a session id with a made-up secret, and doesn't revoke the session [L2]", async ({
  visitor,
  as,
  db,
}) => {
  const member = as("member");
  const { refresh_token, session_id, user_id } = await member.session();
  const [, secret = ""] = refresh_token.split(".");
  const flipped = `${secret.slice(0, -2)}${secret.at(-2) === "A" ? "B" : "A"}${secret.at(-1)}`;
  for (const guess of ["A".repeat(43), flipped])
    expect(await visitor.post(path, { refresh_token: `${session_id}.${guess}` })).toFail(401, "token_expired");
  expect((await member.get("/api/user/me/")).status).toBe(200);
  expect(await db.securityEvent.count({ where: { user_id } })).toBe(0);
  expect((await visitor.post(path, { refresh_token })).status).toBe(200);
});

test("returns 401 for another session's secret, and doesn't revoke any session [L2]", async ({ visitor, as }) => {
  const [member, viewer] = [as("member"), as("viewer")];
  const [, secret = ""] = (await viewer.session()).refresh_token.split(".");
  const { session_id } = await member.session();
  expect(await visitor.post(path, { refresh_token: `${session_id}.${secret}` })).toFail(401, "token_expired");
  expect((await member.get("/api/user/me/")).status).toBe(200);
  expect((await viewer.get("/api/user/me/")).status).toBe(200);
});

test("records in the security log that a session was revoked because of an outdated token", async ({
  visitor,
  as,
  db,
}) => {
  const { refresh_token, user_id, session_id } = await as("member").session();
  await visitor.post(path, { refresh_token });
  for (let n = 0; n < 2; n += 1) await visitor.post(path, { refresh_token });
  const rows = await db.securityEvent.findMany({ where: { user_id } });
  expect(rows).toMatchObject([{ event: "session_refresh", outcome: "refused", session_id }]);
});

test("one of two simultaneous exchanges succeeds, and the other returns 401", async ({ visitor, as }) => {
  const { refresh_token } = await as("member").session();
  const replies = await Promise.all([visitor.post(path, { refresh_token }), visitor.post(path, { refresh_token })]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 401]);
});

test("returns 401 for a refresh token that expired after 30 days", async ({ visitor, as, db }) => {
  const { refresh_token, session_id } = await as("member").session();
  await db.session.update({ where: { id: session_id }, data: { expires_at: new Date(Date.now() - 1) } });
  expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
});

for (const refresh_token of ["nonsense", `${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}.${"A".repeat(43)}`]) {
  test(`returns 401 for a token we never issued: ${refresh_token.slice(0, 12)}`, async ({ visitor }) => {
    expect(await visitor.post(path, { refresh_token })).toFail(401, "token_expired");
  });
}

test("returns 400 without a token", async ({ visitor }) => {
  expect(await visitor.post(path, {})).toFail(400, "invalid_input", [{ path: "refresh_token" }]);
});
