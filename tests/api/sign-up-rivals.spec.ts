import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { goodPassword, uniqueEmail } from "../support/accounts";
import { expect, type Reply, type RestClient, test } from "../support/api";
import { longUnless } from "../support/long";
import { emailsTo } from "../support/mailbox";
import { sendPasswordReset } from "../support/password-reset";

const [otpPath, linkPath] = ["/api/user/verify-email-otp/", "/api/user/verify-email-link/"];
const people = {
  victim: { name: "Victim", password: goodPassword },
  attacker: { name: "Attacker", password: "the attacker chose this" },
} as const;
type Person = keyof typeof people;

/** Returns the headers that a browser with these cookies sends with a request from one of our pages. */
const browser = (cookie = "") => ({ cookie, "sec-fetch-site": "same-origin", origin: "http://localhost:8000" });

const cookieOf = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

interface SignedUp {
  cookie: string;
  otp: string;
  token: string;
}

/** Signs up as if a minute had passed since the previous email, and returns the contents of the new email. */
const signUp = async (visitor: RestClient, email: string, person: Person): Promise<SignedUp> => {
  const { prisma } = await getDatabase();
  const aMinuteAgo = new Date(Date.now() - 61_000);
  await prisma.emailVerification.updateMany({ where: { user: { email } }, data: { created_at: aMinuteAgo } });
  const reply = await visitor.post("/api/user/", { email, ...people[person] });
  expect(reply.status).toBe(201);
  const data = (await emailsTo(email)).at(-1)?.data;
  return { cookie: cookieOf(reply), otp: data.otp, token: new URL(data.url).searchParams.get("token") ?? "" };
};

const signsIn = async (visitor: RestClient, email: string, password: string): Promise<number> =>
  (await visitor.post("/api/auth/login", { email, password })).status;

const expectOwner = async (visitor: RestClient, email: string, owner: Person): Promise<void> => {
  for (const [person, { password }] of Object.entries(people))
    expect(await signsIn(visitor, email, password), person).toBe(person === owner ? 200 : 401);
  const { data } = await visitor.post("/api/auth/login", { email, password: people[owner].password });
  const { name } = people[owner];
  expect(data.user).toMatchObject({ name, organisation: { name: `${name}’s organisation` } });
};

const orders: readonly (readonly [Person, Person])[] = [
  ["victim", "attacker"],
  ["attacker", "victim"],
];

for (const order of orders) {
  const title = `${order[0]} signs up first`;
  const both = async (visitor: RestClient) => {
    const email = uniqueEmail();
    const made: Partial<Record<Person, SignedUp>> = {};
    for (const person of order) made[person] = await signUp(visitor, email, person);
    const { victim, attacker } = made as Record<Person, SignedUp>;
    return { email, victim, attacker };
  };

  for (const way of ["link", "code"] as const) {
    const confirm = (visitor: RestClient, email: string, { otp, token }: SignedUp, more: object, headers: object) =>
      way === "link"
        ? visitor.post(linkPath, { token, ...more }, { ...headers })
        : visitor.post(otpPath, { email, otp, ...more }, { ...headers });

    test(`${title}: the victim's own ${way} works in the victim's browser and sets only the victim's password [M3]${longUnless(way === "link")}`, async ({
      visitor,
    }) => {
      const { email, victim, attacker } = await both(visitor);
      expect((await confirm(visitor, email, victim, {}, browser(victim.cookie))).status).toBe(200);
      await expectOwner(visitor, email, "victim");
      expect(await confirm(visitor, email, attacker, {}, browser(attacker.cookie))).toFail(410, "expired");
      await expectOwner(visitor, email, "victim");
    });

    test(`${title}: the attacker's ${way} works in the victim's browser only with a new password [M3]${longUnless(way === "link")}`, async ({
      visitor,
    }) => {
      const { email, victim, attacker } = await both(visitor);
      for (const cookie of [victim.cookie, "", "curbcut.sign-up=forged.forged"]) {
        const refused = await confirm(visitor, email, attacker, {}, browser(cookie));
        expect(refused).toFail(400, "invalid_input", [{ path: "password" }]);
      }
      for (const { password } of Object.values(people)) expect(await signsIn(visitor, email, password)).not.toBe(200);
      const chosen = { name: "Victim", password: people.victim.password };
      expect((await confirm(visitor, email, attacker, chosen, browser())).status).toBe(200);
      await expectOwner(visitor, email, "victim");
    });

    test(`${title}: a caller without cookies can confirm the first sign-up with its ${way}, but a later one only with a password [M3]${longUnless(way === "link")}`, async ({
      visitor,
    }) => {
      const { email, ...made } = await both(visitor);
      const [first, later] = order;
      expect(await confirm(visitor, email, made[later], {}, {})).toFail(400, "invalid_input", [{ path: "password" }]);
      expect((await confirm(visitor, email, made[first], {}, {})).status).toBe(200);
      await expectOwner(visitor, email, first);
      const again = await both(visitor);
      const { password, name } = people[later];
      expect((await confirm(visitor, again.email, again[later], { password, name }, {})).status).toBe(200);
      await expectOwner(visitor, again.email, later);
    });
  }

  test(`${title}: a newly requested email confirms the sign-up of the browser that requested it [M3]`, async ({
    visitor,
    db,
  }) => {
    const { email, victim } = await both(visitor);
    await db.emailVerification.updateMany({
      where: { user: { email } },
      data: { created_at: new Date(Date.now() - 61_000) },
    });
    await visitor.post("/api/user/verify-email/", { email }, browser(victim.cookie));
    const { otp } = (await emailsTo(email)).at(-1)?.data ?? {};
    expect((await visitor.post(otpPath, { email, otp }, browser(victim.cookie))).status).toBe(200);
    await expectOwner(visitor, email, "victim");
  });
}

