import { GET as openFile } from "@/app/api/files/[...key]/route";
import { POST as unsubscribeAtOnce } from "@/app/api/v1/unsubscribe/one-click/route";
import { signFileUrl } from "@/server/adapters/store";
import { issueAccountToken } from "@/server/domains/identity/auth/account-token";
import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { emailsTo } from "../support/mailbox";
import { uniqueAddress } from "../support/rest-client";
import { readSecurityLines } from "../support/security-lines";

const from = { "x-client-ip": "198.51.100.66", "user-agent": "curl/8.5.0" };
const unknown = "x".repeat(43);

/** Every endpoint that accepts the token of an emailed link, with the kind of link that the log names. */
const attempts: readonly [string, (visitor: RestClient, token: string) => Promise<unknown>][] = [
  ["verify-email", (visitor, token) => visitor.post("/api/user/verify-email-link/", { token }, from)],
  ["reset-password", (visitor, token) => visitor.get(`/api/auth/reset-password?token=${token}`, from)],
  [
    "reset-password",
    (visitor, token) => visitor.post("/api/auth/reset-password", { token, password: goodPassword }, from),
  ],
  ["invitation", (visitor, token) => visitor.get(`/api/user/accept-invite/?token=${token}`, from)],
  ["invitation", (visitor, token) => visitor.post("/api/user/accept-invite/", { token }, from)],
  [
    "invitation",
    (visitor, invitation_token) => {
      const applicant = { email: uniqueEmail(), password: goodPassword, name: "Eve" };
      return visitor.post("/api/user/", { ...applicant, invitation_token }, from);
    },
  ],
  ["secure-account", (visitor, token) => visitor.get(`/api/auth/secure-account?token=${token}`, from)],
  ["secure-account", (visitor, token) => visitor.post("/api/auth/secure-account", { token, keep: [] }, from)],
  ["change-email", (visitor, token) => visitor.post("/api/user/confirm-email/", { token }, from)],
  ["link-identity", (visitor, token) => visitor.get(`/api/auth/link-identity?token=${token}`, from)],
  ["link-identity", (visitor, token) => visitor.post("/api/auth/link-identity", { token }, from)],
  ["unsubscribe", (visitor, token) => visitor.get(`/api/v1/unsubscribe?token=${token}`, from)],
  ["unsubscribe", (visitor, token) => visitor.post("/api/v1/unsubscribe", { token }, from)],
];

test("logs each use of an unknown link token with the kind of link, the IP address and the outcome, but without the token", async ({
  visitor,
}) => {
  for (const [kind, attempt] of attempts) {
    const lines = await readSecurityLines(() => attempt(visitor, unknown));
    expect(lines, kind).toEqual([
      expect.objectContaining({
        ...{ log: "security", event: "link_check", outcome: "failed", method: kind },
        ...{ user_id: null, email: null, ip: from["x-client-ip"], agent: from["user-agent"] },
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(unknown);
  }
});

test("logs a wrong file link and a wrong one-click unsubscribe link", async () => {
  const headers = { "x-client-ip": uniqueAddress() };
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const lines = await readSecurityLines(async () => {
    const link = new URL(signFileUrl("reports/a.pdf", { expiresInSeconds: -1 }).url);
    const expired = await openFile(new Request(link, { headers }));
    link.searchParams.set("expires", "9999999999");
    const forged = await openFile(new Request(link, { headers }));
    const url = `http://localhost:8000/api/v1/unsubscribe/one-click?token=${unknown}`;
    const refused = await unsubscribeAtOnce(new Request(url, { method: "POST", headers, body }));
    expect([expired.status, forged.status, refused.status]).toEqual([410, 400, 400]);
  });
  expect(lines.map(({ event, outcome, method, ip }) => [event, outcome, method, ip])).toEqual([
    ["link_check", "refused", "file", headers["x-client-ip"]],
    ["link_check", "failed", "file", headers["x-client-ip"]],
    ["link_check", "failed", "unsubscribe", headers["x-client-ip"]],
  ]);
});

test("logs each attempt to open a used link, with the link's account, and shows the account's owner the first three attempts in an hour", async ({
  visitor,
  org_id,
  db,
}) => {
  const account = await makeAccount({ org_id, role: "viewer", password: goodPassword });
  const { id: user_id, email } = account;
  const token = await issueAccountToken(db, { user_id, purpose: "reset-password", minutes: -1 });
  const lines = await readSecurityLines(async () => {
    for (let n = 0; n < 4; n += 1)
      expect(await visitor.get(`/api/auth/reset-password?token=${token}`, from)).toFail(410, "expired");
  });
  const line = { event: "link_check", outcome: "refused", method: "reset-password", user_id, email };
  expect(lines).toEqual([line, line, line, line].map((each) => expect.objectContaining(each)));
  const { data } = await visitor.post("/api/auth/login", { email, password: goodPassword });
  const log = await visitor.get("/api/user/me/security-log/", { authorization: `Bearer ${data.access_token}` });
  const told = log.data.filter(({ event }: { event: string }) => event === "link_check");
  expect(told).toHaveLength(3);
  expect(told[0]).toMatchObject({
    event_text: "Opened an emailed link that had been used or had expired",
    ip: from["x-client-ip"],
  });
});

test("logs the account when a link is used for the wrong purpose or a revoked invitation is opened", async ({
  as,
  visitor,
  org_id,
  otherOrganisation,
  db,
}) => {
  const { id: user_id } = await makeAccount({ org_id, role: "viewer" });
  const token = await issueAccountToken(db, { user_id, purpose: "reset-password", minutes: 60 });
  const wrongUse = await readSecurityLines(() => visitor.post("/api/user/confirm-email/", { token }, from));
  expect(wrongUse).toMatchObject([{ event: "link_check", outcome: "failed", method: "change-email", user_id }]);
  const member = await makeAccount({ org_id: await otherOrganisation().id(), role: "owner" });
  const invite = await as("owner").post("/api/user/invite-user/", { email: member.email, role: "viewer" });
  const [message] = await emailsTo(member.email);
  await as("owner").delete(`/api/organisations/${org_id}/invites/${invite.data.id}/`);
  const link = new URL(message?.data.url).searchParams.get("token") ?? "";
  const revoked = await readSecurityLines(() => visitor.get(`/api/user/accept-invite/?token=${link}`, from));
  expect(revoked).toMatchObject([{ outcome: "refused", method: "invitation", user_id: member.id }]);
});
