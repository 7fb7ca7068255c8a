import { goodPassword, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { lastEmailTo } from "../support/mailbox";

const path = "/api/user/verify-email-link/";

const register = async (visitor: RestClient): Promise<{ email: string; token: string }> => {
  const email = uniqueEmail();
  await visitor.post("/api/user/", { email, password: goodPassword, name: "Ada" });
  const { data } = await lastEmailTo(email, "verify-email");
  return { email, token: new URL(data.url).searchParams.get("token") ?? "" };
};

test("the emailed link verifies the email address and allows signing in [#108]", async ({ visitor }) => {
  const { email, token } = await register(visitor);
  const reply = await visitor.post(path, { token });
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ email_verified: true });
  const login = await visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(login.data.user.email_verified).toBe(true);
});

test("returns 410 for a used link", async ({ visitor }) => {
  const { token } = await register(visitor);
  const replies = await Promise.all([visitor.post(path, { token }), visitor.post(path, { token })]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 410]);
});

test("returns 410 for the link after the code has been used", async ({ visitor }) => {
  const { email, token } = await register(visitor);
  const { data } = await lastEmailTo(email, "verify-email");
  await visitor.post("/api/user/verify-email-otp/", { email, otp: data.otp });
  expect(await visitor.post(path, { token })).toFail(410, "expired");
});

test("returns 410 for a link that expired after 24 hours", async ({ visitor, db }) => {
  const { email, token } = await register(visitor);
  const [proof] = await db.emailVerification.findMany({ where: { user: { email } } });
  const hours = ((proof?.link_expires_at.getTime() ?? 0) - (proof?.created_at.getTime() ?? 0)) / 3_600_000;
  expect(hours).toBeCloseTo(24, 2);
  await db.emailVerification.updateMany({ where: { user: { email } }, data: { link_expires_at: new Date() } });
  expect(await visitor.post(path, { token })).toFail(410, "expired");
});

test("an older link still works after a newer email has been sent", async ({ visitor, db }) => {
  const { email, token } = await register(visitor);
  const earlier = new Date(Date.now() - 61_000);
  await db.emailVerification.updateMany({ where: { user: { email } }, data: { created_at: earlier } });
  await visitor.post("/api/user/verify-email/", { email });
  expect((await visitor.post(path, { token })).status).toBe(200);
});

test("returns 400 for an unknown link", async ({ visitor }) => {
  expect(await visitor.post(path, { token: "nonsense" })).toFail(400, "invalid_code");
});

test("returns 400 without a token", async ({ visitor }) => {
  expect(await visitor.post(path, {})).toFail(400, "invalid_input", [{ path: "token" }]);
});
