import { goodPassword, makeAccount, signIn, uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";
import { configureGoogle, identityOf, signInByIdentity } from "../support/identities";

const path = "/api/user/me/identities/";

test.beforeAll(() => configureGoogle());
test.afterAll(() => configure({ GOOGLE_CLIENT_ID: undefined, GITHUB_ID: undefined }));

const newcomer = async () => {
  const identity = identityOf(uniqueEmail());
  const admitted = await signInByIdentity(identity);
  const id = "user_id" in admitted ? admitted.user_id : "";
  const { access_token } = await signIn({ id, email: identity.email ?? "" });
  return { id, identity, headers: { authorization: `Bearer ${access_token}` } };
};

test("lists the ways to sign in", async ({ visitor }) => {
  const { identity, headers } = await newcomer();
  expect((await visitor.get(path, headers)).data).toEqual({
    password: false,
    identities: [
      {
        provider: "google",
        subject: identity.subject,
        email: identity.email,
        created_at: expect.any(String),
        removable: false,
      },
    ],
  });
});

test("a user with a password can unlink a provider, and can't sign in with it afterwards", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "member", password: goodPassword });
  const headers = { authorization: `Bearer ${(await signIn(account)).access_token}` };
  const { subject, email } = identityOf(account.email);
  const data = { provider: "google", subject, email: email ?? "", user_id: account.id };
  await db.linkedIdentity.create({ data });
  expect((await visitor.get(path, headers)).data).toMatchObject({ password: true, identities: [{ removable: true }] });
  expect((await visitor.delete(`${path}google/${subject}/`, headers)).status).toBe(200);
  expect((await visitor.get(path, headers)).data).toEqual({ password: true, identities: [] });
  const page = await signInByIdentity(identityOf(account.email, { subject }));
  expect(page).toMatchObject({ page: expect.stringContaining("/link-account") });
});

test("returns 409 for a request to unlink the last way to sign in", async ({ visitor, db }) => {
  const { id, identity, headers } = await newcomer();
  const address = `${path}google/${identity.subject}/`;
  expect(await visitor.delete(address, headers)).toFail(409, "conflict");
  const other = { provider: "github", subject: `of-${identity.subject}`, email: "a@example.org", user_id: id };
  await db.linkedIdentity.create({ data: other });
  // Nobody can sign in with GitHub, because it isn't configured.
  expect(await visitor.delete(address, headers)).toFail(409, "conflict");
  configure({ GITHUB_ID: "tests" });
  expect((await visitor.delete(address, headers)).status).toBe(200);
});

test("returns 404 for someone else's identity and for an unknown identity", async ({ visitor }) => {
  const [mine, theirs] = [await newcomer(), await newcomer()];
  for (const subject of [theirs.identity.subject, "nonsense"])
    expect(await visitor.delete(`${path}google/${subject}/`, mine.headers)).toFail(404, "not_found");
});

test("returns 400 for an unknown provider", async ({ visitor }) => {
  const { headers } = await newcomer();
  expect(await visitor.delete(`${path}myspace/1/`, headers)).toFail(400, "invalid_input", [{ path: "provider" }]);
});
