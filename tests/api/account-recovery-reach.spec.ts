import { digestPasswordHash } from "@/server/domains/identity/auth/proof";
import { openSession } from "@/server/domains/identity/sign-in/open-session";
import { storeReport } from "@/server/domains/reports/render-report";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { type Account, goodPassword, makeAccount, makeOrganisation, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import {
  accept,
  get,
  intrusion,
  invitationOf,
  login,
  newPassword,
  resetPath,
  resetToken,
  securePath,
  securingToken,
  sessionOf,
  tokenIn,
} from "../support/intrusion";
import { emailsTo, lastEmailTo } from "../support/mailbox";
import { uniqueAddress } from "../support/rest-client";

const reset = async (visitor: RestClient, { email }: Account, keep: string[] = []) =>
  visitor.post(resetPath, { token: await resetToken(email), password: newPassword, keep });

/** Accepts an invitation and signs in. */
const join = async (visitor: RestClient, headers: Record<string, string>) => {
  const email = uniqueEmail();
  await accept(visitor, await invitationOf(visitor, headers, email));
  const { data } = await login(visitor, email, "the intruder chose this");
  return { email, headers: { authorization: `Bearer ${data.access_token}` } };
};

test("a reset removes the members that the intruder invited, directly or through other members [M3] @long", async ({
  visitor,
  db,
}) => {
  const { owner, org_id, headers } = await intrusion(visitor);
  const first = await join(visitor, headers);
  const second = await join(visitor, first.headers);
  const third = await join(visitor, second.headers);
  const { added } = (await get(visitor, resetPath, await resetToken(owner.email))).data;
  const members = added.filter(({ kind }: { kind: string }) => kind === "member");
  expect(members.map(({ label }: { label: string }) => label.split(",")[0]).toSorted()).toEqual(
    [first.email, second.email, third.email].toSorted(),
  );
  const { id } = members.find(({ label }: { label: string }) => label.startsWith(second.email));
  await db.accountToken.updateMany({ where: { user_id: owner.id }, data: { created_at: new Date(0) } });
  expect((await reset(visitor, owner, [id])).status).toBe(200);
  const left = await db.membership.findMany({ where: { org_id }, include: { user: true } });
  expect(left.map(({ user }) => user.email).toSorted()).toEqual([owner.email, second.email].toSorted());
});

test("a reset keeps members that a removed member added before the intrusion or added to another organisation [M3] @long", async ({
  visitor,
  db,
}) => {
  const { owner, org_id, headers } = await intrusion(visitor);
  const member = await join(visitor, headers);
  const elsewhere = await makeOrganisation("Elsewhere");
  const { id: friend } = await makeAccount({ org_id: elsewhere, role: "viewer" });
  const { id: colleague } = await makeAccount({ org_id, role: "viewer" });
  const made = { created_by_session: await sessionOf(member.headers) };
  await db.membership.updateMany({ where: { user_id: friend }, data: made });
  await db.membership.updateMany({
    where: { user_id: colleague },
    data: { ...made, created_at: new Date(Date.now() - 60_000) },
  });
  await reset(visitor, owner);
  expect(await db.membership.count({ where: { user_id: { in: [friend, colleague] } } })).toBe(2);
  expect(await db.membership.count({ where: { org_id } })).toBe(2);
});

for (const [what, change] of [
  ["has been disabled", { disabled_at: new Date() }],
  ["now has a lower role", { role: "viewer" }],
] as const)
  test(`a reset changes nothing in an organisation where the user ${what} [M3]`, async ({ visitor, db }) => {
    const { owner: leaver, org_id, headers } = await intrusion(visitor);
    await makeAccount({ org_id, role: "owner" });
    await join(visitor, headers);
    await invitationOf(visitor, headers, uniqueEmail());
    const created_by_session = await sessionOf(headers);
    const hook = { url: "https://hooks.example.org/", secret: "x", events: ["scan.completed"], created_by_session };
    await db.webhookEndpoint.create({ data: { ...hook, id: crypto.randomUUID(), org_id } });
    await db.membership.updateMany({ where: { user_id: leaver.id }, data: change });
    const token = await resetToken(leaver.email);
    expect((await get(visitor, resetPath, token)).data).toEqual({ added: [] });
    expect((await visitor.post(resetPath, { token, password: newPassword })).status).toBe(200);
    expect(await db.membership.count({ where: { org_id } })).toBe(3);
    expect(await db.invitation.count({ where: { org_id, status: "pending" } })).toBe(1);
    expect(await db.webhookEndpoint.count({ where: { org_id } })).toBe(1);
  });

test("resetting an admin's password doesn't remove any owners [M3]", async ({ visitor, db }) => {
  const { owner: admin, org_id, headers } = await intrusion(visitor);
  const { email } = await join(visitor, headers);
  await makeAccount({ org_id, role: "owner" });
  await db.membership.updateMany({ where: { user_id: admin.id }, data: { role: "admin" } });
  await reset(visitor, admin);
  expect(await db.membership.count({ where: { org_id, user: { email } } })).toBe(1);
});

test("a reset lists webhooks whose URL or secret was changed recently [M3]", async ({ as, visitor, db, org_id }) => {
  const owner = as("owner");
  const account = await db.user.findFirstOrThrow({ where: { sessions: { some: { id: await sessionIdOf(owner) } } } });
  await db.user.update({ where: { id: account.id }, data: { email_verified_at: new Date() } });
  const longAgo = new Date(Date.now() - 30 * 86_400_000);
  const ids: string[] = [];
  for (const name of ["moved", "rotated", "described"]) {
    const url = `https://93.184.215.14/${name}`;
    const { data } = await owner.post("/api/webhooks/", { url, events: ["scan.completed"] });
    await db.webhookEndpoint.update({
      where: { id: data.id },
      data: { created_at: longAgo, created_by_session: null },
    });
    ids.push(data.id);
  }
  const [moved, rotated, described] = ids;
  await owner.patch(`/api/webhooks/${moved}/`, { url: "https://93.184.215.14/elsewhere" });
  await owner.post(`/api/webhooks/${rotated}/rotate-secret/`, {});
  await owner.patch(`/api/webhooks/${described}/`, { description: "Ours", url: "https://93.184.215.14/described" });
  const { added } = (await get(visitor, resetPath, await resetToken(account.email))).data;
  expect(added.map(({ label }: { label: string }) => label).toSorted()).toEqual([
    "https://93.184.215.14/elsewhere",
    "https://93.184.215.14/rotated",
  ]);
  expect(await db.webhookEndpoint.count({ where: { org_id } })).toBe(3);
});

const sessionIdOf = async (client: { session(): Promise<{ session_id: string }> }): Promise<string> =>
  (await client.session()).session_id;

test("keeps a removed report's file if another report of the same audit uses it, or if a new report is stored under the same id [M3]", async ({
  visitor,
  db,
}) => {
  const { owner, org_id, headers } = await intrusion(visitor);
  const created_by_session = await sessionOf(headers);
  const job = (audit_id: string, email: string) => ({
    ...{ id: crypto.randomUUID(), audit_id, org_id, variant: "full" as const, email, url: "https://example.org/" },
    created_by_session,
  });
  const [shared, alone] = [`audit-${crypto.randomUUID()}`, `audit-${crypto.randomUUID()}`];
  const kept = job(shared, "client@example.org");
  await db.reportJob.createMany({
    data: [kept, job(shared, "mallory@example.org"), job(alone, "mallory@example.org")],
  });
  await reset(visitor, owner, [`report:${kept.id}`]);
  const listScheduled = () =>
    db.objectToDelete.findMany({ where: { key: { in: [shared, alone] } }, select: { key: true } });
  expect(await listScheduled()).toEqual([{ key: alone }]);
  expect(await db.reportJob.count({ where: { audit_id: shared } })).toBe(1);
  await storeReport([alone], {
    variant: "full",
    format: "json",
    url: "https://example.org/",
    data: async () => ({}) as never,
  });
  expect(await listScheduled()).toEqual([]);
});

const clientOf = (visitor: RestClient) =>
  ({ ip: "192.0.2.7", headers: new Headers({ "user-agent": "tests" }), id: "a call", visitor }) as never;

test("a sign-in that began before a reset can't create a session after it [M3]", async ({ visitor, db, org_id }) => {
  const account = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const { password_hash } = await db.user.findUniqueOrThrow({ where: { id: account.id } });
  const open = (proof: Parameters<typeof openSession>[2]) =>
    inUnscopedTransaction((system) => openSession({ ...system, call: clientOf(visitor) }, account.id, proof));
  const password = { method: "password", password_digest: digestPasswordHash(password_hash ?? "") } as const;
  const identity = { provider: "google", subject: account.id, email: account.email, user_id: account.id };
  await db.linkedIdentity.create({ data: identity });
  const google = { method: "google", subject: account.id } as const;
  for (const proof of [password, google]) await open(proof);
  expect((await reset(visitor, account)).status).toBe(200);
  await db.linkedIdentity.deleteMany({ where: { user_id: account.id } });
  for (const proof of [password, google])
    await expect(open(proof)).rejects.toMatchObject({ code: "invalid_credentials" });
  expect(await db.session.count({ where: { user_id: account.id, ended_at: null } })).toBe(0);
});

test("the “this wasn’t me” link restores an unlinked provider, unless the provider had been linked only recently [M4]", async ({
  visitor,
  db,
}) => {
  const day = 86_400_000;
  for (const [age, count] of [
    [30 * day, 1],
    [day, 0],
  ] as const) {
    const { owner, headers } = await intrusion(visitor);
    const created_at = new Date(Date.now() - age);
    const identity = { provider: "google", subject: owner.id, email: uniqueEmail(), user_id: owner.id };
    await db.linkedIdentity.create({ data: { ...identity, created_at } });
    await visitor.delete(`/api/user/me/identities/google/${owner.id}/`, headers);
    const token = await securingToken(owner.email, "identity-removed");
    expect((await get(visitor, securePath, token)).data).toMatchObject({ relinks: count === 1 });
    const { data } = await visitor.post(securePath, { token });
    expect(await db.linkedIdentity.findMany({ where: { user_id: owner.id } })).toMatchObject(
      count === 1 ? [{ ...identity, created_at }] : [],
    );
    expect((await get(visitor, resetPath, data.reset_token)).data).toEqual({ added: [] });
  }
});

test("a reset rejects a password that contains the organisation's name", async ({ visitor }) => {
  const org_id = await makeOrganisation("Kingfisher Boatyard");
  const { email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const token = await resetToken(email);
  const reply = await visitor.post(resetPath, { token, password: "Kingfisher Boatyard 2026" });
  expect(reply).toFail(400, "invalid_input");
  expect((await visitor.post(resetPath, { token, password: newPassword })).status).toBe(200);
});

test("a new email address belongs to the first account that verifies it, even if someone else signed up with it earlier", async ({
  visitor,
  db,
}) => {
  const { owner, headers } = await intrusion(visitor);
  const email = uniqueEmail();
  await visitor.post("/api/user/", { email, password: "the intruder chose this", name: "Mallory" });
  await db.emailMessage.deleteMany({ where: { to: email } });
  await visitor.post("/api/user/me/email/", { email, password: goodPassword }, headers);
  const token = tokenIn((await lastEmailTo(email, "email-change-confirm")).data.url);
  expect((await visitor.post("/api/user/confirm-email/", { token }, headers)).status).toBe(200);
  expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ id: owner.id });
});

