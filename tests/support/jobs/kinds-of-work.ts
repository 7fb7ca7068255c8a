import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Database } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { notifyLead, queueEmail } from "@/server/domains/messaging/delivery";
import { openRefresh } from "@/server/domains/monitoring/search-performance/tokens";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { goodPassword, makeAccount, makeOrganisation, signIn } from "../accounts";
import type { SignedIn } from "../api";
import type { RestClient } from "../rest-client";
import { makeScannedWebsite } from "../scanned-website";
import type { SilentScanner } from "../scanner/silent-scanner";
import { runOnce, runsOf, scheduleDue } from "../schedules";
import { answerConsent, type GoogleServer } from "../search-console";
import { makeEndpoint, startReceiver } from "../webhook-receiver";

export interface World {
  as(role: "owner" | "admin"): SignedIn;
  visitor: RestClient;
  org_id: string;
  db: Database["prisma"];
  google: GoogleServer;
  scanner: SilentScanner;
}

/** Gives the app some work to do. Returns a check that the work was done exactly once. */
type Accept = (world: World) => Promise<() => Promise<void>>;

const address = (): string => `${newId()}@example.org`;

const outbox = (): string => join(env.DATA_DIR, "outbox");

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? one.name : []))
    : [];

/** Counts the emails sent to this email address, from the contents of the outbox files. */
const emailsTo = (to: string): number =>
  filesIn(outbox()).filter((name) => readFileSync(join(outbox(), name), "utf8").includes(`To: ${to}`)).length;

const chatsAbout = (text: string): number =>
  filesIn(join(outbox(), "chat")).filter((name) => readFileSync(join(outbox(), "chat", name), "utf8").includes(text))
    .length;

const acceptEmail: Accept = async () => {
  const to = address();
  await inUnscopedTransaction((ctx) => queueEmail(ctx, { to, template: "welcome", data: { name: "Ada" } }));
  return async () => expect(emailsTo(to)).toBe(1);
};

const acceptChat: Accept = async () => {
  const email = address();
  await inUnscopedTransaction(async (ctx) => notifyLead(ctx, { id: newId(), url: "https://customer.example/", email }));
  return async () => expect(chatsAbout(email)).toBe(1);
};

const acceptReport: Accept = async ({ visitor, db }) => {
  const [email, agencyEmail] = [address(), address()];
  const data = { website: { url: "https://customer.example/", name: "Customer" } };
  const body = { id: newId(), variant: "singlePage", email, agencyEmail, url: "https://customer.example/", data };
  const reply = await visitor.post("/api/v1/report", body);
  expect(reply.status).toBe(202);
  return async () => {
    const { status } = await db.reportJob.findUniqueOrThrow({ where: { id: reply.data.jobId } });
    expect({ status, reports: emailsTo(email), leads: emailsTo(agencyEmail), chats: chatsAbout(email) }).toEqual({
      status: "emailed",
      reports: 1,
      leads: 1,
      chats: 1,
    });
  };
};

const acceptPasswordReset: Accept = async ({ visitor, org_id }) => {
  const { email } = await makeAccount({ org_id, role: "viewer" });
  expect((await visitor.post("/api/auth/forgot-password", { email })).status).toBeLessThan(300);
  return async () => expect(emailsTo(email)).toBe(1);
};

const acceptExport: Accept = async ({ visitor, org_id, db }) => {
  const account = await makeAccount({ org_id, role: "viewer" });
  const headers = { authorization: `Bearer ${(await signIn(account)).access_token}` };
  const reply = await visitor.post("/api/user/me/export/", {}, headers);
  expect(reply.status).toBe(202);
  return async () => {
    const { status } = await db.dataExport.findUniqueOrThrow({ where: { id: reply.data.id } });
    expect({ status, emails: emailsTo(account.email) }).toEqual({ status: "ready", emails: 1 });
  };
};

