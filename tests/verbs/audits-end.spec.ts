import { type Database, getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { checkProgress, failUndeliveredAudit, silenceSeconds } from "@/server/domains/audits/request-scan";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { type Account, makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { brandsTo, emailsTo } from "@/tests/support/mailbox";
import { findPostgres, type Postgres, startPostgres } from "@/tests/support/postgres";
import { createRestClient, type RestClient, type RestHandler } from "@/tests/support/rest-client";
import { deliver, deliverPatiently, pageOf, postCallback, startAuditOf, uniqueSite } from "@/tests/support/scans";

const templatesTo = async (email: string): Promise<string[]> =>
  (await emailsTo(email)).map(({ template }) => template).sort();

const firstScanChats = async (urls: readonly string[]): Promise<number> => {
  const { prisma } = await getDatabase();
  const events = await prisma.outboxEvent.findMany({ where: { name: "chat/queued" } });
  const texts = events.map(({ data }) => (data as { text: string }).text);
  return texts.filter((text) => urls.some((url) => text === `First audit completed: ${url}`)).length;
};

test("notifies the team of the organisation's first completed audit, but not the second [#80] [#81] [#132] @long", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const audits = [await startAuditOf(owner), await startAuditOf(owner)];
  for (const { id, url } of audits) await deliver(rest, id, [pageOf(url)]);
  expect(await firstScanChats(audits.map(({ url }) => url))).toBe(1);
  const { email } = await owner.account();
  expect(await templatesTo(email)).toEqual(["first-scan-complete", "scan-complete"]);
  expect(await brandsTo(email)).toEqual({ "first-scan-complete": "accessibility", "scan-complete": "accessibility" });
});

test.describe("on PostgreSQL, where calls really run in parallel", () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  let postgres: Postgres;
  let database: Database;
  let before: Database;
  let account: Account;
  let rest: RestHandler;
  let owner: RestClient;

  test.beforeAll(async () => {
    before = await getDatabase();
    postgres = await startPostgres(findPostgres() ?? "");
    database = await openDatabase({ url: postgres.url });
    setDatabase(database);
    account = await makeAccount({ org_id: await makeOrganisation(), role: "owner" });
    const { access_token } = await signIn(account);
    rest = createRestHandler(appRouter, authenticate);
    owner = createRestClient(rest, async () => ({ authorization: `Bearer ${access_token}` }));
  });

  test.afterAll(async () => {
    if (!database) return;
    setDatabase(before);
    await database.close();
    await postgres.stop();
  });

  test("notifies the team of the first completed audit only once when several audits end together [#132]", async () => {
    const audits = await Promise.all(Array.from({ length: 6 }, () => startAuditOf(owner)));
    const ends = await Promise.all(
      audits.flatMap(({ id, url }) => [1, 2].map(() => deliverPatiently(rest, id, [pageOf(url)]))),
    );
    for (const end of ends) expect(end).toMatchObject({ status: 200, data: { ignored: expect.any(Boolean) } });
    expect(ends.filter(({ data }) => data.ignored === false)).toHaveLength(audits.length);
    expect(await firstScanChats(audits.map(({ url }) => url))).toBe(1);
    const templates = await templatesTo(account.email);
    expect(templates).toEqual(["first-scan-complete", ...Array<string>(5).fill("scan-complete")]);
    expect(await database.prisma.scanAudit.count()).toBe(audits.length);
  });

  test("concurrent requests to audit the same website create one audit", async () => {
    const { data } = await owner.post("/api/websites/", { url: uniqueSite() });
    const start = () => owner.post("/api/website-audit/", { website_id: data.id });
    const replies = await Promise.all([start(), start(), start(), start()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test("concurrent requests to audit the URL of a new website create one audit, and the other callers get its id", async () => {
    const url = uniqueSite();
    const start = () => owner.post("/api/website-audit/", { url });
    const replies = await Promise.all([start(), start(), start(), start()]);
    const [first, ...others] = replies.sort((a, b) => a.status - b.status);
    expect(first?.status).toBe(201);
    for (const reply of others) expect(reply).toFail(409, "conflict", { audit_id: first?.data.id });
    expect(await database.prisma.website.count({ where: { url } })).toBe(1);
    expect(await database.prisma.websiteAudit.count({ where: { website_id: first?.data.website_id } })).toBe(1);
  });

  test("concurrent requests to add the same website create it only once, and the other callers get its id", async () => {
    const url = uniqueSite();
    const replies = await Promise.all([1, 2, 3, 4].map(() => owner.post("/api/websites/", { url })));
    const [first, ...others] = replies.sort((a, b) => a.status - b.status);
    expect(first?.status).toBe(201);
    for (const reply of others) expect(reply).toFail(409, "conflict", { website_id: first?.data.id });
  });

  test("counts a page only once when many callbacks deliver it at the same time", async () => {
    const { id, url } = await startAuditOf(owner);
    const post = (sequence: number) => postCallback(rest, id, { sequence, pages_total: 9, pages: [pageOf(url)] });
    const replies = await Promise.all([1, 1, 2, 2, 3, 3].map(post));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(
      await database.prisma.auditRule.findFirst({ where: { audit_id: id, rule_id: "button-name" } }),
    ).toMatchObject({
      failed_nodes: 2,
      failed_pages: 1,
    });
    expect((await owner.get(`/api/website-audit/${id}/`)).data.pages_done).toBe(1);
  });

  test("an audit that is cancelled and completed at the same moment ends up either cancelled or completed, never a mixture of both", async () => {
    const audits = await Promise.all(Array.from({ length: 6 }, () => startAuditOf(owner)));
    await Promise.all(
      audits.flatMap(({ id, url }) => [
        owner.post(`/api/website-audit/${id}/cancel/`),
        deliver(rest, id, [pageOf(url)]),
      ]),
    );
    for (const { id } of audits) {
      const { status, scores, pages_done } = (await owner.get(`/api/website-audit/${id}/`)).data;
      const ended = { completed: 1, cancelled: 0 }[status as string];
      expect([Number(scores.accessibility !== null), pages_done], status).toEqual([ended, ended]);
    }
  });

  test("concurrent calls with one Idempotency-Key create one job", async () => {
    const id = `together-${newId()}`;
    const body = { id, variant: "full", email: "a@example.org", url: "https://a.example/", data: { website: {} } };
    const headers = { "idempotency-key": newId() };
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => owner.post("/api/v1/report", body, headers)));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(replies.map(({ data }) => data.jobId)).size).toBe(1);
    expect(await database.prisma.reportJob.count({ where: { audit_id: id } })).toBe(1);
  });
});

const silence = async (id: string, seconds: number): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.websiteAudit.update({
    where: { id },
    data: { last_contact_at: new Date(Date.now() - seconds * 1_000) },
  });
};

