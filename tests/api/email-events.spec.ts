import { getDatabase } from "@/server/adapters/database";
import { hashKey } from "@/server/adapters/email/compose";
import { newId } from "@/server/core/ids";
import { deliverEmail, storeEmail } from "@/server/domains/messaging/delivery";
import { verifyEmailEventBy } from "@/server/domains/messaging/email-events/verify-email-event";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { expect, test } from "@/tests/support/api";
import { bounce, emailEvent, eventsPath, postEvent, signEvent } from "@/tests/support/email-events";

const queueEmailTo = (to: string): Promise<string> =>
  inUnscopedTransaction((ctx) => storeEmail(ctx, { to, template: "welcome", data: { name: "Ada" } }));

const read = async (id: string) => (await getDatabase()).prisma.emailMessage.findUniqueOrThrow({ where: { id } });

const sendEmailTo = async (to = `${newId()}@example.org`) => {
  const id = await queueEmailTo(to);
  await deliverEmail(id);
  return { id, to, known: (await read(id)).provider_id ?? "" };
};

const reasonsOf = async (email: string): Promise<string[]> => {
  const rows = await (await getDatabase()).prisma.suppressedAddress.findMany({ where: { email } });
  return rows.map(({ reason }) => reason);
};

test("sets the message's state to the one reported by the provider", async ({ visitor }) => {
  const { id, to, known } = await sendEmailTo();
  const steps = [
    [emailEvent("email.sent", known, to), "sent"],
    [emailEvent("email.delivered", known, to), "delivered"],
    [emailEvent("email.complained", known, to), "complained"],
  ] as const;
  for (const [event, status] of steps) {
    expect((await postEvent(visitor, event)).data).toEqual({ applied: true });
    expect(await read(id)).toMatchObject({ status, reported_at: expect.any(Date) });
  }
  expect(await reasonsOf(to)).toEqual(["complained"]);
});

test("accepts events in any order", async ({ visitor }) => {
  const { id, to, known } = await sendEmailTo();
  const late = [
    emailEvent("email.bounced", known, to, bounce("Permanent")),
    emailEvent("email.delivered", known, to),
    emailEvent("email.sent", known, to),
  ];
  for (const event of late) await postEvent(visitor, event);
  expect(await read(id)).toMatchObject({ status: "bounced", error: "550 5.1.1 Permanent" });
});

test("the event with the highest precedence determines the message's state, whichever event arrives first [E07] @long", async ({
  visitor,
}) => {
  const strongestFirst: [state: string, more: object][] = [
    ["complained", {}],
    ["bounced", bounce("Permanent")],
    ["suppressed", { suppressed: { message: "On our list.", type: "x" } }],
    ["failed", { failed: { reason: "The daily quota is used up." } }],
    ["delivered", {}],
    ["sent", {}],
  ];
  for (const [index, weaker] of strongestFirst.entries()) {
    const stronger = strongestFirst[index - 1];
    if (!stronger) continue;
    for (const order of [
      [stronger, weaker],
      [weaker, stronger],
    ]) {
      const { id, to, known } = await sendEmailTo();
      for (const [state, more] of order) await postEvent(visitor, emailEvent(`email.${state}`, known, to, more));
      expect((await read(id)).status, order.map(([state]) => state).join(", ")).toBe(stronger[0]);
    }
  }
});

test("keeps an event that arrives before the provider has responded to the request to send the email", async ({
  visitor,
}) => {
  const to = `${newId()}@example.org`;
  const id = await queueEmailTo(to);
  // The id is known before sending, because the outbox derives a message's id from its key.
  await postEvent(visitor, emailEvent("email.bounced", hashKey(id), to, bounce("Transient")));
  expect(await read(id)).toMatchObject({ status: "queued" });
  expect(await deliverEmail(id)).toBe("bounced");
  expect(await read(id)).toMatchObject({ status: "bounced" });
  expect(await reasonsOf(to)).toEqual([]);
});

test("sends no further emails to a recipient who complained or whose mailbox permanently rejected an email", async ({
  visitor,
}) => {
  const reports = { bounced: bounce("Permanent"), complained: {} };
  for (const [reason, more] of Object.entries(reports)) {
    const to = `Ada-${newId()}@Example.org`;
    await postEvent(visitor, emailEvent(`email.${reason}`, newId(), to, more));
    expect(await reasonsOf(to.toLowerCase())).toEqual([reason]);
    const { id } = await sendEmailTo(to);
    expect(await read(id)).toMatchObject({ status: "suppressed", provider_id: null });
  }
});

