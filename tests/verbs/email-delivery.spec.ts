import { type EmailId, emails } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import { type OutboxMessage, readOutbox } from "@/server/adapters/email";
import { resendAdapter } from "@/server/adapters/email/resend";
import { newId } from "@/server/core/ids";
import {
  deliverEmail,
  type EmailContent,
  failEmail,
  queueEmail,
  storeEmail,
} from "@/server/domains/messaging/delivery";
import { suppress } from "@/server/domains/messaging/suppressions";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { expect, test } from "@/tests/support/api";
import { sendingBy } from "@/tests/support/provider";
import { startFailing, startResend } from "@/tests/support/resend";

const store = (template: EmailId, to = `${newId()}@example.org`): Promise<string> => {
  const email = { template, data: emails[template].sample } as EmailContent;
  return inUnscopedTransaction((ctx) => storeEmail(ctx, { ...email, to }));
};

const read = async (id: string) => (await getDatabase()).prisma.emailMessage.findUniqueOrThrow({ where: { id } });

const write = async (id: string, data: object) =>
  (await getDatabase()).prisma.emailMessage.update({ where: { id }, data });

const sendStored = async (id: string): Promise<OutboxMessage> => {
  expect(await deliverEmail(id)).toBe("sent");
  return readOutbox((await read(id)).provider_id ?? "");
};

const headerOf = ({ headers }: OutboxMessage, name: string) => headers.find((header) => header.name === name)?.value;

const stopAll = async (to: string, reason: "bounced" | "complained" | "unsubscribed") =>
  suppress((await getDatabase()).prisma, [to], reason);

const hours = (count: number) => new Date(Date.now() - count * 3_600_000);

test("sends an email once, and then deletes its data and keeps only its delivery status", async () => {
  const id = await store("password-reset");
  await sendStored(id);
  const row = await read(id);
  expect(row).toMatchObject({ status: "sent", error: null, sent_at: expect.any(Date) });
  expect(row.data).toEqual({});
  expect(await deliverEmail(id)).toBe("sent");
});

