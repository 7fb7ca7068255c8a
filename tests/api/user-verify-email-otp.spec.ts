import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/user/verify-email-otp/";

const register = async (visitor: RestClient): Promise<{ email: string; otp: string }> => {
  const email = uniqueEmail();
  await visitor.post("/api/user/", { email, password: goodPassword, name: "Ada" });
  return { email, otp: (await lastEmailTo(email, "verify-email")).data.otp };
};

const otherThan = (otp: string): string => ((Number(otp) + 1) % 1_000_000).toString().padStart(6, "0");

test("the emailed code verifies the email address and allows signing in [#107]", async ({ visitor }) => {
  const { email, otp } = await register(visitor);
  const login = () => visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(await login()).toFail(403, "email_not_verified");
  const reply = await visitor.post(path, { email: ` ${email.toUpperCase()}`, otp });
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ email_verified: true });
  expect((await login()).status).toBe(200);
  expect((await emailsTo(email)).map((message) => message.template)).toEqual(["verify-email", "welcome"]);
});

test("returns the same 400 for a wrong code, an unknown email address and a verified one", async ({
  visitor,
  org_id,
}) => {
  const { email, otp } = await register(visitor);
  const verified = await makeAccount({ org_id, role: "owner" });
  const wrong = await visitor.post(path, { email, otp: otherThan(otp) });
  expect(wrong).toFail(400, "invalid_code");
  for (const other of [uniqueEmail(), verified.email]) {
    const reply = await visitor.post(path, { email: other, otp });
    expect(reply.status).toBe(400);
    expect(reply.body?.error).toEqual(wrong.body?.error);
  }
});

test("returns 410 for the right code after five wrong ones @long", async ({ visitor }) => {
  const { email, otp } = await register(visitor);
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await visitor.post(path, { email, otp: otherThan(otp) })).toFail(400, "invalid_code");
  expect(await visitor.post(path, { email, otp })).toFail(410, "expired");
});

test("accepts the right code after four simultaneous wrong ones", async ({ visitor }) => {
  const { email, otp } = await register(visitor);
  await Promise.all([1, 2, 3, 4].map(() => visitor.post(path, { email, otp: otherThan(otp) })));
  expect((await visitor.post(path, { email, otp })).status).toBe(200);
});

test("returns 410 for a used code", async ({ visitor }) => {
  const { email, otp } = await register(visitor);
  const replies = await Promise.all([visitor.post(path, { email, otp }), visitor.post(path, { email, otp })]);
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 410]);
});

test("returns 410 for a code that expired after ten minutes", async ({ visitor, db }) => {
  const { email, otp } = await register(visitor);
  const [proof] = await db.emailVerification.findMany({ where: { user: { email } } });
  const minutes = ((proof?.otp_expires_at.getTime() ?? 0) - (proof?.created_at.getTime() ?? 0)) / 60_000;
  expect(minutes).toBeCloseTo(10, 1);
  await db.emailVerification.updateMany({ where: { user: { email } }, data: { otp_expires_at: new Date() } });
  expect(await visitor.post(path, { email, otp })).toFail(410, "expired");
});

for (const otp of ["12345", "1234567", "abcdef"]) {
  test(`returns 400 for "${otp}" as a code`, async ({ visitor }) => {
    const reply = await visitor.post(path, { email: uniqueEmail(), otp });
    expect(reply).toFail(400, "invalid_input", [{ path: "otp" }]);
  });
}
