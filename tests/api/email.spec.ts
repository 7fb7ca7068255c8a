import { emailIds } from "@/emails";
import { newId } from "@/server/core/ids";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, test } from "@/tests/support/api";
import { delivered, emailBody, emailPath, problemsOf, sendEmail, withKey } from "@/tests/support/email-service";

test("with the API key, returns 202 and queues one email from the configured sender [#42] [#51] [#56]", async ({
  visitor,
  db,
}) => {
  const given = emailBody();
  const reply = await visitor.post(emailPath, given, withKey());
  expect(reply.status).toBe(202);
  expect(reply.data).toEqual({ messageId: expect.any(String), template: "welcome", status: "queued" });
  expect(await db.emailMessage.findMany({ where: { to: given.to } })).toMatchObject([
    { id: reply.data.messageId, status: "queued", subject: given.subject, template: "welcome", data: given.data },
  ]);
  const events = await db.outboxEvent.findMany({ where: { name: "email/queued" } });
  expect(
    events.filter(({ data }) => (data as { message_id: string }).message_id === reply.data.messageId),
  ).toHaveLength(1);
});

test("accepts a trailing slash [#60]", async ({ visitor }) => {
  expect((await sendEmail(visitor, {}, `${emailPath}/`)).status).toBe(202);
});

test("accepts any key in data and shows its value as text", async ({ visitor }) => {
  const data = { name: "<b>Ada</b>", extra: { deep: [1, null] }, constructor: "x" };
  const reply = await sendEmail(visitor, { data });
  const { html, text } = await delivered(reply.data.messageId);
  expect(html).toContain("Hello &lt;b&gt;Ada&lt;/b&gt;");
  expect(text).toContain("Hello <b>Ada</b>");
  expect(html + text).not.toContain("extra");
});

test("returns the first response for a repeated Idempotency-Key, and 409 for a different body", async ({
  visitor,
  db,
}) => {
  const given = emailBody();
  const headers = withKey({ "idempotency-key": newId() });
  const first = await visitor.post(emailPath, given, headers);
  const replies = await Promise.all([1, 2, 3].map(() => visitor.post(emailPath, given, headers)));
  for (const reply of replies) expect(reply).toMatchObject({ status: 202, data: first.data });
  expect(await db.emailMessage.count({ where: { to: given.to } })).toBe(1);
  expect(await visitor.post(emailPath, { ...given, subject: "Another" }, headers)).toFail(409, "conflict");
});

test("sends one email for four simultaneous calls with one Idempotency-Key", async ({ visitor, db }) => {
  const given = emailBody();
  const headers = withKey({ "idempotency-key": newId() });
  const replies = await Promise.all([1, 2, 3, 4].map(() => visitor.post(emailPath, given, headers)));
  expect(new Set(replies.map(({ status, data }) => `${status} ${data.messageId}`)).size).toBe(1);
  expect(await db.emailMessage.count({ where: { to: given.to } })).toBe(1);
});

test("sends one email per call without an Idempotency-Key", async ({ visitor, db }) => {
  const given = emailBody();
  for (const _ of [1, 2]) expect((await visitor.post(emailPath, given, withKey())).status).toBe(202);
  expect(await db.emailMessage.count({ where: { to: given.to } })).toBe(2);
});

test("returns 400 unless the recipient is one bare email address [#26]", async ({ visitor }) => {
  for (const to of [
    undefined,
    null,
    "",
    "nobody",
    ["a@example.org"],
    "Ada <a@example.org>",
    "<a@example.org>",
    "a@example.org, b@example.org",
    "a@example.org b@example.org",
    "a@example.org\r\nBcc: b@example.org",
    "a@example.org\n",
    "a@example.org\u2028",
    "=?utf-8?q?a?=@example.org",
    `${"a".repeat(320)}@example.org`,
  ])
    expect(await sendEmail(visitor, { to }), String(to)).toFail(400, "invalid_input", [{ path: "to" }]);
});

test("returns 400 unless the subject is a single line of visible text [#27]", async ({ visitor }) => {
  for (const subject of [
    undefined,
    null,
    7,
    "",
    "  ",
    "Hello\r\nBcc: b@example.org",
    "Hello\nthere",
    "Hello\tthere",
    "Hello\u0085there",
    "Hello\u2028there",
    "Hello\u2029there",
    "Hello \u202Egro.elpmaxe",
    "=?utf-8?q?Hello=0D=0ABcc=3A_b@example.org?=",
    "Re: =?UTF-8?B?SGVsbG8=?=",
    "x".repeat(201),
  ])
    expect(await sendEmail(visitor, { subject }), String(subject)).toFail(400, "invalid_input", [{ path: "subject" }]);
});

test("returns 400 for a missing or unknown template and lists the known ones [#28]", async ({ visitor }) => {
  for (const template of [undefined, null, "", "Welcome", "nothing-like-it", "__proto__", "constructor"]) {
    const reply = await sendEmail(visitor, { template });
    expect(reply, String(template)).toFail(400, "invalid_input", [{ path: "template", allowed: emailIds }]);
    for (const id of ["welcome", "agency-coupon"]) expect(problemsOf(reply)[0]?.message).toContain(id);
  }
});

test("returns 400 unless data is an object [#29]", async ({ visitor }) => {
  for (const data of [undefined, null, [], "text", 7])
    expect(await sendEmail(visitor, { data })).toFail(400, "invalid_input", [{ path: "data" }]);
});

