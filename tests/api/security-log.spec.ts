import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { toSecurityLine } from "@/server/core/security-log";
import { goodPassword, makeAccount, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";
import { purgeOldRows } from "../support/purge";

const path = "/api/user/me/security-log/";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("lists sign-ins and failed sign-ins with IP address and browser, newest first [M2]", async ({
  visitor,
  org_id,
}) => {
  const { email } = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const attacker = { "x-client-ip": "198.51.100.66", "user-agent": "curl/8.5.0" };
  await visitor.post("/api/auth/login", { email, password: "not the password" }, attacker);
  const owner = { "x-client-ip": "203.0.113.5", "user-agent": firefox };
  const { data } = await visitor.post("/api/auth/login", { email, password: goodPassword }, owner);
  const reply = await visitor.get(path, bearer(data.access_token));
  expect(reply.data).toEqual([
    {
      id: expect.any(String),
      created_at: expect.any(String),
      event: "sign_in",
      event_text: "Signed in with a password",
      outcome: "succeeded",
      method: "password",
      ip: "203.0.113.5",
      agent: "Firefox on Windows",
      current: true,
    },
    expect.objectContaining({
      event: "sign_in",
      event_text: "Failed to sign in: the password was wrong",
      outcome: "failed",
      ip: "198.51.100.66",
      agent: "curl",
      current: false,
    }),
  ]);
});

test("records sign-ins, failed sign-ins and sign-outs in a browser", async ({ org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const browser = new Browser();
  await browser.signIn(email, "not the password");
  await browser.signIn(email, goodPassword);
  await browser.signOut();
  const rows = await db.securityEvent.findMany({ where: { user_id: id }, orderBy: { id: "asc" } });
  expect(rows.map(({ event, outcome, method, ip, agent }) => [event, outcome, method, ip, agent])).toEqual([
    ["sign_in", "failed", "password", browser.ip, "A browser"],
    ["sign_in", "succeeded", "password", browser.ip, "A browser"],
    ["sign_out", "succeeded", null, browser.ip, "A browser"],
  ]);
});

test("records a sign-out or a revoked session with the session's id", async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "viewer" });
  const [here, there] = [await signIn(account), await signIn(account)];
  const headers = bearer(here.access_token);
  await visitor.delete(`/api/user/me/sessions/${there.session_id}/`, headers);
  await visitor.delete("/api/user/me/sessions/", headers);
  await visitor.post("/api/auth/logout", {}, headers);
  const rows = await db.securityEvent.findMany({ where: { user_id: account.id }, orderBy: { id: "asc" } });
  expect(rows.map(({ event, method, session_id }) => [event, method, session_id])).toEqual([
    ["session_revoke", "one", there.session_id],
    ["session_revoke", "others", here.session_id],
    ["sign_out", null, here.session_id],
  ]);
});

test("if an account is unverified, records a sign-in with the correct password as refused", async ({
  visitor,
  org_id,
  db,
}) => {
  const { id, email } = await makeAccount({ org_id, role: "viewer", password: goodPassword, verified: false });
  await visitor.post("/api/auth/login", { email, password: goodPassword });
  const rows = await db.securityEvent.findMany({ where: { user_id: id } });
  expect(rows).toMatchObject([{ event: "sign_in", outcome: "refused" }]);
});

test("records the first ten permission denials in an hour", async ({ as, db }) => {
  const viewer = as("viewer");
  for (let n = 0; n < 12; n += 1) await viewer.post("/api/websites/", { url: "https://customer.example/" });
  const { id } = await viewer.account();
  const rows = await db.securityEvent.findMany({ where: { user_id: id } });
  expect(rows).toHaveLength(10);
  expect(rows[0]).toMatchObject({ event: "permission_check", outcome: "refused", method: "websites.write" });
});

test("each page continues where the previous one ended, and no page lists other people's events", async ({
  visitor,
  org_id,
  as,
}) => {
  const { email } = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  await makeAccount({ org_id, role: "viewer", password: goodPassword });
  for (let n = 0; n < 2; n += 1) await visitor.post("/api/auth/login", { email, password: "not the password" });
  const { data } = await visitor.post("/api/auth/login", { email, password: goodPassword });
  const headers = bearer(data.access_token);
  const first = await visitor.get(`${path}?limit=2`, headers);
  expect(first.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["succeeded", "failed"]);
  const second = await visitor.get(`${path}?limit=2&cursor=${first.body?.meta.next_cursor}`, headers);
  expect(second.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["failed"]);
  expect(second.body?.meta.next_cursor).toBeNull();
  expect((await as("owner").get(path)).data).toEqual([]);
});

test("an owner sees in the audit log who signed in and from where", async ({ visitor, org_id, as }) => {
  const { id, email } = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  await visitor.post("/api/auth/login", { email, password: goodPassword }, { "x-client-ip": "203.0.113.5" });
  const { data } = await as("owner").get("/api/audit-log/?action=session.start");
  expect(data).toMatchObject([{ actor: { id }, action_text: "signed in", ip: "203.0.113.5" }]);
});

test("a log line contains the email address of a known account, but only a hash of any other address [M2]", () => {
  const call = { id: "request-1", ip: "198.51.100.66", headers: new Headers({ "user-agent": "curl/8.5.0" }) };
  const event = { event: "sign_in", outcome: "failed", user_id: null, method: "password" } as const;
  const unknown = toSecurityLine(call, { ...event, email: "my secret password" }, null);
  expect(unknown).toEqual({
    event: "sign_in",
    outcome: "failed",
    user_id: null,
    email: null,
    email_hash: expect.stringMatching(/^[\w-]{22}$/),
    method: "password",
    session_id: null,
    ip: "198.51.100.66",
    agent: "curl/8.5.0",
    request_id: "request-1",
  });
  expect(toSecurityLine(call, { ...event, email: " My secret PASSWORD" }, null).email_hash).toBe(unknown.email_hash);
  const known = toSecurityLine(call, { ...event, user_id: "user-1", email: "ada@example.org" }, "ada@example.org");
  expect(known).toMatchObject({ user_id: "user-1", email: "ada@example.org", email_hash: null });
});

test("security events are purged after their retention period, or deleted with the account", async ({ db, org_id }) => {
  const { id: user_id } = await makeAccount({ org_id, role: "viewer" });
  const event = (days: number) => ({
    ...{
      id: newId(),
      user_id,
      event: "sign_in" as const,
      outcome: "succeeded" as const,
      ip: "192.0.2.1",
      agent: "",
      request_id: "",
    },
    created_at: new Date(Date.now() - days * 86_400_000),
  });
  const [old, young] = [event(env.SECURITY_LOG_KEPT_DAYS + 1), event(env.SECURITY_LOG_KEPT_DAYS - 1)];
  await db.securityEvent.createMany({ data: [old, young] });
  await purgeOldRows();
  expect(await db.securityEvent.findMany({ where: { user_id }, select: { id: true } })).toEqual([{ id: young.id }]);
  await db.user.delete({ where: { id: user_id } });
  expect(await db.securityEvent.count({ where: { id: young.id } })).toBe(0);
});
