import type { EmailStatus, WebhookDeliveryStatus } from "@/generated/prisma/enums";
import type { Database } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { issueAccountToken } from "@/server/domains/identity/auth/account-token";
import { purgeReports } from "@/server/domains/reports";
import { makeAccount } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { purgeOldRows } from "@/tests/support/purge";
import { completedAudit } from "@/tests/support/sample-audit";
import { makeEndpoint } from "@/tests/support/webhook-receiver";

type Db = Database["prisma"];

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const old = daysAgo(env.REPORT_KEPT_DAYS + 1);
const young = daysAgo(env.REPORT_KEPT_DAYS - 1);

const addJob = async (db: Db, audit_id: string, created_at: Date, org_id: string | null = null): Promise<string> => {
  const url = "https://customer.example/";
  const job = { audit_id, org_id, email: "reader@example.org", url, created_at };
  const { id } = await db.reportJob.create({ data: { id: newId(), variant: "full", status: "emailed", ...job } });
  await getStore().put(audit_id, Buffer.from("%PDF-"), { contentType: "application/pdf" });
  await getStore().put(`reports/jobs/${id}.pdf`, Buffer.from("%PDF-"), { contentType: "application/pdf" });
  return id;
};

const isStored = async (key: string): Promise<boolean> => (await getStore().head(key)) !== null;

test("purges a visitor's report with its job and PDF after its retention period, and keeps a newer one", async ({
  db,
}) => {
  const [gone, stays] = [`old-${newId()}`, `young-${newId()}`];
  const goneJob = await addJob(db, gone, old);
  const staysJob = await addJob(db, stays, young);
  while (await purgeReports());
  expect(await db.reportJob.findMany({ where: { id: { in: [goneJob, staysJob] } }, select: { id: true } })).toEqual([
    { id: staysJob },
  ]);
  for (const key of [gone, `reports/jobs/${goneJob}.pdf`]) expect(await isStored(key)).toBe(false);
  expect(await isStored(stays)).toBe(true);
});

test("keeps a PDF that a newer job stored under the same id", async ({ db }) => {
  const id = `again-${newId()}`;
  await addJob(db, id, old);
  const younger = await addJob(db, id, young);
  while (await purgeReports());
  expect(await db.reportJob.findMany({ where: { audit_id: id }, select: { id: true } })).toEqual([{ id: younger }]);
  expect(await isStored(id)).toBe(true);
});

test("keeps the report of an audit on this platform until the audit is deleted, and purges only the old job", async ({
  db,
  as,
  rest,
  org_id,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  const job = await addJob(db, id, old, org_id);
  while (await purgeReports());
  expect(await db.reportJob.findUnique({ where: { id: job } })).toBeNull();
  expect(await isStored(id)).toBe(true);
});

test("splits a purge that exceeds one batch into several short batches", async ({ db }) => {
  const data = Array.from({ length: 120 }, () => ({
    ...{ id: newId(), audit_id: `many-${newId()}`, variant: "full" as const, url: "https://customer.example/" },
    created_at: old,
  }));
  await db.reportJob.createMany({ data });
  let batches = 1;
  while (await purgeReports()) batches += 1;
  expect(batches).toBe(3);
  expect(await db.reportJob.count({ where: { created_at: { lte: old } } })).toBe(0);
});

test("purges emails after 90 days and the provider's events after 30, but never queued emails", async ({ db }) => {
  const addEmail = async (status: EmailStatus, days: number): Promise<string> => {
    const id = newId();
    const email = { to: "a@example.org", from: "b@example.org", subject: "", template: "welcome", data: {} };
    await db.emailMessage.create({ data: { id, idempotency_key: id, ...email, status, created_at: daysAgo(days) } });
    return id;
  };
  const gone = [await addEmail("sent", 91), await addEmail("failed", 91)];
  const kept = [await addEmail("sent", 89), await addEmail("queued", 200)];
  const event = (days: number) => ({
    ...{ id: newId(), type: "sent" as const, provider_id: newId() },
    created_at: daysAgo(days),
  });
  const [goneEvent, keptEvent] = [event(31), event(29)];
  await db.emailEvent.createMany({ data: [goneEvent, keptEvent] });
  await purgeOldRows();
  const emails = await db.emailMessage.findMany({ where: { id: { in: [...gone, ...kept] } }, select: { id: true } });
  expect(emails.map(({ id }) => id).sort()).toEqual([...kept].sort());
  const events = await db.emailEvent.findMany({ where: { id: { in: [goneEvent.id, keptEvent.id] } } });
  expect(events.map(({ id }) => id)).toEqual([keptEvent.id]);
});

test("purges stored responses after a day, even without new calls", async ({ db }) => {
  const answer = (key: string, days: number) => ({
    ...{ scope: "purge", key, request_hash: "", status: 0, body: {} },
    created_at: daysAgo(days),
  });
  await db.idempotentResponse.createMany({ data: [answer("old", 1.1), answer("young", 0.9)] });
  await purgeOldRows();
  const kept = await db.idempotentResponse.findMany({ where: { scope: "purge" }, select: { key: true } });
  expect(kept).toEqual([{ key: "young" }]);
});

test("purges webhook deliveries after 30 days, whatever their outcome", async ({ db, org_id }) => {
  const { id: endpoint_id } = await makeEndpoint(org_id, "https://receiver.example/");
  const delivery = (status: WebhookDeliveryStatus, days: number) => ({
    ...{ id: newId(), endpoint_id, event_id: newId(), type: "scan.failed", payload: {}, status },
    created_at: daysAgo(days),
  });
  const kept = delivery("failed", 29);
  await db.webhookDelivery.createMany({ data: [delivery("delivered", 31), delivery("failed", 31), kept] });
  await purgeOldRows();
  const left = await db.webhookDelivery.findMany({ where: { endpoint_id }, select: { id: true } });
  expect(left).toEqual([{ id: kept.id }]);
});
test("purges links 30 days after they expire", async ({ db, org_id }) => {
  const { id: user_id } = await makeAccount({ org_id, role: "viewer" });
  const purpose = "reset-password";
  for (const daysAgo of [31, 29, -1])
    await issueAccountToken(db, { user_id, purpose, minutes: -daysAgo * 24 * 60, data: { daysAgo } });
  await purgeOldRows();
  const left = await db.accountToken.findMany({ where: { user_id }, orderBy: { expires_at: "asc" } });
  expect(left.map(({ data }) => data)).toEqual([{ daysAgo: 29 }, { daysAgo: -1 }]);
});
