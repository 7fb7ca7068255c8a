import { GET, POST } from "@/app/api/v1/unsubscribe/one-click/route";
import { newId } from "@/server/core/ids";
import { suppress, unsubscribeAddresses } from "@/server/domains/messaging/suppressions";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, test } from "@/tests/support/api";

const key = { authorization: `Bearer ${serviceKey()}` };
const uniqueEmail = () => `ada-${newId()}@example.org`;
const tokenOf = (email: string) => new URL(unsubscribeAddresses(email).page).searchParams.get("token") ?? "";
const query = (token: string) => `/api/v1/unsubscribe?${new URLSearchParams({ token })}`;

test("with the API key, the operator can list suppressed email addresses with the reasons, page by page", async ({
  visitor,
  db,
}) => {
  const group = newId();
  const emails = [1, 2, 3].map((number) => `${group}-${number}@example.org`);
  await suppress(db, emails, "bounced");
  await suppress(db, emails.slice(0, 1), "unsubscribed");
  const seen: string[] = [];
  let cursor = `${group} `;
  for (const size of [3, 1]) {
    const { data, body } = await visitor.get(`/api/v1/suppressions?limit=3&${new URLSearchParams({ cursor })}`, key);
    const own = data.filter(({ email }: { email: string }) => email.startsWith(group));
    expect(own).toHaveLength(size);
    seen.push(...own.map(({ email, reason }: Record<string, string>) => `${email} ${reason}`));
    cursor = body?.meta.next_cursor ?? "";
  }
  const [first = "", second = "", third = ""] = emails;
  expect(seen).toEqual([`${first} bounced`, `${first} unsubscribed`, `${second} bounced`, `${third} bounced`]);
  const one = await visitor.get(`/api/v1/suppressions?email=${third.toUpperCase()}`, key);
  expect(one.data).toEqual([{ email: third, reason: "bounced", createdAt: expect.stringMatching(/Z$/) }]);
});

test("lifting suppressions doesn't resubscribe a reader who unsubscribed, unless the request names that reason", async ({
  visitor,
  db,
}) => {
  const email = uniqueEmail();
  for (const reason of ["bounced", "complained", "unsubscribed"] as const) await suppress(db, [email], reason);
  const path = `/api/v1/suppressions/${encodeURIComponent(email.toUpperCase())}`;
  expect((await visitor.delete(path, key)).data).toEqual({ email, lifted: ["bounced", "complained"] });
  expect(await visitor.delete(path, key)).toFail(404, "not_found");
  expect((await visitor.delete(`${path}?reason=unsubscribed`, key)).data).toEqual({ email, lifted: ["unsubscribed"] });
  expect(await db.suppressedAddress.count({ where: { email } })).toBe(0);
  expect(await visitor.delete("/api/v1/suppressions/nobody", key)).toFail(400, "invalid_input");
});

test("an unsubscribe link shows whether the email address that received it gets digests, and can stop and restart them for that address only", async ({
  visitor,
  db,
}) => {
  const [email, other] = [uniqueEmail(), uniqueEmail()];
  const token = tokenOf(email.toUpperCase());
  expect((await visitor.get(query(token))).data).toEqual({ email, subscribed: true });
  for (const _ of [1, 2]) {
    const reply = await visitor.post("/api/v1/unsubscribe", { token });
    expect(reply.data).toEqual({ email, subscribed: false });
  }
  expect((await visitor.get(query(token))).data).toEqual({ email, subscribed: false });
  expect((await visitor.get(query(tokenOf(other)))).data).toEqual({ email: other, subscribed: true });
  expect((await visitor.delete(query(token))).data).toEqual({ email, subscribed: true });
  expect(await db.suppressedAddress.count({ where: { email } })).toBe(0);
});

test("resubscribing doesn't lift a suppression caused by a bounce or a complaint", async ({ visitor, db }) => {
  const email = uniqueEmail();
  await suppress(db, [email], "bounced");
  await visitor.delete(query(tokenOf(email)));
  expect(await db.suppressedAddress.count({ where: { email } })).toBe(1);
});

test("a forged link changes nothing", async ({ visitor, db }) => {
  const email = uniqueEmail();
  const [, signature = ""] = tokenOf(uniqueEmail()).split(".");
  const address = Buffer.from(email).toString("base64url");
  for (const token of [`${address}.${signature}`, `${address}.`, address, ".", "x", `${tokenOf(email)}x.y`.slice(1)]) {
    expect(await visitor.get(query(token)), token).toFail(400, "invalid_code");
    expect(await visitor.post("/api/v1/unsubscribe", { token }), token).toFail(400, "invalid_code");
    expect(await visitor.delete(query(token)), token).toFail(400, "invalid_code");
  }
  expect(await db.suppressedAddress.count({ where: { email } })).toBe(0);
});

test.describe("one-click unsubscribe", () => {
  const form = (pairs: Record<string, string>) => new URLSearchParams(pairs);
  const post = (address: string, body: BodyInit) => POST(new Request(address, { method: "POST", body }));

  test("an email client's POST, URL-encoded or multipart, stops digests and isn't redirected", async ({ db }) => {
    const multipart = new FormData();
    multipart.set("List-Unsubscribe", "One-Click");
    for (const body of [form({ "List-Unsubscribe": "One-Click" }), multipart]) {
      const email = uniqueEmail();
      const reply = await post(unsubscribeAddresses(email).oneClick, body);
      expect(reply.status).toBe(204);
      expect(reply.headers.get("location")).toBeNull();
      expect(await db.suppressedAddress.findMany({ where: { email } })).toMatchObject([{ reason: "unsubscribed" }]);
    }
  });

  test("opening the URL or posting anything else does not unsubscribe the recipient", async ({ db }) => {
    const email = uniqueEmail();
    const { oneClick, page } = unsubscribeAddresses(email);
    const opened = await GET(new Request(oneClick));
    expect(opened.status).toBe(303);
    expect(new URL(opened.headers.get("location") ?? "", oneClick).href).toBe(page);
    for (const body of [form({}), form({ "List-Unsubscribe": "no" }), "List-Unsubscribe=One-Click", ""])
      expect((await post(oneClick, body)).status).toBe(400);
    expect((await post(oneClick, form({ "List-Unsubscribe": "One-Click", more: "x".repeat(20_000) }))).status).toBe(
      413,
    );
    const forged = oneClick.slice(0, -4);
    expect((await post(forged, form({ "List-Unsubscribe": "One-Click" }))).status).toBe(400);
    expect(await db.suppressedAddress.count({ where: { email } })).toBe(0);
  });
});