const acceptWebhook: Accept = async ({ as, org_id, db }) => {
  const receiver = await startReceiver();
  const { id } = await makeEndpoint(org_id, receiver.url);
  const reply = await as("owner").post(`/api/webhooks/${id}/test/`);
  expect(reply.status).toBeLessThan(300);
  return async () => {
    const { status } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: reply.data.id } });
    expect({ status, calls: receiver.received.length }).toEqual({ status: "delivered", calls: 1 });
    receiver.stop();
  };
};

/** Creates an organisation and its only member. Also returns the headers for the member's calls. */
const makeOwner = async () => {
  const org_id = await makeOrganisation();
  const account = await makeAccount({ org_id, role: "owner", password: goodPassword });
  return { org_id, account, headers: { authorization: `Bearer ${(await signIn(account)).access_token}` } };
};

const acceptAudit: Accept = async ({ visitor, scanner }) => {
  const { headers } = await makeOwner();
  const reply = await visitor.post("/api/website-audit/", { url: `https://${newId()}.example/` }, headers);
  expect(reply.status).toBe(201);
  const { id } = reply.data;
  return async () => expect(scanner.requests.map(({ audit_id }) => audit_id)).toContain(id);
};

const acceptScheduleEnd: Accept = async ({ as }) => {
  const due = new Date("2027-01-04T10:00:00.000Z");
  const schedule = await scheduleDue(as("owner"), due);
  const audit_id = await runOnce(schedule, due);
  expect((await as("owner").post(`/api/website-audit/${audit_id}/cancel/`)).status).toBeLessThan(300);
  return async () => expect((await runsOf(schedule)).map(({ outcome }) => outcome)).toEqual(["cancelled"]);
};

const acceptAccountDeletion: Accept = async ({ visitor, db }) => {
  const { org_id, account, headers } = await makeOwner();
  const { result_key } = await makeScannedWebsite(org_id);
  await getStore().put(result_key, Buffer.from("{}"), { contentType: "application/json" });
  await db.organisation.update({ where: { id: org_id }, data: { billing_customer_id: `cus_${newId()}` } });
  const paid = { kind: "invoice", status: "paid", amount: 100, currency: "eur", occurred_at: new Date() } as const;
  await db.billingTransaction.create({ data: { id: newId(), provider_id: newId(), org_id, ...paid } });
  expect((await visitor.delete("/api/user/me/", headers)).status).toBe(202);
  return async () =>
    expect({
      organisations: await db.organisation.count({ where: { id: org_id } }),
      payments: await db.billingTransaction.count({ where: { org_id } }),
      isStored: (await getStore().head(result_key)) !== null,
      goodbyes: emailsTo(account.email),
    }).toEqual({ organisations: 0, payments: 0, isStored: false, goodbyes: 1 });
};

const acceptRevocation: Accept = async ({ visitor, db, google }) => {
  const { org_id, account, headers } = await makeOwner();
  const page = await visitor.get("/api/search-perf/auth", headers);
  await visitor.get(await answerConsent(page.headers.get("location") ?? ""), headers);
  const { refresh_token } = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  const token = await openRefresh(org_id, refresh_token);
  expect((await visitor.delete("/api/search-perf/", headers)).status).toBe(200);
  return async () => {
    expect(google.grants.isLiving(token)).toBe(false);
    // One email about connecting, and one about disconnecting.
    expect(emailsTo(account.email)).toBe(2);
  };
};

/** Every kind of work that the app accepts and performs later. */
export const kindsOfWork: Readonly<Record<string, Accept>> = {
  "an email": acceptEmail,
  "a chat notification": acceptChat,
  "a report with its emails, lead and notification": acceptReport,
  "a password reset": acceptPasswordReset,
  "a data export": acceptExport,
  "a webhook delivery": acceptWebhook,
  "an audit": acceptAudit,
  "the end of a scheduled audit": acceptScheduleEnd,
  "the deletion of an account, with its organisation, files and payments": acceptAccountDeletion,
  "the revocation of a consent": acceptRevocation,
};