test("confirming a sign-up in another browser requires a new password, even if no one else has signed up with the email address [M3]", async ({
  visitor,
}) => {
  const email = uniqueEmail();
  const { token } = await signUp(visitor, email, "attacker");
  expect(await visitor.post(linkPath, { token }, browser())).toFail(400, "invalid_input", [{ path: "password" }]);
  const common = await visitor.post(linkPath, { token, password: "password1234" }, browser());
  expect(common).toFail(400, "invalid_input", [{ path: "password" }]);
  expect((await visitor.post(linkPath, { token, password: goodPassword }, browser())).status).toBe(200);
  expect(await signsIn(visitor, email, people.attacker.password)).toBe(401);
  expect(await signsIn(visitor, email, goodPassword)).toBe(200);
});

test("a correct code without the required password doesn't count as a wrong code [M3] @long", async ({ visitor }) => {
  const email = uniqueEmail();
  const { otp } = await signUp(visitor, email, "attacker");
  for (let tries = 0; tries < 6; tries += 1)
    expect(await visitor.post(otpPath, { email, otp }, browser())).toFail(400, "invalid_input");
  expect((await visitor.post(otpPath, { email, otp, password: goodPassword }, browser())).status).toBe(200);
});

test("the cookie has the same form whether or not the email address has an account [M3]", async ({ visitor, as }) => {
  const { email } = await as("owner").account();
  const shapes = [];
  for (const address of [email, uniqueEmail()]) {
    const reply = await visitor.post("/api/user/", { email: address, ...people.victim });
    const [line = ""] = reply.headers.getSetCookie();
    shapes.push(line.replace(/=[\w.-]+/, "=*"));
  }
  expect(shapes[0]).toBe("curbcut.sign-up=*; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax");
  expect(shapes[1]).toBe(shapes[0]);
});

test("does not apply a pending password to the account before verification [M3]", async ({ visitor, db }) => {
  const email = uniqueEmail();
  await signUp(visitor, email, "victim");
  await signUp(visitor, email, "attacker");
  const user = await db.user.findUniqueOrThrow({ where: { email }, include: { sign_ups: true } });
  expect(user.password_hash).toBeNull();
  expect(user.sign_ups).toHaveLength(2);
  expect(await visitor.post("/api/auth/login", { email, password: people.attacker.password })).toFail(
    403,
    "email_not_verified",
  );
});

test("a password reset cancels every pending sign-up [M3]", async ({ visitor, db }) => {
  const email = uniqueEmail();
  const attacker = await signUp(visitor, email, "attacker");
  await sendPasswordReset(email);
  const token = new URL((await emailsTo(email)).at(-1)?.data.url).searchParams.get("token");
  await visitor.post("/api/auth/reset-password", { token, password: goodPassword });
  expect(await visitor.post(linkPath, { token: attacker.token })).toFail(410, "expired");
  expect(await signsIn(visitor, email, people.attacker.password)).toBe(401);
  expect(await signsIn(visitor, email, goodPassword)).toBe(200);
  expect(await db.signUp.count({ where: { user: { email }, password_hash: { not: null } } })).toBe(0);
});

test("earlier sign-ups can still be confirmed after the daily email limit is reached [M3]", async ({ visitor, db }) => {
  const email = uniqueEmail();
  const victim = await signUp(visitor, email, "victim");
  const [sent] = await db.emailVerification.findMany({ where: { user: { email } } });
  if (!sent) throw new Error("No verification was stored");
  const others = Array.from({ length: 9 }, (_, at) => ({ ...sent, id: newId(), token_hash: `${email} ${at}` }));
  await db.emailVerification.createMany({ data: others });
  const reply = await visitor.post("/api/user/", { email, ...people.attacker });
  expect(reply.status).toBe(201);
  expect((await visitor.post(linkPath, { token: victim.token }, browser(victim.cookie))).status).toBe(200);
  await expectOwner(visitor, email, "victim");
});