test("signing up twice sets two cookies and counts towards the email address's limit, whether or not the address has an account @long", async ({
  visitor,
  org_id,
}) => {
  const known = await makeAccount({ org_id, role: "owner" });
  for (const email of [known.email, uniqueEmail()]) {
    const replies = [];
    for (let n = 0; n < 2; n += 1)
      replies.push(await visitor.post("/api/user/", { email, password: newPassword, name: "Ada" }));
    const [first, second] = replies.map(({ headers }) => headers.getSetCookie()[0]);
    expect(first).not.toBe(second);
    const lengths = [first, second].map((line) => line?.length);
    expect(lengths[0]).toBe(lengths[1]);
    for (let n = 2; n < 5; n += 1) await visitor.post("/api/user/", { email, password: newPassword, name: "Ada" });
    const { headers } = await intrusion(visitor);
    const change = await visitor.post("/api/user/me/email/", { email, password: goodPassword }, headers);
    expect(change).toFail(429, "rate_limited");
  }
});

test("sends the owner at most one email a day about wrong passwords in a signed-in session, with a link to secure the account [M2]", async ({
  visitor,
  db,
}) => {
  const { owner, headers } = await intrusion(visitor);
  const guess = () =>
    visitor.post(
      "/api/user/me/password/",
      { current_password: "wrong", password: newPassword },
      { ...headers, "x-client-ip": uniqueAddress() },
    );
  const emails = async () =>
    (await emailsTo(owner.email)).filter(({ template }) => template === "failed-confirmations");
  for (let n = 0; n < 10; n += 1) expect((await guess()).status).toBe(401);
  expect(await emails()).toMatchObject([
    { data: { count: 10, url: expect.stringContaining("/secure-account?token=") } },
  ]);
  const goOn = () => db.guessCount.updateMany({ data: { retry_at: new Date(Date.now() - 1_000) } });
  await goOn();
  expect((await guess()).status).toBe(401);
  expect(await emails()).toHaveLength(1);
  const dayAgo = new Date(Date.now() - 25 * 60 * 60_000);
  await db.emailMessage.updateMany({
    where: { to: owner.email, template: "failed-confirmations" },
    data: { created_at: dayAgo },
  });
  await goOn();
  expect((await guess()).status).toBe(401);
  expect(await emails()).toHaveLength(2);
  const { data } = await visitor.post(securePath, { token: await securingToken(owner.email, "failed-confirmations") });
  expect(data.email).toBe(owner.email);
  expect(await visitor.get("/api/user/me/", headers)).toFail(401, "token_expired");
});