test("a full mailbox does not suppress the address", async ({ visitor }) => {
  const to = `${newId()}@example.org`;
  await postEvent(visitor, emailEvent("email.bounced", newId(), to, bounce("Transient")));
  expect(await reasonsOf(to)).toEqual([]);
});

test("counts a repeated event only once, even after the suppression that it caused has been lifted", async ({
  visitor,
  db,
}) => {
  const to = `${newId()}@example.org`;
  const event = emailEvent("email.complained", newId(), to);
  const id = newId();
  const replies = await Promise.all([postEvent(visitor, event, { id }), postEvent(visitor, event, { id })]);
  expect(replies.map(({ data }) => data.applied).sort()).toEqual([false, true]);
  await db.suppressedAddress.deleteMany({ where: { email: to } });
  expect((await postEvent(visitor, event, { id })).data).toEqual({ applied: false });
  expect(await reasonsOf(to)).toEqual([]);
});

test("records in the message's state that the provider suppressed the email or failed to send it", async ({
  visitor,
}) => {
  const cases = [
    ["email.failed", { failed: { reason: "The daily quota is used up." } }, "failed", "The daily quota is used up."],
    ["email.suppressed", { suppressed: { message: "On our list.", type: "x" } }, "suppressed", "On our list."],
  ] as const;
  for (const [type, more, status, error] of cases) {
    const { id, to, known } = await sendEmailTo();
    await postEvent(visitor, emailEvent(type, known, to, more));
    expect(await read(id)).toMatchObject({ status, error });
  }
});

test("accepts and ignores unknown events and events that require no action", async ({ visitor }) => {
  const { id, to, known } = await sendEmailTo();
  const others = [
    emailEvent("email.opened", known, to),
    emailEvent("email.delivery_delayed", known, to),
    { type: "contact.created", created_at: "2026-11-20T09:00:00.000Z", data: { id: newId() } },
    { type: "email.delivered", data: { odd: true } },
  ];
  for (const event of others) {
    const reply = await postEvent(visitor, event);
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual({ applied: false });
  }
  expect(await read(id)).toMatchObject({ status: "sent" });
});

test("accepts only events signed by Resend in the last five minutes", async ({ visitor }) => {
  const to = `${newId()}@example.org`;
  const body = JSON.stringify(emailEvent("email.complained", newId(), to));
  const good = signEvent(body);
  const other = `whsec_${Buffer.from("of somebody else").toString("base64")}`;
  const hostile: Record<string, string>[] = [
    {},
    { ...good, "svix-signature": "" },
    { ...good, "svix-id": newId() },
    { ...good, "svix-timestamp": String(Number(good["svix-timestamp"]) + 1) },
    { ...good, "svix-signature": (good["svix-signature"] ?? "").replace("v1,", "v2,") },
    { ...good, "svix-signature": (good["svix-signature"] ?? "").slice(0, -6) },
    signEvent(`${body} `),
    signEvent(body, { secret: other }),
    signEvent(body, { ahead: -310 }),
    signEvent(body, { ahead: 310 }),
  ];
  for (const headers of hostile)
    expect(await visitor.post(eventsPath, body, headers), JSON.stringify(headers)).toFail(400, "invalid_signature");
  expect(await reasonsOf(to)).toEqual([]);
  const second = signEvent(body, { secret: other });
  const rotated = { ...good, "svix-signature": `${second["svix-signature"]} ${good["svix-signature"]}` };
  expect((await visitor.post(eventsPath, body, rotated)).data).toEqual({ applied: true });
  for (const ahead of [-290, 290]) expect((await postEvent(visitor, JSON.parse(body), { ahead })).status).toBe(200);
});

test("returns 503 for every event if no webhook secret is configured", () => {
  const body = Buffer.from("{}");
  const refusal = expect.objectContaining({ code: "not_configured", status: 503 });
  expect(() => verifyEmailEventBy(undefined)(new Headers(signEvent("{}")), body)).toThrow(refusal);
});

test("returns 400 for a body that isn't an event", async ({ visitor }) => {
  for (const body of ["[]", "{}", '{"type":1,"data":{}}', "no json"])
    expect((await visitor.post(eventsPath, body, signEvent(body))).status, body).toBe(400);
});
