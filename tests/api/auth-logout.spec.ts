import { signIn } from "../support/accounts";
import { expect, test } from "../support/api";

const path = "/api/auth/logout";

test("signing out immediately invalidates the access and refresh tokens", async ({ as, visitor }) => {
  const member = as("member");
  const { refresh_token } = await member.session();
  const reply = await member.post(path);
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({});
  expect(await member.get("/api/user/me/")).toFail(401, "token_expired");
  expect(await visitor.post("/api/auth/refresh", { refresh_token })).toFail(401, "token_expired");
});

test("asks the browser to delete stored data only in the response to a successful sign-out [L6]", async ({
  as,
  visitor,
}) => {
  const member = as("member");
  expect((await member.get("/api/user/me/")).headers.get("clear-site-data")).toBeNull();
  expect((await member.post(path)).headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect((await visitor.post(path)).headers.get("clear-site-data")).toBeNull();
});

test("accepts a trailing slash", async ({ as }) => {
  expect((await as("viewer").post(`${path}/`, {})).status).toBe(200);
});

test("writes an audit log entry", async ({ as, db, org_id }) => {
  const member = as("member");
  await member.post(path);
  const { id } = await member.account();
  expect(await db.auditLog.findMany({ where: { org_id, actor_id: id } })).toMatchObject([{ action: "session.end" }]);
});

test("the user's other sessions stay active", async ({ as, visitor }) => {
  const member = as("member");
  const { id, email } = await member.account();
  const other = await signIn({ id, email });
  await member.post(path);
  const me = await visitor.get("/api/user/me/", { authorization: `Bearer ${other.access_token}` });
  expect(me.status).toBe(200);
});

test("returns 401 without a token", async ({ visitor }) => {
  const reply = await visitor.post(path);
  expect(reply).toFail(401, "not_authenticated");
  expect(reply.headers.get("www-authenticate")).toBe("Bearer");
});
