import { newId } from "@/server/core/ids";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, test } from "@/tests/support/api";
import { accessibilityPath, delivered, emailBody, emailPath, sendEmail, withKey } from "@/tests/support/email-service";

test("accepts the same input as /email, returns the same 202 response and sends one email [#43] [#56]", async ({
  visitor,
  db,
}) => {
  const given = emailBody({ from: "Ada <ada@localhost>" });
  const reply = await visitor.post(accessibilityPath, given, withKey());
  expect(reply.status).toBe(202);
  expect(reply.data).toEqual({ messageId: expect.any(String), template: "welcome", status: "queued" });
  expect(await db.emailMessage.count({ where: { to: given.to } })).toBe(1);
});

test("sends the email in the accessibility app's branding, whatever the value of data.app [#44] @long", async ({
  visitor,
  db,
}) => {
  for (const app of [undefined, "accessibility", "service", "", 7, null, { a: 1 }]) {
    const reply = await sendEmail(visitor, { data: { name: "Ada", app } }, accessibilityPath);
    expect(reply.status).toBe(202);
    const { brand, data } = await db.emailMessage.findUniqueOrThrow({ where: { id: reply.data.messageId } });
    expect({ brand, data }).toEqual({ brand: "accessibility", data: { name: "Ada" } });
    const { text } = await delivered(reply.data.messageId);
    expect(text.split("\n")[0]).toBe("Curbcut Accessibility");
  }
});

test("/email uses the app that the caller names, or the service app if the name is missing or unknown @long", async ({
  visitor,
  db,
}) => {
  const [ours, theirs] = [
    { brand: "service", name: "Curbcut" },
    { brand: "accessibility", name: "Curbcut Accessibility" },
  ];
  const apps = { undefined: ours, service: ours, "": ours, toString: ours, another: ours, accessibility: theirs };
  for (const [app, { brand, name }] of Object.entries(apps)) {
    const data = { name: "Ada", ...(app === "undefined" ? {} : { app }) };
    const { messageId } = (await sendEmail(visitor, { data })).data;
    const stored = await db.emailMessage.findUniqueOrThrow({ where: { id: messageId } });
    expect(stored).toMatchObject({ brand, data: { name: "Ada" } });
    expect(stored.data).not.toHaveProperty("app");
    expect((await delivered(messageId)).text.split("\n")[0]).toBe(name);
  }
});

test("/email returns 400 for an app that isn't a short string", async ({ visitor }) => {
  for (const app of [null, 7, {}, ["accessibility"], "x".repeat(101)])
    expect(await sendEmail(visitor, { data: { name: "Ada", app } })).toFail(400, "invalid_input", [
      { path: "data.app" },
    ]);
});

test("an Idempotency-Key used at one endpoint doesn't affect calls to the other", async ({ visitor, db }) => {
  const given = emailBody();
  const headers = withKey({ "idempotency-key": newId() });
  const first = await visitor.post(accessibilityPath, given, headers);
  expect((await visitor.post(accessibilityPath, given, headers)).data).toEqual(first.data);
  expect((await visitor.post(emailPath, given, headers)).data.messageId).not.toBe(first.data.messageId);
  expect(await db.emailMessage.count({ where: { to: given.to } })).toBe(2);
});

test("returns 400 with the same message as /email for anything that /email rejects [#43] [#59]", async ({
  visitor,
}) => {
  for (const given of [
    { to: "nobody" },
    { subject: "" },
    { template: "nothing-like-it" },
    { template: "verify-email", data: { name: "Ada" } },
    { data: [] },
    { data: undefined },
    { from: "ada@example.org" },
    { cc: "b@example.org" },
  ]) {
    const here = await sendEmail(visitor, given, accessibilityPath);
    const there = await sendEmail(visitor, given, emailPath);
    expect(here).toFail(400, "invalid_input");
    expect(here.body?.error).toEqual(there.body?.error);
  }
});

test("returns 401 without an Authorization header or with a scheme other than Bearer [#51] [#54]", async ({
  visitor,
}) => {
  for (const authorization of [undefined, `Basic ${serviceKey()}`]) {
    const reply = await visitor.post(accessibilityPath, "no json", authorization ? { authorization } : {});
    expect(reply).toFail(401, "not_authenticated");
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("returns 403 for a wrong key [#52] [#55]", async ({ visitor }) => {
  const reply = await visitor.post(accessibilityPath, "no json", { authorization: `Bearer ${serviceKey()}x` });
  expect(reply).toFail(403, "forbidden");
});

test("returns 413 for a body over 256 kB", async ({ visitor }) => {
  const data = { name: "Ada", filler: "x".repeat(256_000) };
  expect(await sendEmail(visitor, { data }, accessibilityPath)).toFail(413, "too_large");
});
