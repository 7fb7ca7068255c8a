import { goodPassword, makeAccount } from "../support/accounts";
import { expect, test } from "../support/api";
import { Browser } from "../support/browser";
import { mailsTo } from "../support/mailbox";

const path = "/api/auth/login";
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

const from = (ip: string, agent: string) => ({ "x-client-ip": ip, "user-agent": agent });

const signInMails = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template === "new-sign-in").map(({ data }) => data);

test("the first sign-in ever, and the next from there, are told nobody", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const body = { email, password: goodPassword };
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  // A newer version of the browser, at another address of the network.
  await visitor.post(path, body, from("203.0.113.77", firefox(144)));
  expect(await signInMails(email)).toEqual([]);
});

test("another browser, and another network, are told by mail, once each", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  const body = { email, password: goodPassword };
  await visitor.post(path, body, from("203.0.113.5", firefox(143)));
  for (let n = 0; n < 2; n++) {
    await visitor.post(path, body, from("203.0.113.5", "curl/8.5.0"));
    await visitor.post(path, body, from("198.51.100.9", firefox(143)));
  }
  expect(await signInMails(email)).toEqual([
    { when: expect.any(String), ip: "203.0.113.5", agent: "curl" },
    { when: expect.any(String), ip: "198.51.100.9", agent: "Firefox on Linux" },
  ]);
});

test("a wrong password is no sign-in", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  await visitor.post(path, { email, password: goodPassword }, from("203.0.113.5", firefox(143)));
  await visitor.post(path, { email, password: "not the password" }, from("198.51.100.9", "curl/8.5.0"));
  expect(await signInMails(email)).toEqual([]);
});

test("a sign-in by the browser's form counts the same", async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "member", password: goodPassword });
  await visitor.post(path, { email, password: goodPassword }, from("203.0.113.5", firefox(143)));
  const browser = new Browser();
  await browser.signIn(email, goodPassword);
  expect(await signInMails(email)).toMatchObject([{ ip: browser.ip }]);
});
