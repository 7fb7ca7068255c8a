import { getLimiter } from "@/server/adapters/limiter";
import { sendingLimits } from "@/server/core/limits";
import { sendHeldNotice } from "@/server/domains/identity/users";
import { serviceKey } from "@/server/endpoint/service-key";
import { goodPassword, uniqueEmail } from "@/tests/support/accounts";
import { expect, type RestClient, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { emailsTo } from "@/tests/support/mailbox";
import { createRestClient, uniqueAddress } from "@/tests/support/rest-client";

test.afterEach(() =>
  configure({ SIGN_UP: "open", ANONYMOUS_REPORTS: true, ANONYMOUS_CHAT_TEST: true, INVITATIONS_PER_DAY: 50 }),
);

const [perDay] = sendingLimits.recipient;
const [perSender] = sendingLimits.sender;

const use = async (rule: { name: string; limit: number; windowSeconds: number }, key: string) => {
  for (let count = 0; count < rule.limit; count += 1) await getLimiter().take(rule, key);
};

const report = (email: string) => ({
  id: `limits-${Math.random().toString(36).slice(2)}`,
  variant: "full",
  email,
  url: "https://shop.example/",
  data: { scores: { accessibility: 80 } },
});

test("an account's owner gets at most five sign-up emails an hour, and callers can't detect the limit [M7] @long", async ({
  rest,
  as,
}) => {
  const { email } = await as("owner").account();
  const minute = 60_000;
  const start = Date.now();
  const now = Date.now;
  const replies = [];
  try {
    for (let count = 0; count < 7; count += 1) {
      Date.now = () => start + count * minute;
      const visitor = createRestClient(rest, async () => ({ "x-client-ip": uniqueAddress() }));
      replies.push(await visitor.post("/api/user/", { email, password: goodPassword, name: "Eve" }));
    }
  } finally {
    Date.now = now;
  }
  expect(new Set(replies.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
  expect(replies[0]?.status).toBe(201);
  const sent = (await emailsTo(email)).filter(({ template }) => template === "account-exists");
  expect(sent).toHaveLength(5);
});

test("an account's owner later gets one email for all held sign-ups", async ({ rest, as, db }) => {
  const { id, email } = await as("owner").account();
  const [, perHour] = sendingLimits.recipient;
  await use(perHour, email);
  for (let count = 0; count < 3; count += 1) {
    const visitor = createRestClient(rest, async () => ({ "x-client-ip": uniqueAddress() }));
    expect((await visitor.post("/api/user/", { email, password: goodPassword, name: "Eve" })).status).toBe(201);
  }
  const events = await db.outboxEvent.findMany({ where: { name: "account-exists/held" } });
  const held = events.map(({ data }) => data as unknown as Parameters<typeof sendHeldNotice>[0]);
  const mine = held.filter(({ user_id }) => user_id === id);
  expect(mine).toHaveLength(1);
  const [notice] = mine;
  if (!notice) return;
  expect(await sendHeldNotice(notice)).toBe(false);
  expect(await emailsTo(email)).toEqual([]);
  await db.user.update({ where: { id }, data: { email: uniqueEmail() } });
  const { email: fresh } = await db.user.findUniqueOrThrow({ where: { id } });
  for (let run = 0; run < 2; run += 1) expect(await sendHeldNotice(notice)).toBe(true);
  expect(await emailsTo(fresh)).toMatchObject([{ template: "account-exists" }]);
});

test("limits the number of invitations a day per organisation and per person [M7]", async ({
  as,
  otherOrganisation,
}) => {
  configure({ INVITATIONS_PER_DAY: 3 });
  const invite = (client: RestClient) =>
    client.post("/api/user/invite-user/", { email: uniqueEmail(), role: "viewer" });
  for (const client of [as("owner"), as("admin"), as("owner")]) expect((await invite(client)).status).toBe(201);
  const refused = await invite(as("admin"));
  expect(refused).toFail(429, "rate_limited", { limit: 3, window_seconds: 86_400 });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
  expect((await invite(otherOrganisation().as("owner"))).status).toBe(201);
});

test("an invitation's subject contains none of the sender's text [M7]", async () => {
  const { renderEmail } = await import("@/emails");
  const data = {
    inviter: "PayPal Security",
    org: "URGENT: verify at evil.example",
    url: "https://a.example/",
    role: "viewer",
  };
  const { subject } = await renderEmail("org-invite", data, { homeUrl: "https://curbcut.example" });
  expect(subject).toBe("You’re invited to join an organisation");
});

test("an email address gets at most twenty emails a day from anonymous callers and twenty from accounts, but any number from callers with the API key [M7]", async ({
  visitor,
  as,
}) => {
  const email = uniqueEmail();
  await use({ ...perDay, name: `${perDay.name}:stranger` }, email);
  expect(await visitor.post("/api/v1/report", report(email))).toFail(429, "rate_limited", {
    policy: "recipient-day",
    limit: 20,
    window_seconds: 86_400,
  });
  expect((await as("owner").post("/api/v1/report", report(email))).status).toBe(202);
  await use({ ...perDay, name: `${perDay.name}:user` }, email);
  const refused = await as("owner").post("/api/v1/report", report(email));
  expect(refused).toFail(429, "rate_limited", { policy: "recipient-day", limit: 20 });
  const key = { authorization: `Bearer ${serviceKey()}` };
  expect((await visitor.post("/api/v1/report", report(email), key)).status).toBe(202);
});

test("an anonymous caller can send up to a hundred messages a day across all endpoints [M7]", async ({ rest }) => {
  const ip = uniqueAddress();
  await use(perSender, ip);
  const visitor = createRestClient(rest, async () => ({ "x-client-ip": ip }));
  const details = { policy: "sender-day", limit: 100, window_seconds: 86_400 };
  expect(await visitor.post("/api/v1/report", report(uniqueEmail()))).toFail(429, "rate_limited", details);
  const lead = { url: "https://shop.example/", email: uniqueEmail() };
  expect(await visitor.post("/api/v1/chat/test", lead)).toFail(429, "rate_limited", details);
});

test("settings can disable anonymous calls without affecting calls with the API key or a session [M7]", async ({
  visitor,
  as,
}) => {
  configure({ ANONYMOUS_REPORTS: false, ANONYMOUS_CHAT_TEST: false });
  const lead = () => ({ url: "https://shop.example/", email: uniqueEmail() });
  expect(await visitor.post("/api/v1/report", report(uniqueEmail()))).toFail(401, "not_authenticated");
  expect(await visitor.post("/api/v1/chat/test", lead())).toFail(401, "not_authenticated");
  const key = { authorization: `Bearer ${serviceKey()}` };
  expect((await visitor.post("/api/v1/report", report(uniqueEmail()), key)).status).toBe(202);
  expect((await visitor.post("/api/v1/chat/test", lead(), key)).status).toBe(200);
  expect((await as("owner").post("/api/v1/report", report(uniqueEmail()))).status).toBe(202);
});

test("settings can disable sign-up for everyone, or for anyone without an invitation [M7]", async ({
  visitor,
  as,
  db,
}) => {
  const applicant = (email: string) => ({ email, password: goodPassword, name: "Ada" });
  const inviteAndRead = async (email: string): Promise<string> => {
    await as("owner").post("/api/user/invite-user/", { email, role: "viewer" });
    const [message] = await emailsTo(email);
    return new URL(message?.data.url).searchParams.get("token") ?? "";
  };
  const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()] as const;
  const [first, second] = [await inviteAndRead(emails[0]), await inviteAndRead(emails[1])];
  configure({ SIGN_UP: "invited" });
  expect(await visitor.post("/api/user/", applicant(emails[2]))).toFail(403, "forbidden");
  const invited = await visitor.post("/api/user/", { ...applicant(emails[0]), invitation_token: first });
  expect(invited.status).toBe(201);
  configure({ SIGN_UP: "closed" });
  const accept = { token: second, name: "Ada", password: goodPassword };
  expect(await visitor.post("/api/user/accept-invite/", accept)).toFail(403, "forbidden");
  expect(await db.user.count({ where: { email: { in: [emails[1], emails[2]] } } })).toBe(0);
});
