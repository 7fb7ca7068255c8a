import { startSession } from "@/server/domains/identity/auth/sessions";
import { makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";

const path = "/api/user/me/sessions/";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";

const twoSessions = async (org_id: string, db: Parameters<typeof startSession>[0]) => {
  const account = await makeAccount({ org_id, role: "viewer" });
  const here = await signIn(account);
  const there = await startSession(db, account.id, { ip: "198.51.100.7", agent: firefox });
  const headers = { authorization: `Bearer ${here.access_token}` };
  return { account, here, there, headers, elsewhere: { authorization: `Bearer ${there.access_token}` } };
};

test("lists the user's sessions, newest first", async ({ visitor, org_id, db }) => {
  const { here, there, headers } = await twoSessions(org_id, db);
  const reply = await visitor.get(path, headers);
  expect(reply.data).toMatchObject([
    { id: there.session_id, ip: "198.51.100.7", agent: "Firefox on Windows", current: false },
    { id: here.session_id, ip: "192.0.2.1", agent: "tests", current: true },
  ]);
  expect(Object.keys(reply.data[0])).toEqual([
    "id",
    "ip",
    "agent",
    "created_at",
    "last_used_at",
    "expires_at",
    "current",
  ]);
});

test("omits expired sessions and other people's sessions", async ({ visitor, org_id, db, as }) => {
  const { here, there, headers } = await twoSessions(org_id, db);
  await as("owner").session();
  await db.session.update({ where: { id: there.session_id }, data: { expires_at: new Date() } });
  const { data } = await visitor.get(path, headers);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([here.session_id]);
});

test("each page continues where the previous one ended", async ({ visitor, org_id, db }) => {
  const { here, there, headers } = await twoSessions(org_id, db);
  const first = await visitor.get(`${path}?limit=1`, headers);
  expect(first.data[0].id).toBe(there.session_id);
  const second = await visitor.get(`${path}?limit=1&cursor=${first.body?.meta.next_cursor}`, headers);
  expect(second.data[0].id).toBe(here.session_id);
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("DELETE immediately revokes all other sessions", async ({ visitor, org_id, db }) => {
  const { headers, elsewhere } = await twoSessions(org_id, db);
  expect((await visitor.get("/api/user/me/", elsewhere)).status).toBe(200);
  expect((await visitor.delete(path, headers)).data).toEqual({ ended_sessions: 1 });
  expect(await visitor.get("/api/user/me/", elsewhere)).toFail(401, "token_expired");
  expect((await visitor.get(path, headers)).data).toHaveLength(1);
});

test("DELETE of one session revokes it at once and invalidates its refresh token", async ({ visitor, org_id, db }) => {
  const { there, headers, elsewhere } = await twoSessions(org_id, db);
  expect((await visitor.delete(`${path}${there.session_id}/`, headers)).status).toBe(200);
  expect(await visitor.get("/api/user/me/", elsewhere)).toFail(401, "token_expired");
  const { refresh_token } = there;
  expect(await visitor.post("/api/auth/refresh", { refresh_token })).toFail(401, "token_expired");
});

test("returns 404 for a revoked session, another user's session or an unknown session", async ({
  visitor,
  org_id,
  db,
  as,
}) => {
  const { there, headers } = await twoSessions(org_id, db);
  const { session_id } = await as("owner").session();
  await visitor.delete(`${path}${there.session_id}/`, headers);
  for (const id of [there.session_id, session_id, "0199a000-0000-7000-8000-000000000000"])
    expect(await visitor.delete(`${path}${id}/`, headers)).toFail(404, "not_found");
  expect((await as("owner").get("/api/user/me/")).status).toBe(200);
});