test("digests have a one-click unsubscribe URL and a link to the same reader's unsubscribe page; other emails have neither", async () => {
  const digest = await sendStored(await store("weekly-digest"));
  const address = headerOf(digest, "List-Unsubscribe") ?? "";
  expect(address).toMatch(/^<http:\/\/localhost:8000\/api\/v1\/unsubscribe\/one-click\?token=[\w.-]+>$/);
  expect(headerOf(digest, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const token = new URL(address.slice(1, -1)).searchParams.get("token");
  for (const part of [digest.html, digest.text]) expect(part).toContain(`/unsubscribe?token=${token}`);
  const other = await sendStored(await store("scan-complete"));
  expect(headerOf(other, "List-Unsubscribe")).toBeUndefined();
  expect(other.text).not.toContain("unsubscribe");
});

const kinds = { requested: "password-reset", bulk: "weekly-digest", other: "scan-complete" } as const;
const stopped = {
  bounced: ["requested", "bulk", "other"],
  complained: ["bulk", "other"],
  unsubscribed: ["bulk"],
} as const;

for (const [reason, names] of Object.entries(stopped))
  test(`does not send ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names)} emails to an address that ${reason}`, async () => {
    const to = `Ada-${newId()}@Example.org`;
    await stopAll(to, reason as keyof typeof stopped);
    for (const [name, template] of Object.entries(kinds)) {
      const id = await store(template, to.toLowerCase());
      const stops = (names as readonly string[]).includes(name);
      expect(await deliverEmail(id), name).toBe(stops ? "suppressed" : "sent");
      const row = await read(id);
      expect([row.status, row.data]).toEqual([stops ? "suppressed" : "sent", {}]);
      expect(row.error, name).toEqual(stops ? expect.stringMatching(/\w{5}/) : null);
    }
  });

test("an email that the provider rejects permanently fails at once with the provider's message", async () => {
  const body = JSON.stringify({ statusCode: 422, name: "validation_error", message: "The domain is not verified." });
  const failing = await startFailing(422, {}, body);
  const id = await store("welcome");
  await sendingBy(resendAdapter("re_test", failing.url), async () => {
    const problem = { code: "upstream_failed", details: { retryable: false, status: 422 } };
    await expect(deliverEmail(id)).rejects.toMatchObject(problem);
    expect(await read(id)).toMatchObject({
      status: "failed",
      error: "Resend didn't accept the email: The domain is not verified.",
    });
    expect((await read(id)).data).toEqual({});
  });
  await failing.stop();
  await expect(deliverEmail(id)).rejects.toMatchObject({ details: { retryable: false } });
});

test("an email that can't be rendered or whose attachment is missing fails at once", async () => {
  const gone = await store("report-ready");
  await write(gone, { attachment_key: `nowhere/${newId()}` });
  const misfit = await store("welcome");
  await write(misfit, { data: {} });
  for (const id of [gone, misfit]) {
    await expect(deliverEmail(id)).rejects.toThrow();
    expect((await read(id)).status).toBe("failed");
  }
});

test("after a retryable error, an email stays queued, keeps its data, and is sent at the next attempt", async () => {
  const busy = await startFailing(
    429,
    { "retry-after": "7" },
    JSON.stringify({ statusCode: 429, name: "x", message: "busy" }),
  );
  const id = await store("welcome");
  await sendingBy(resendAdapter("re_test", busy.url), () =>
    expect(deliverEmail(id)).rejects.toMatchObject({ details: { retryable: true, retry_after_seconds: 7 } }),
  );
  await busy.stop();
  const row = await read(id);
  expect(row).toMatchObject({ status: "queued", data: { name: "Ada" }, sent_at: null });
  expect(row.error).toContain("busy");
  await sendStored(id);
});

test("retries an attempt whose result is unknown only while the provider stores the idempotency key", async () => {
  const resend = await startResend();
  const [fresh, stale, untried] = await Promise.all([store("welcome"), store("welcome"), store("welcome")]);
  await write(fresh, { sent_at: hours(20), created_at: hours(50) });
  await write(stale, { sent_at: hours(24) });
  await write(untried, { created_at: hours(50) });
  await sendingBy(resendAdapter("re_test", resend.url), async () => {
    expect(await deliverEmail(fresh)).toBe("sent");
    expect(await deliverEmail(untried)).toBe("sent");
    await expect(deliverEmail(stale)).rejects.toMatchObject({ details: { retryable: false } });
  });
  expect(await resend.emails()).toHaveLength(2);
  await resend.stop();
  expect(await read(stale)).toMatchObject({ status: "failed", error: expect.stringContaining("earlier attempt") });
});

test("keeps the time of the first attempt if its connection breaks", async () => {
  const id = await store("welcome");
  const tryOnce = () =>
    sendingBy(resendAdapter("re_test", "http://127.0.0.1:1"), () => deliverEmail(id).catch(() => null));
  await tryOnce();
  const { sent_at } = await read(id);
  expect(sent_at).toEqual(expect.any(Date));
  await tryOnce();
  expect((await read(id)).sent_at).toEqual(sent_at);
});

test("keeps the time of the first attempt after a provider error, because the email may have been sent", async () => {
  const failing = await startFailing(500, {}, JSON.stringify({ statusCode: 500, name: "x", message: "fault" }));
  const id = await store("welcome");
  await sendingBy(resendAdapter("re_test", failing.url), () => expect(deliverEmail(id)).rejects.toThrow());
  await failing.stop();
  expect(await read(id)).toMatchObject({ status: "queued", data: { name: "Ada" }, sent_at: expect.any(Date) });
});

test("marks emails as auto-generated, so that no auto-responder replies", async () => {
  expect(headerOf(await sendStored(await store("welcome")), "Auto-Submitted")).toBe("auto-generated");
});

test("an email that has since been sent can't be marked as failed", async () => {
  const id = await store("welcome");
  await deliverEmail(id);
  await failEmail(id, "too late");
  expect(await read(id)).toMatchObject({ status: "sent", error: null });
});

test("an email that is queued twice under one key is stored once and starts one job [E04]", async ({ db }) => {
  const idempotencyKey = newId();
  const to = `${newId()}@example.org`;
  const queue = (name: string, key = idempotencyKey): Promise<string> =>
    inUnscopedTransaction((ctx) => queueEmail(ctx, { to, template: "welcome", data: { name }, idempotencyKey: key }));
  const [first, second] = [await queue("Ada"), await queue("Grace")];
  expect(second).toBe(first);
  const other = await queue("Grace", newId());
  const stored = await db.emailMessage.findMany({ where: { to }, orderBy: { created_at: "asc" } });
  expect(stored.map(({ id, data }) => ({ id, data }))).toEqual([
    { id: first, data: { name: "Ada" } },
    { id: other, data: { name: "Grace" } },
  ]);
  const events = await db.outboxEvent.findMany({ where: { name: "email/queued" }, orderBy: { id: "asc" } });
  const ids = events.map(({ data }) => Object(data).message_id);
  expect(ids.filter((id) => id === first || id === other)).toEqual([first, other]);
});
