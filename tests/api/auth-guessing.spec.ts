import { issueAccountToken } from "@/server/domains/identity/auth/account-token";
import { freeGuesses } from "@/server/endpoint/guess-counts";
import { goodPassword, makeAccount, signIn, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { Browser } from "../support/browser";
import { configure } from "../support/configure";
import { emailsTo } from "../support/mailbox";
import { purgeOldRows } from "../support/purge";
import { uniqueAddress } from "../support/rest-client";
import { readSecurityLines } from "../support/security-lines";

const path = "/api/auth/login";
const wrong = "not the password";

// Other test files must not affect the counters that span all accounts.
test.use({ alone: "guessing" });
test.beforeEach(async ({ db }) => {
  await db.guessCount.deleteMany();
});
test.afterEach(() => configure({ WRONG_GUESSES_PER_MINUTE: 300 }));

const prolongedBy = 600;
// Lengthens every wait, because on a busy machine the first wait, two seconds, could end before the next guess arrives.
// If a guess causes no wait, `retry_at` is within a millisecond of `last_failed_at`, and the trigger leaves it
// unchanged.
test.beforeAll(async ({ db }) => {
  await db.$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION prolong_wait() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.retry_at := NEW.retry_at + interval '${prolongedBy} seconds'; RETURN NEW; END $$`);
  await db.$executeRawUnsafe(`
    CREATE OR REPLACE TRIGGER prolong_wait BEFORE UPDATE ON guess_counts FOR EACH ROW
    WHEN (NEW.retry_at > NEW.last_failed_at + interval '1 second') EXECUTE FUNCTION prolong_wait()`);
});

const guess = (visitor: RestClient, email: string, password = wrong, headers: Record<string, string> = {}) =>
  visitor.post(path, { email, password }, { "x-client-ip": uniqueAddress(), ...headers });

const guessOften = async (visitor: RestClient, email: string, times = freeGuesses) => {
  for (let n = 0; n < times; n += 1) expect((await guess(visitor, email)).status).toBe(401);
};

/** Returns the number of seconds that callers have to wait after the last wrong guess. */
const waitOf = ({ retry_at, last_failed_at }: { retry_at: Date; last_failed_at: Date }): number =>
  Math.round((retry_at.getTime() - last_failed_at.getTime()) / 1_000) - prolongedBy;

const cookieOf = (headers: Headers): string => (headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";

const accountOf = (org_id: string) => makeAccount({ org_id, role: "viewer", password: goodPassword });

test("makes callers wait after ten wrong passwords, whatever their IP addresses [M2]", async ({
  visitor,
  org_id,
  db,
}) => {
  const { email } = await accountOf(org_id);
  await guessOften(visitor, email);
  const reply = await guess(visitor, email, goodPassword);
  expect(reply).toFail(429, "rate_limited", { policy: "guesses", limit: 10 });
  const seconds = Number(reply.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(prolongedBy / 2);
  expect(seconds).toBeLessThanOrEqual(prolongedBy + 2);
  const [count] = await db.guessCount.findMany({ orderBy: { failures: "desc" }, take: 1 });
  expect(count && waitOf(count)).toBe(2);
  expect(reply.body?.error?.message).toContain("reset your password by email");
});

test("each further wrong password doubles the wait, up to an hour [M2] @long", async ({ visitor, org_id, db }) => {
  const { email } = await accountOf(org_id);
  await guessOften(visitor, email, 1);
  const { key } = await db.guessCount.findFirstOrThrow({ orderBy: { since: "asc" } });
  for (const [failures, wait] of [
    [9, 2],
    [10, 4],
    [13, 32],
    [19, 2_048],
    [20, 3_600],
    [500, 3_600],
  ] as const) {
    await db.guessCount.update({ where: { key }, data: { failures, retry_at: new Date(0) } });
    expect(await guess(visitor, email)).toFail(401, "invalid_credentials");
    const count = await db.guessCount.findUniqueOrThrow({ where: { key } });
    expect(waitOf(count), `after ${failures + 1}`).toBe(wait);
  }
});

test("counts simultaneous guesses individually [M2]", async ({ visitor, org_id }) => {
  const { email } = await accountOf(org_id);
  const replies = await Promise.all(Array.from({ length: 30 }, () => guess(visitor, email)));
  const tried = replies.filter(({ status }) => status === 401);
  expect(tried).toHaveLength(freeGuesses);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30 - freeGuesses);
});

test("slows down guesses for an email address without an account as much as for one with an account [M2] @long", async ({
  visitor,
  org_id,
}) => {
  const { email } = await accountOf(org_id);
  const answers = [];
  for (const each of [email, uniqueEmail()]) {
    const replies = [];
    for (let n = 0; n < freeGuesses + 1; n += 1) {
      const { status, body } = await guess(visitor, each);
      replies.push([status, body?.error?.code, body?.error?.message.replace(/\d+/, "*")]);
    }
    answers.push(replies);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]?.at(-1)?.[0]).toBe(429);
});

test("an owner with a known browser or IP address can sign in while others have to wait [M2] @long", async ({
  visitor,
  org_id,
}) => {
  const { email } = await accountOf(org_id);
  const home = { "x-client-ip": uniqueAddress() };
  const first = await guess(visitor, email, goodPassword, home);
  const cookie = cookieOf(first.headers);
  await guessOften(visitor, email);
  expect((await guess(visitor, email)).status).toBe(429);
  expect((await guess(visitor, email, goodPassword, { cookie })).status).toBe(200);
  expect((await guess(visitor, email, goodPassword, home)).status).toBe(200);
  expect((await guess(visitor, email, goodPassword)).status).toBe(429);
});

test("a known browser has its own counter, and is slowed down only by its own wrong guesses @long", async ({
  visitor,
  org_id,
}) => {
  const { email } = await accountOf(org_id);
  const cookie = cookieOf((await guess(visitor, email, goodPassword)).headers);
  for (let n = 0; n < freeGuesses; n += 1) expect((await guess(visitor, email, wrong, { cookie })).status).toBe(401);
  expect((await guess(visitor, email, goodPassword, { cookie })).status).toBe(429);
  expect((await guess(visitor, email, goodPassword)).status).toBe(200);
});

test("a forged cookie, or another account's cookie, does not make a browser known @long", async ({
  visitor,
  org_id,
}) => {
  const [mine, theirs] = [await accountOf(org_id), await accountOf(org_id)];
  const cookie = cookieOf((await guess(visitor, mine.email, goodPassword)).headers);
  await guessOften(visitor, theirs.email);
  const [name, value = ""] = cookie.split("=");
  const forged = `${name}=${value.split(".")[0]}.${"A".repeat(22)}`;
  for (const each of [cookie, forged])
    expect((await guess(visitor, theirs.email, wrong, { cookie: each })).status).toBe(429);
});

test("one browser can be a known browser for several accounts @long", async ({ visitor, org_id }) => {
  const [one, other] = [await accountOf(org_id), await accountOf(org_id)];
  const first = cookieOf((await guess(visitor, one.email, goodPassword)).headers);
  const both = cookieOf((await guess(visitor, other.email, goodPassword, { cookie: first })).headers);
  for (const { email } of [one, other]) {
    await guessOften(visitor, email);
    expect((await guess(visitor, email, goodPassword, { cookie: both })).status).toBe(200);
  }
});

test("a browser is a known browser for the last eight accounts that signed in with it @long", async ({
  visitor,
  org_id,
}) => {
  const accounts = [];
  let cookie = "";
  for (let count = 0; count < 9; count += 1) {
    const account = await accountOf(org_id);
    accounts.push(account);
    cookie = cookieOf((await guess(visitor, account.email, goodPassword, cookie ? { cookie } : {})).headers);
  }
  const [forgotten, oldest] = accounts;
  for (const [account, status] of [
    [forgotten, 429],
    [oldest, 200],
  ] as const) {
    const email = account?.email ?? "";
    await guessOften(visitor, email);
    expect((await guess(visitor, email, goodPassword, { cookie })).status).toBe(status);
  }
});

test("an IP address stays known for 90 days after a sign-in @long", async ({ visitor, org_id, db }) => {
  const { id, email } = await accountOf(org_id);
  const home = { "x-client-ip": uniqueAddress() };
  expect((await guess(visitor, email, goodPassword, home)).status).toBe(200);
  await guessOften(visitor, email);
  const signedInDaysAgo = (days: number) =>
    db.session.updateMany({ where: { user_id: id }, data: { created_at: new Date(Date.now() - days * 86_400_000) } });
  await signedInDaysAgo(90.1);
  expect((await guess(visitor, email, goodPassword, home)).status).toBe(429);
  await signedInDaysAgo(89.9);
  expect((await guess(visitor, email, goodPassword, home)).status).toBe(200);
});

test("slows down guesses in the sign-in form too, except in a known browser @long", async ({ visitor, org_id }) => {
  const { email } = await accountOf(org_id);
  const home = new Browser();
  await home.signIn(email, goodPassword);
  expect(home.setCookies.get("curbcut.device")).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  await guessOften(visitor, email);
  const stranger = await new Browser().signIn(email, goodPassword);
  expect(await stranger.json()).toMatchObject({ url: expect.stringContaining("error=rate_limited") });
  const elsewhere = new Browser();
  elsewhere.cookies.set("curbcut.device", home.cookies.get("curbcut.device") ?? "");
  expect((await elsewhere.signIn(email, goodPassword)).status).toBe(200);
});

test("after resetting the password, a user can sign in from the same browser without waiting @long", async ({
  visitor,
  org_id,
  db,
}) => {
  const { id, email } = await accountOf(org_id);
  await guessOften(visitor, email);
  const token = await issueAccountToken(db, { user_id: id, purpose: "reset-password", minutes: 60 });
  const password = "eleven herons by the weir";
  const reset = await visitor.post("/api/auth/reset-password", { token, password });
  expect(reset.status).toBe(200);
  expect((await guess(visitor, email, password, { cookie: cookieOf(reset.headers) })).status).toBe(200);
});

test("resets the count of wrong passwords after a correct password or after a day @long", async ({
  visitor,
  org_id,
  db,
}) => {
  const { email } = await accountOf(org_id);
  await guessOften(visitor, email, freeGuesses - 1);
  expect((await guess(visitor, email, goodPassword)).status).toBe(200);
  await guessOften(visitor, email);
  expect((await guess(visitor, email)).status).toBe(429);
  const dayAgo = new Date(Date.now() - 24 * 60 * 60_000 - 1_000);
  await db.guessCount.updateMany({ data: { last_failed_at: dayAgo, retry_at: dayAgo } });
  await guessOften(visitor, email);
  await db.guessCount.updateMany({ data: { last_failed_at: dayAgo } });
  await purgeOldRows();
  expect(await db.guessCount.count()).toBe(0);
});

test("emails the owner about wrong passwords once a day, and records that guesses were slowed down [M2] @long", async ({
  visitor,
  org_id,
  db,
}) => {
  const { id, email } = await accountOf(org_id);
  const emails = async () => (await emailsTo(email)).filter(({ template }) => template === "failed-sign-ins");
  await guessOften(visitor, email, freeGuesses - 1);
  expect(await emails()).toEqual([]);
  const ip = uniqueAddress();
  await guess(visitor, email, wrong, { "x-client-ip": ip, "user-agent": "curl/8.5.0" });
  const url = expect.stringMatching(/\/forgot-password$/);
  expect(await emails()).toMatchObject([{ data: { count: 10, ip, agent: "curl", url } }]);
  for (let n = 0; n < 5; n += 1) expect((await guess(visitor, email)).status).toBe(429);
  const throttled = await db.securityEvent.count({ where: { user_id: id, outcome: "throttled" } });
  expect(throttled).toBe(3);
  await db.guessCount.updateMany({ data: { failures: 9, retry_at: new Date(0) } });
  await guess(visitor, email);
  expect(await emails()).toHaveLength(1);
});

test("an email about wrong passwords at sign-in doesn't prevent one about wrong passwords in a session @long", async ({
  visitor,
  org_id,
}) => {
  const account = await accountOf(org_id);
  await guessOften(visitor, account.email);
  const { access_token } = await signIn(account);
  const change = { current_password: wrong, password: "eleven herons by the weir" };
  for (let n = 0; n < freeGuesses; n += 1)
    await visitor.post("/api/user/me/password/", change, {
      authorization: `Bearer ${access_token}`,
      "x-client-ip": uniqueAddress(),
    });
  const templates = (await emailsTo(account.email)).map(({ template }) => template);
  expect(templates).toEqual(["failed-sign-ins", "failed-confirmations"]);
});

test("sends no email about wrong passwords to an unverified email address @long", async ({ visitor, org_id }) => {
  const account = { org_id, role: "viewer", password: goodPassword, verified: false } as const;
  const { email } = await makeAccount(account);
  await guessOften(visitor, email);
  expect(await emailsTo(email)).toEqual([]);
});

test("slows down password guesses in one session, but not in the user's other sessions [M2]", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await accountOf(org_id);
  const [here, there] = [await signIn(account), await signIn(account)];
  const change = (token: string, current_password: string) =>
    visitor.post(
      "/api/user/me/password/",
      { current_password, password: "eleven herons by the weir" },
      { authorization: `Bearer ${token}`, "x-client-ip": uniqueAddress() },
    );
  for (let n = 0; n < freeGuesses; n += 1)
    expect(await change(here.access_token, wrong)).toFail(401, "invalid_credentials");
  expect(await change(here.access_token, goodPassword)).toFail(429, "rate_limited", { policy: "guesses" });
  expect((await change(there.access_token, goodPassword)).status).toBe(200);
  const rows = await db.securityEvent.findMany({ where: { user_id: account.id, event: "password_change" } });
  expect(rows.filter(({ outcome }) => outcome === "failed")).toHaveLength(freeGuesses);
  expect(rows.filter(({ outcome }) => outcome === "throttled")).toHaveLength(1);
});

test("slows down guesses of the code sent to an email address, whatever the callers' IP addresses [M2] @long", async ({
  visitor,
  org_id,
}) => {
  const verified = { org_id, role: "viewer", password: goodPassword, verified: false } as const;
  for (const email of [(await makeAccount(verified)).email, uniqueEmail()]) {
    const statuses = [];
    for (let n = 0; n < freeGuesses + 1; n += 1) {
      const headers = { "x-client-ip": uniqueAddress() };
      statuses.push((await visitor.post("/api/user/verify-email-otp/", { email, otp: "000000" }, headers)).status);
    }
    expect(statuses).toEqual([...Array<number>(freeGuesses).fill(400), 429]);
  }
});

test("allows at most sixty wrong tokens a minute from one IP address, counted across all endpoints [M2]", async ({
  visitor,
}) => {
  const token = "x".repeat(43);
  const attempts = [
    () => visitor.get(`/api/auth/link-identity?token=${token}`),
    () => visitor.get(`/api/user/accept-invite/?token=${token}`),
    () => visitor.post("/api/auth/refresh", { refresh_token: token }),
  ];
  for (let n = 0; n < 60; n += 1) expect([400, 401]).toContain((await attempts[n % 3]?.())?.status);
  const refused = [
    ...attempts,
    () => visitor.post("/api/auth/reset-password", { token, password: goodPassword }),
    () => visitor.post("/api/user/verify-email-link/", { token }),
    () => visitor.post("/api/user/confirm-email/", { token }),
  ];
  for (const attempt of refused) expect(await attempt()).toFail(429, "rate_limited", { policy: "tokens", limit: 60 });
  const elsewhere = { "x-client-ip": uniqueAddress() };
  expect((await visitor.post("/api/auth/refresh", { refresh_token: token }, elsewhere)).status).toBe(401);
});

test("allows each IP address five wrong tokens a minute while many IP addresses send wrong tokens", async ({
  visitor,
}) => {
  configure({ WRONG_GUESSES_PER_MINUTE: 30 });
  const open = (ip: string) =>
    visitor.post("/api/user/verify-email-link/", { token: "x".repeat(43) }, { "x-client-ip": ip });
  const [busy, fresh] = [uniqueAddress(), uniqueAddress()];
  for (let n = 0; n < 6; n += 1) expect((await open(busy)).status).toBe(400);
  for (let n = 0; n < 24; n += 1) expect((await open(uniqueAddress())).status).toBe(400);
  const lines = await readSecurityLines(async () =>
    expect(await open(busy)).toFail(429, "rate_limited", { policy: "tokens", limit: 5 }),
  );
  expect(lines).toMatchObject([{ event: "link_check", outcome: "throttled", ip: busy }]);
  for (let n = 0; n < 5; n += 1) expect((await open(fresh)).status).toBe(400);
  expect(await open(fresh)).toFail(429, "rate_limited", { policy: "tokens" });
});

test("counts all /64 networks in an IPv6 /48 together [M2] @long", async ({ visitor }) => {
  const from = (n: number) => ({ "x-client-ip": `2001:db8:77:${n.toString(16)}::/64` });
  for (let n = 0; n < 30; n += 1)
    expect((await guess(visitor, uniqueEmail(), wrong, from(n))).status, `guess ${n}`).toBe(401);
  expect(await guess(visitor, uniqueEmail(), wrong, from(31))).toFail(429, "rate_limited");
  expect((await guess(visitor, uniqueEmail(), wrong, { "x-client-ip": "2001:db8:78:1::/64" })).status).toBe(401);
});

test("too many wrong passwords across all accounts slow down sign-ins from unknown browsers, but not from known ones [M2]", async ({
  visitor,
  org_id,
  db,
}) => {
  const { email } = await accountOf(org_id);
  const cookie = cookieOf((await guess(visitor, email, goodPassword)).headers);
  await guess(visitor, uniqueEmail());
  const all = await db.guessCount.findMany();
  for (const { key } of all) await db.guessCount.update({ where: { key }, data: { failures: 300 } });
  const reply = await guess(visitor, email, goodPassword);
  expect(reply).toFail(429, "rate_limited");
  expect(Number(reply.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await guess(visitor, email, goodPassword, { cookie })).status).toBe(200);
  const minuteAgo = new Date(Date.now() - 61_000);
  await db.guessCount.updateMany({ data: { since: minuteAgo } });
  expect((await guess(visitor, uniqueEmail())).status).toBe(401);
  await db.guessCount.updateMany({ data: { failures: 300 } });
  expect(await guess(visitor, uniqueEmail())).toFail(429, "rate_limited");
});