test("returns 400 and names every missing or invalid key in data [#29]", async ({ visitor, db }) => {
  const missing = await sendEmail(visitor, { template: "verify-email", data: { name: "Ada", expires_minutes: "ten" } });
  expect(missing).toFail(400, "invalid_input", [
    { path: "data.otp", message: "This key is missing." },
    { path: "data.url", message: "This key is missing." },
    { path: "data.expires_minutes" },
  ]);
  const to = `${newId()}@example.org`;
  const items = [{ website_url: "https://a.example", results_url: "https://b.example", new: -1 }];
  const deep = await sendEmail(visitor, { to, template: "weekly-digest", data: { items } });
  expect(deep).toFail(400, "invalid_input", [{ path: "data.items.0.new" }, { path: "data.items.0.fixed" }]);
  expect(await db.emailMessage.count({ where: { to } })).toBe(0);
});

test("returns 400 and names invalid fields together with invalid keys in data", async ({ visitor }) => {
  const reply = await sendEmail(visitor, { to: "nobody", subject: "a\nb", from: "x", data: {} });
  const paths = problemsOf(reply).map(({ path }) => path);
  expect(paths.sort()).toEqual(["data.name", "from", "subject", "to"]);
});

test("returns 400 unless the sender is one bare email address at one of our domains [#30]", async ({ visitor }) => {
  for (const from of [
    null,
    "",
    "Ada",
    "ada@example.org",
    "Ada <ada@example.org>",
    "ada@localhost, b@localhost",
    "Ada <ada@localhost>, B <b@localhost>",
    "Ada\r\nBcc: b@example.org <ada@localhost>",
    "Ada\u2028<ada@localhost>",
    "=?utf-8?q?Ada=0D=0ABcc=3Ab@example.org?= <ada@localhost>",
    "a@example.org <ada@localhost>",
    `${"x".repeat(500)}@localhost`,
  ])
    expect(await sendEmail(visitor, { from }), String(from)).toFail(400, "invalid_input", [{ path: "from" }]);
});

test("returns 400 for a body that isn't JSON, an unknown field or an overlong Idempotency-Key", async ({ visitor }) => {
  expect(await visitor.post(emailPath, "{", withKey())).toFail(400, "invalid_json");
  expect(await sendEmail(visitor, { cc: "b@example.org" })).toFail(400, "invalid_input", [{ path: "cc" }]);
  const headers = withKey({ "idempotency-key": "x".repeat(256) });
  expect(await visitor.post(emailPath, emailBody(), headers)).toFail(400, "invalid_input", [
    { path: "Idempotency-Key" },
  ]);
});

test("returns 400 for NUL and lone surrogates", async ({ visitor }) => {
  for (const name of ["\0", "\ud800"])
    expect(await sendEmail(visitor, { data: { name } })).toFail(400, "invalid_input", [{ path: "data.name" }]);
});

test("returns 401 without an Authorization header or with a scheme other than Bearer, before reading the body [#51] [#54]", async ({
  visitor,
}) => {
  const key = serviceKey();
  for (const authorization of [undefined, "", `Basic ${key}`, key, `Token ${key}`, "Bearer"])
    for (const body of [emailBody(), "no json", "x".repeat(300_000)]) {
      const reply = await visitor.post(emailPath, body, authorization === undefined ? {} : { authorization });
      expect(reply, String(authorization)).toFail(401, "not_authenticated");
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    }
});

test("returns 403 for any wrong key, before reading the body [#52] [#55]", async ({ visitor, as }) => {
  const key = serviceKey();
  const token = (await as("owner").session()).access_token;
  for (const value of ["wrong", key.slice(0, -1), `${key}x`, key.toUpperCase(), `${key} ${key}`, "ключ", token])
    for (const body of [emailBody(), "no json", "x".repeat(300_000)]) {
      const authorization = `Bearer ${Buffer.from(value).toString("latin1")}`;
      const reply = await visitor.post(emailPath, body, { authorization });
      expect(reply, value).toFail(403, "forbidden");
      expect(reply.headers.get("www-authenticate")).toBeNull();
    }
});

test("returns 405 for a method other than POST", async ({ visitor }) => {
  const reply = await visitor.get(emailPath, withKey());
  expect(reply).toFail(405, "method_not_allowed");
  expect(reply.headers.get("allow")).toBe("POST, OPTIONS");
});

test("returns 413 for a body over 256 kB and accepts a smaller one", async ({ visitor }) => {
  const data = (length: number) => ({ name: "Ada", filler: "x".repeat(length) });
  expect(await sendEmail(visitor, { data: data(256_000) })).toFail(413, "too_large", { limit_bytes: 256_000 });
  expect((await sendEmail(visitor, { data: data(250_000) })).status).toBe(202);
});

test("returns 413 for a body without Content-Length once 256 kB have been read", async ({ rest }) => {
  let pulled = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(64_000).fill(32));
    },
  });
  const headers = { ...withKey(), "content-type": "application/json", "x-client-ip": "10.9.8.7" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  const response = await rest(new Request(`http://localhost:8001${emailPath}`, init));
  expect(response.status).toBe(413);
  expect(pulled).toBeLessThan(10);
});

test("returns 415 for a content type other than JSON", async ({ visitor }) => {
  const headers = withKey({ "content-type": "text/plain" });
  expect(await visitor.post(emailPath, emailBody(), headers)).toFail(415, "unsupported_media_type");
});
