import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { identityOf, pendingLinkOf, signInByIdentity } from "../support/identities";
import { emailsTo } from "../support/mailbox";

test("a linked identity still signs in to its account after its email address at the provider changes", async ({
  db,
}) => {
  const identity = identityOf(uniqueEmail());
  const first = await signInByIdentity(identity);
  const moved = await signInByIdentity({ ...identity, email: uniqueEmail() });
  const unproved = await signInByIdentity({ ...identity, email: uniqueEmail(), email_verified: false });
  const without = await signInByIdentity({ ...identity, email: null });
  for (const each of [moved, unproved, without]) expect(each).toEqual(first);
  expect(await db.linkedIdentity.count({ where: { subject: identity.subject } })).toBe(1);
});

test("a linked identity signs in to its own account even if its new email address belongs to another account", async ({
  org_id,
}) => {
  const identity = identityOf(uniqueEmail());
  const first = await signInByIdentity(identity);
  const other = await makeAccount({ org_id, role: "owner" });
  expect(await signInByIdentity({ ...identity, email: other.email })).toEqual(first);
});

test("the same subject at another provider is a different person", async () => {
  const email = uniqueEmail();
  const identity = identityOf(email);
  await signInByIdentity(identity);
  const elsewhere = await signInByIdentity({ ...identity, provider: "github" });
  expect(elsewhere).toMatchObject({ page: expect.stringMatching(/^\/link-account\?token=/) });
});

test("takes over an account that was never verified, and removes its password", async ({ org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", password: goodPassword, verified: false });
  expect(await signInByIdentity(identityOf(email))).toEqual({ user_id: id });
  const user = await db.user.findUniqueOrThrow({ where: { id } });
  expect(user).toMatchObject({ password_hash: null, name: "Ada", email_verified_at: expect.any(Date) });
});

test("creates no account for a missing, invalid or unverified email address", async ({ db }) => {
  const before = await db.user.count();
  for (const identity of [
    identityOf("", { email: null }),
    identityOf("not an address"),
    identityOf(uniqueEmail(), { email_verified: false }),
  ])
    expect(await signInByIdentity(identity)).toEqual({ page: "/sign-in?error=email_unverified" });
  expect(await db.user.count()).toBe(before);
});

test("replaces an unusable name with the part of the email address before the @", async ({ db }) => {
  const email = uniqueEmail();
  await signInByIdentity(identityOf(email, { name: "\u0000\u0007" }));
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  expect(user.name).toBe(email.split("@")[0]);
});

test("shortens a long name without splitting a character", async ({ db }) => {
  const email = uniqueEmail();
  await signInByIdentity(identityOf(email, { name: `${"a".repeat(199)}😀` }));
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  expect(user.name).toBe("a".repeat(199));
});

test("two first sign-ins at the same moment create one account", async ({ db }) => {
  const identity = identityOf(uniqueEmail());
  const outcomes = await Promise.allSettled([signInByIdentity(identity), signInByIdentity(identity)]);
  expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await db.user.count({ where: { email: identity.email ?? "" } })).toBe(1);
  expect(await signInByIdentity(identity)).toHaveProperty("user_id");
});

test("asks for confirmation before it links an account, and sends no email", async ({ org_id, db }) => {
  const { id, email } = await makeAccount({ org_id, role: "owner", password: goodPassword });
  await pendingLinkOf(identityOf(email));
  expect(await db.linkedIdentity.count({ where: { user_id: id } })).toBe(0);
  expect(await emailsTo(email)).toEqual([]);
});
