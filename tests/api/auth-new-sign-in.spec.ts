import { goodPassword, makeAccount } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";
import { emailsTo, lastEmailTo } from "../support/mailbox";

const path = "/api/auth/login";
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

const from = (ip: string, agent: string) => ({ "x-client-ip": ip, "user-agent": agent });

const securingUrl = expect.stringMatching(/^http:\/\/localhost:8000\/secure-account\?token=/);

const listSignInEmails = async (email: string) =>
  (await emailsTo(email)).filter(({ template }) => template === "new-sign-in").map(({ data }) => data);

test("sends no email for the first sign-in or for later ones from the same browser and network", async ({
  visitor,
  org_id,
}) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const body = { email, password: goodPassword };
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  // A newer version of the same browser, from another IP address on the same network.
  await visitor.post(path, body, from("203.0.113.77", firefox(144)));
  expect(await listSignInEmails(email)).toEqual([]);
});

test("sends one email for a new browser and one for a new network", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const body = { email, password: goodPassword };
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  for (let n = 0; n < 2; n++) {
    await visitor.post(path, body, from("203.0.113.5", "curl/8.5.0"));
    await visitor.post(path, body, from("198.51.100.9", firefox(143)));
  }
  expect(await listSignInEmails(email)).toEqual([
    { when: expect.any(String), url: securingUrl, ip: "203.0.113.5", agent: "curl" },
    { when: expect.any(String), url: securingUrl, ip: "198.51.100.9", agent: "Firefox on Linux" },
  ]);
});

test("a wrong password does not count as a sign-in", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  await visitor.post(path, { email, password: goodPassword }, from("203.0.113.5", firefox(143)));
  await visitor.post(path, { email, password: "not the password" }, from("198.51.100.9", "curl/8.5.0"));
  expect(await listSignInEmails(email)).toEqual([]);
});

test("treats a sign-in through the form the same as one through the API", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  await visitor.post(path, { email, password: goodPassword }, from("203.0.113.5", firefox(143)));
  const browser = new Browser();
  await browser.signIn(email, goodPassword);
  expect(await listSignInEmails(email)).toMatchObject([{ ip: browser.ip }]);
});

test("“This wasn’t me” in the email revokes the session and invalidates the password [M4]", async ({
  visitor,
  org_id,
}) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const body = { email, password: goodPassword };
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  const { data: intruder } = await visitor.post(path, body, from("198.51.100.9", "curl/8.5.0"));
  const token = new URL((await lastEmailTo(email, "new-sign-in")).data.url).searchParams.get("token") ?? "";
  const shown = await visitor.get(`/api/auth/secure-account?${new URLSearchParams({ token })}`);
  expect(shown.data).toMatchObject({ change: "new_sign_in", provider: null, email });
  const secured = await visitor.post("/api/auth/secure-account", { token });
  expect(secured.data).toEqual({ email, reset_token: expect.any(String) });
  const headers = { authorization: `Bearer ${intruder.access_token}` };
  expect((await visitor.get("/api/user/me/", headers)).status).toBe(401);
  expect(await visitor.post(path, body)).toFail(401, "invalid_credentials");
});