test("treats a scanner as silent after two minutes without a callback", async ({ as }) => {
  const { id } = await startAuditOf(as("owner"));
  const progress = await checkProgress(id);
  expect(progress.state).toBe("alive");
  expect(progress.state === "alive" && progress.wait_seconds).toBeLessThanOrEqual(silenceSeconds);
  await silence(id, silenceSeconds - 10);
  expect((await checkProgress(id)).state).toBe("alive");
  await silence(id, silenceSeconds + 1);
  expect(await checkProgress(id)).toEqual({ state: "silent" });
});

test("completes an audit with the pages received if the scanner reports that the audit has ended, even though a page is missing", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await postCallback(rest, id, { event: "audit.completed", pages_total: 2, pages: [pageOf(url)] });
  await silence(id, silenceSeconds + 1);
  expect(await checkProgress(id)).toEqual({ state: "ended" });
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({ status: "completed", pages_total: 1 });
});

test("an audit whose results never arrive fails with a reason, and its owner is notified once", async ({ as }) => {
  const owner = as("owner");
  const { id } = await startAuditOf(owner);
  for (const _ of [1, 2]) await failUndeliveredAudit(id, "scanner_timeout");
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({
    status: "failed",
    error_code: "scanner_timeout",
    error_message: "The scanner stopped responding.",
  });
  expect(await templatesTo((await owner.account()).email)).toEqual(["scan-failed"]);
});

for (const [what, change] of [
  ["has left", { left: true }],
  ["is disabled", { left: false }],
] as const)
  test(`an audit started by someone who ${what} notifies only the owner`, async ({ as, rest, db, org_id }) => {
    const owner = await as("owner").account();
    const starter = await as("member").account();
    const audits = [await startAuditOf(as("member")), await startAuditOf(as("member"))];
    const where = { org_id_user_id: { org_id, user_id: starter.id } };
    if (change.left) await db.membership.delete({ where });
    else await db.membership.update({ where, data: { disabled_at: new Date() } });
    const [ended, failed] = audits;
    await deliver(rest, ended?.id ?? "", [pageOf(ended?.url ?? "")]);
    await failUndeliveredAudit(failed?.id ?? "", "scanner_timeout");
    expect(await templatesTo(starter.email)).toEqual([]);
    expect(await templatesTo(owner.email)).toEqual(["first-scan-complete", "scan-failed"]);
  });

test("an audit that has ended can't be marked as failed", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await deliver(rest, id, [pageOf(url)]);
  await failUndeliveredAudit(id, "scanner_unreachable");
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({ status: "completed", error_code: null });
});
