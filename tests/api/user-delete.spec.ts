import { getStore } from "@/server/adapters/store";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { removeEmptyOrganisation, removeNextWebsite, sendFarewell } from "@/server/domains/operations/deletion";
import { goodPassword, makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { emailsTo } from "../support/mailbox";
import { sendPasswordReset } from "../support/password-reset";
import { makeScannedWebsite } from "../support/scanned-website";

const path = "/api/user/me/";

/** Runs the job's steps the given number of times, because a crash can cause them to run again. */
const work = async (event: { user_id: string; email: string; name: string; org_ids: string[] }, times = 1) => {
  for (let n = 0; n < times; n++) {
    for (const org_id of event.org_ids) {
      while (await removeNextWebsite(org_id));
      await removeEmptyOrganisation(org_id);
    }
    await sendFarewell(event);
  }
};

const withPassword = async (org_id: string) => {
  const account = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const session = await signIn(account);
  return { account, session, headers: { authorization: `Bearer ${session.access_token}` } };
};

test("the job doesn't delete an organisation that has since gained a member", async ({ as, org_id, db }) => {
  await as("owner").account();
  const { website_id } = await makeScannedWebsite(org_id);
  const before = await db.auditLog.count({ where: { org_id } });
  expect(await removeNextWebsite(org_id)).toBe(false);
  await removeEmptyOrganisation(org_id);
  expect(await db.website.count({ where: { id: website_id } })).toBe(1);
  expect(await db.organisation.count({ where: { id: org_id } })).toBe(1);
  expect(await db.auditLog.count({ where: { org_id } })).toBe(before);
});

test("returns 202, disables every sign-in method and leaves no account data behind", async ({
  visitor,
  org_id,
  db,
}) => {
  const { account, session, headers } = await withPassword(org_id);
  const { id: user_id, email } = account;
  await db.linkedIdentity.create({ data: { provider: "google", subject: user_id, user_id, email } });
  expect((await visitor.delete(path, headers)).status).toBe(202);
  expect(await visitor.get(path, headers)).toFail(401, "token_expired");
  const { refresh_token } = session;
  expect(await visitor.post("/api/auth/refresh", { refresh_token })).toFail(401, "token_expired");
  const login = await visitor.post("/api/auth/login", { email, password: goodPassword });
  expect(login).toFail(401, "invalid_credentials");
  await sendPasswordReset(email);
  expect(await emailsTo(email)).toEqual([]);
  const where = { where: { user_id } };
  expect(await db.session.count(where)).toBe(0);
  expect(await db.membership.count(where)).toBe(0);
  expect(await db.linkedIdentity.count(where)).toBe(0);
  expect(await db.user.count({ where: { id: user_id } })).toBe(0);
});

test("the job deletes the organisation that only this user belonged to, sends the user an email, and can be repeated safely", async ({
  visitor,
  org_id,
  db,
}) => {
  const { account, headers } = await withPassword(org_id);
  const { result_key: key } = await makeScannedWebsite(org_id);
  await getStore().put(key, Buffer.from("{}"), { contentType: "application/json" });
  expect((await visitor.delete(path, headers)).status).toBe(202);
  const events = await db.outboxEvent.findMany({ where: { name: "account/deleted" } });
  const event = events
    .map(({ data }) => data as never as Parameters<typeof work>[0])
    .find(({ user_id }) => user_id === account.id);
  expect(event).toEqual({ user_id: account.id, email: account.email, name: "Test owner", org_ids: [org_id] });
  if (event) await work(event, 2);
  while (await deleteScheduledObjects());
  expect(await getStore().head(key)).toBeNull();
  expect(await db.website.count({ where: { org_id } })).toBe(0);
  expect(await db.auditLog.count({ where: { org_id } })).toBe(0);
  expect(await db.organisation.count({ where: { id: org_id } })).toBe(0);
  expect((await emailsTo(account.email)).map(({ template }) => template)).toEqual(["account-deleted"]);
});

test("removes the user from an organisation with another owner, and keeps the organisation", async ({
  visitor,
  org_id,
  db,
  as,
}) => {
  await as("owner").account();
  const { account, headers } = await withPassword(org_id);
  expect((await visitor.delete(path, headers)).status).toBe(202);
  expect(await db.organisation.count({ where: { id: org_id } })).toBe(1);
  expect(await db.membership.count({ where: { org_id } })).toBe(1);
  const log = await db.auditLog.findMany({ where: { org_id, actor_id: account.id } });
  expect(log).toMatchObject([{ action: "user.delete" }]);
  expect((await as("owner").get(path)).status).toBe(200);
});

test("returns 409 and names an organisation that would lose its last owner", async ({ visitor, org_id, db, as }) => {
  await as("viewer").account();
  const { account, headers } = await withPassword(org_id);
  const alone = await makeOrganisation("Mine alone");
  await db.membership.create({ data: { org_id: alone, user_id: account.id, role: "owner" } });
  const reply = await visitor.delete(path, headers);
  expect(reply).toFail(409, "conflict", { organisations: [{ id: org_id, name: "Test organisation" }] });
  expect((await visitor.get(path, headers)).status).toBe(200);
  expect(await db.organisation.count({ where: { id: alone } })).toBe(1);
});

test("returns 409 when the only other owner is disabled", async ({ visitor, org_id, db }) => {
  const other = await makeAccount({ org_id, role: "owner" });
  await db.membership.updateMany({ where: { user_id: other.id }, data: { disabled_at: new Date() } });
  const { headers } = await withPassword(org_id);
  expect(await visitor.delete(path, headers)).toFail(409, "conflict");
});

test("returns 409 for one of two owners who delete their accounts at the same time", async ({
  visitor,
  org_id,
  as,
}) => {
  await as("viewer").account();
  const [first, second] = [await withPassword(org_id), await withPassword(org_id)];
  const replies = await Promise.all([visitor.delete(path, first.headers), visitor.delete(path, second.headers)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409]);
});

test("returns 403 for a session without a recent sign-in", async ({ visitor, org_id, db }) => {
  const { account, session, headers } = await withPassword(org_id);
  const created_at = new Date(Date.now() - 11 * 60_000);
  await db.session.update({ where: { id: session.session_id }, data: { created_at } });
  const reply = await visitor.delete(path, headers);
  expect(reply).toFail(403, "forbidden", { reason: "sign_in_again", max_age_seconds: 600 });
  expect(await db.user.count({ where: { id: account.id } })).toBe(1);
});

test("an invitation to an organisation that was deleted with its owner is invalid", async ({ visitor, org_id, db }) => {
  const { headers } = await withPassword(org_id);
  const email = "guest@example.org";
  expect((await visitor.post("/api/user/invite-user/", { email, role: "viewer" }, headers)).status).toBe(201);
  await visitor.delete(path, headers);
  expect(await db.invitation.count({ where: { org_id } })).toBe(0);
});
