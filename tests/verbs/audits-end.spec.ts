import { getDatabase, openDatabase, setDatabase } from "@/server/adapters/database";
import { authenticate } from "@/server/auth/authenticate";
import { createRestHandler } from "@/server/core/rest";
import { giveUpAudit, hearScanner, silenceSeconds } from "@/server/features/audits/ask-scanner";
import { appRouter } from "@/server/router";
import { makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mailbox";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { createRestClient } from "@/tests/support/rest-client";
import { deliver, pageOf, postCallback, startAuditOf } from "@/tests/support/scans";

const templatesTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ template }) => template).sort();

const firstScanChats = async (urls: readonly string[]): Promise<number> => {
  const { prisma } = await getDatabase();
  const events = await prisma.outboxEvent.findMany({ where: { name: "chat/queued" } });
  const texts = events.map(({ data }) => (data as { text: string }).text);
  return texts.filter((text) => urls.some((url) => text === `First scan completed: ${url}`)).length;
};

test("the organisation's first completed scan is told to the team once, the second is not", async ({ as, rest }) => {
  const owner = as("owner");
  const audits = [await startAuditOf(owner), await startAuditOf(owner)];
  for (const { id, url } of audits) await deliver(rest, id, [pageOf(url)]);
  expect(await firstScanChats(audits.map(({ url }) => url))).toBe(1);
  expect(await templatesTo((await owner.account()).email)).toEqual(["first-scan-complete", "scan-complete"]);
});

test("when two audits end together, on a database with many sessions, the first scan is told once all the same", async () => {
  const folder = findPostgres();
  test.skip(folder === null, "PostgreSQL is not installed");
  const before = await getDatabase();
  const postgres = await startPostgres(folder ?? "");
  const database = await openDatabase({ url: postgres.url });
  setDatabase(database);
  try {
    const account = await makeAccount({ org_id: await makeOrganisation(), role: "owner" });
    const { access_token } = await signIn(account);
    const rest = createRestHandler(appRouter, authenticate);
    const owner = createRestClient(rest, async () => ({ authorization: `Bearer ${access_token}` }));
    const audits = await Promise.all(Array.from({ length: 6 }, () => startAuditOf(owner)));

    const starts = await Promise.all(
      [1, 2, 3, 4].map(() => owner.post("/api/website-audit/", { url: "https://at-once.example/" })),
    );
    expect(starts.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(starts.filter(({ status }) => status === 409)).toHaveLength(3);

    const ends = await Promise.all(audits.flatMap(({ id, url }) => [1, 2].map(() => deliver(rest, id, [pageOf(url)]))));
    expect(ends.filter(({ data }) => data.ignored === false)).toHaveLength(audits.length);
    expect(await firstScanChats(audits.map(({ url }) => url))).toBe(1);
    const templates = await templatesTo(account.email);
    expect(templates).toEqual(["first-scan-complete", ...Array<string>(5).fill("scan-complete")]);
    expect(await database.prisma.scanAudit.count()).toBe(audits.length);
  } finally {
    setDatabase(before);
    await database.close();
    await postgres.stop();
  }
});

const silence = async (id: string, seconds: number): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.websiteAudit.update({ where: { id }, data: { last_heard_at: new Date(Date.now() - seconds * 1_000) } });
};

test("a scanner is silent after two minutes without a word", async ({ as }) => {
  const { id } = await startAuditOf(as("owner"));
  const hearing = await hearScanner(id);
  expect(hearing.state).toBe("alive");
  expect(hearing.state === "alive" && hearing.wait_seconds).toBeLessThanOrEqual(silenceSeconds);
  await silence(id, silenceSeconds - 10);
  expect((await hearScanner(id)).state).toBe("alive");
  await silence(id, silenceSeconds + 1);
  expect(await hearScanner(id)).toEqual({ state: "silent" });
});

test("an audit whose scanner says that all is sent, and loses a page, completes with what is here", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await postCallback(rest, id, { event: "audit.completed", pages_total: 2, pages: [pageOf(url)] });
  await silence(id, silenceSeconds + 1);
  expect(await hearScanner(id)).toEqual({ state: "ended" });
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({ status: "completed", pages_total: 1 });
});

test("an audit that nobody delivers fails, says why, and its owner is told once", async ({ as }) => {
  const owner = as("owner");
  const { id } = await startAuditOf(owner);
  for (const _ of [1, 2]) await giveUpAudit(id, "scanner_timeout");
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({
    status: "failed",
    error_code: "scanner_timeout",
    error_message: "The scanner stopped answering.",
  });
  expect(await templatesTo((await owner.account()).email)).toEqual(["scan-failed"]);
});

test("giving up on what has ended changes nothing", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await deliver(rest, id, [pageOf(url)]);
  await giveUpAudit(id, "scanner_unreachable");
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({ status: "completed", error_code: null });
});
