import type { EmailId } from "@/emails";
import { renderEmail } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import type { ScannerPort } from "@/server/adapters/scanner";
import { processWide } from "@/server/core/process-wide";
import { confirmStop, endAuditsOverBudget, stopParkedAudit } from "@/server/domains/audits";
import { admitAudits, discountDowntime } from "@/server/domains/audits/queue";
import { checkProgress, requestScan } from "@/server/domains/audits/request-scan";
import { webhookTypes } from "@/server/domains/integrations/webhooks/contract";
import { buildReportData } from "@/server/domains/reports/data/build-report-data";
import { renderReport } from "@/server/domains/reports/pdf";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { EarlReport } from "@/tests/support/export-shapes";
import { emailsTo } from "@/tests/support/mailbox";
import { readPdf, wholeText } from "@/tests/support/report/read-pdf";
import type { RestClient } from "@/tests/support/rest-client";
import { attachSilentScanner } from "@/tests/support/scanner/attach-silent-scanner";
import { deliver, failedPage, pageOf, postCallback, type RunningAudit, startAuditOf } from "@/tests/support/scans";
import { makeEndpoint } from "@/tests/support/webhook-receiver";

const usual = { SCANNER_CONCURRENCY: 4, AUDITS_PER_ORGANISATION: 2, AUDIT_MINUTES: 60, AUDIT_SLICE_SECONDS: 120 };
const budgets = { AUDIT_CPU_SECONDS: 3_600, AUDIT_MEGABYTES: 10_000 };
const scanner = attachSilentScanner(test);

test.beforeEach(async ({ db }) => {
  await db.websiteAudit.deleteMany();
  await db.slotUse.deleteMany();
  configure({ ...usual, ...budgets });
});
test.afterEach(() => configure({ ...usual, ...budgets }));

const auditOf = async (client: RestClient, { id }: { id: string }) =>
  (await client.get(`/api/website-audit/${id}/`)).data;
const statusOf = async (client: RestClient, { website_id }: RunningAudit) =>
  (await client.get(`/api/website-audit/latest-audit-status/?website_id=${website_id}`)).data;
const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
const rowOf = async (id: string) => {
  const { prisma } = await getDatabase();
  return prisma.websiteAudit.findUniqueOrThrow({ where: { id } });
};

/** Reports five discovered pages and delivers the first two. */
const deliverTwoOfFive = async (rest: Parameters<typeof postCallback>[0], { id, url }: RunningAudit, more = {}) => {
  const found = ["", "a", "b", "c", "d"].map((path) => url + path);
  const pages = found.slice(0, 2).map((page) => pageOf(page));
  return postCallback(rest, id, { pages_total: 5, discovered_urls: found, pages, ...more });
};

test("an audit that uses up its time ends as partial and lists the missing pages [H5] @long", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await deliverTwoOfFive(rest, audit);
  await endAuditsOverBudget();
  expect(await auditOf(owner, audit)).toMatchObject({ status: "in_progress", partial: null });
  await db.websiteAudit.update({
    where: { id: audit.id },
    data: { slot_since: secondsAgo(1_801), slot_ms: 1_800_000 },
  });
  await endAuditsOverBudget();
  expect(await auditOf(owner, audit)).toMatchObject({
    status: "completed",
    error_code: null,
    pages_done: 2,
    pages_total: 2,
    partial: {
      reason: "time",
      pages_missing: 3,
      examples: ["b", "c", "d"].map((path) => audit.url + path),
    },
  });
  const late = await postCallback(rest, audit.id, { sequence: 2, pages: [pageOf(`${audit.url}b`)] });
  expect(late.data, "the scanner is asked to stop").toEqual({ ignored: true });
});

test("time in the queue does not count towards the budget @long", async ({ as, db }) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await db.websiteAudit.update({
    where: { id: audit.id },
    data: { created_at: secondsAgo(90_000), started_at: secondsAgo(90_000) },
  });
  await endAuditsOverBudget();
  expect((await auditOf(owner, audit)).status).toBe("in_progress");
});

for (const [reason, usage] of [
  ["cpu", { cpu_ms: 5_000, bytes: 0 }],
  ["bytes", { cpu_ms: 0, bytes: 5_000_000 }],
] as const)
  test(`an audit that uses up its budget (${reason}) over several callbacks ends as partial [H5]`, async ({
    as,
    rest,
  }) => {
    configure({ AUDIT_CPU_SECONDS: 10, AUDIT_MEGABYTES: 10 });
    const owner = as("owner");
    const audit = await startAuditOf(owner);
    await admitAudits();
    await deliverTwoOfFive(rest, audit, { usage });
    await postCallback(rest, audit.id, { sequence: 1, event: "heartbeat", usage });
    expect((await auditOf(owner, audit)).status, "a repeated callback counts once").toBe("in_progress");
    await postCallback(rest, audit.id, { sequence: 2, event: "heartbeat", usage });
    expect(await auditOf(owner, audit)).toMatchObject({ status: "completed", partial: { reason, pages_missing: 3 } });
  });

test("charges an audit for the time before the app went down, but not for the downtime", async ({ as, rest, db }) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await deliverTwoOfFive(rest, audit);
  await db.websiteAudit.update({
    where: { id: audit.id },
    data: {
      slot_ms: 5_000,
      slot_since: secondsAgo(7_200),
      charged_at: secondsAgo(7_200),
      last_contact_at: secondsAgo(7_140),
    },
  });
  await discountDowntime();
  await endAuditsOverBudget();
  await admitAudits();
  const row = await rowOf(audit.id);
  expect(row).toMatchObject({ status: "in_progress", partial: null, slot_ms: 65_000 });
  expect(Date.now() - (row.slot_since?.getTime() ?? 0)).toBeLessThan(60_000);
  const [used] = await db.slotUse.findMany();
  expect(used?.seconds ?? 0).toBeLessThan(60);
});

test("an error while ending one audit doesn't stop others from ending", async ({ as, rest, db }) => {
  const owner = as("owner");
  const audits = [await startAuditOf(owner), await startAuditOf(owner)];
  await admitAudits();
  for (const audit of audits) await deliverTwoOfFive(rest, audit);
  const [stuck] = audits.toSorted((one, other) => one.id.localeCompare(other.id));
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_to_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'it does not end'; END $$`);
  await db.$executeRawUnsafe(`
    CREATE TRIGGER refuse_to_end BEFORE UPDATE OF status ON website_audits FOR EACH ROW
    WHEN (NEW.id = '${stuck?.id}' AND NEW.status <> 'in_progress') EXECUTE FUNCTION refuse_to_end()`);
  try {
    await db.websiteAudit.updateMany({ data: { slot_ms: 3_600_000 } });
    await endAuditsOverBudget();
    const rows = await db.websiteAudit.findMany({ orderBy: { id: "asc" } });
    expect(rows.map(({ status }) => status)).toEqual(["in_progress", "completed"]);
  } finally {
    await db.$executeRawUnsafe("DROP FUNCTION refuse_to_end() CASCADE");
  }
});

test("stops an audit that loses its slot while the scan request is in flight", async ({ as, db }) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  const { slices } = await rowOf(audit.id);
  const chosen = processWide<ScannerPort>("scanner");
  const port = chosen.value as ScannerPort;
  chosen.value = {
    ...port,
    start: async (request) => {
      await db.websiteAudit.update({ where: { id: audit.id }, data: { slot_since: null } });
      return port.start(request);
    },
  };
  try {
    await requestScan(audit.id, slices);
  } finally {
    chosen.value = port;
  }
  expect(scanner().stopped).toContain(audit.id);
});

test("an audit that uses up its budget before its first page fails with budget_used_up [H5]", async ({ as, rest }) => {
  configure({ AUDIT_CPU_SECONDS: 1 });
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await postCallback(rest, audit.id, { event: "heartbeat", usage: { cpu_ms: 1_000, bytes: 0 } });
  const ended = await auditOf(owner, audit);
  expect(ended).toMatchObject({ status: "failed", error_code: "budget_used_up", partial: null });
  expect(ended.error_message).toContain("processor time");
  expect(await emailsTo((await owner.account()).email)).toMatchObject([{ template: "scan-failed" }]);
});

test("an audit that uses up its budget with its last page is complete", async ({ as, rest }) => {
  configure({ AUDIT_CPU_SECONDS: 1 });
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  const usage = { cpu_ms: 1_000, bytes: 0 };
  await postCallback(rest, audit.id, { event: "audit.completed", pages_total: 1, pages: [pageOf(audit.url)], usage });
  expect(await auditOf(owner, audit)).toMatchObject({ status: "completed", partial: null });
});

test("findings on missing pages count neither as fixed in a partial audit nor as new in the next one", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  const pages = ["", "a", "b"].map((path) => pageOf(audit.url + path));
  await deliver(rest, audit.id, pages);
  const again = async () => {
    const reply = await owner.post("/api/website-audit/", { website_id: audit.website_id });
    await admitAudits();
    return reply.data.id as string;
  };
  const partial = await again();
  await postCallback(rest, partial, { pages_total: 3, pages: pages.slice(0, 1) });
  await db.websiteAudit.update({ where: { id: partial }, data: { slot_since: secondsAgo(3_601) } });
  await endAuditsOverBudget();
  const diff = async (id: string) => (await owner.get(`/api/results/${id}/diff/`)).data;
  expect(await diff(partial)).toMatchObject({
    counts: { new: 0, fixed: 0, regressed: 0, unchanged: 2, not_compared: 4 },
  });
  const whole = await again();
  await deliver(rest, whole, pages);
  expect(await diff(whole)).toMatchObject({
    counts: { new: 0, fixed: 0, regressed: 0, unchanged: 2, not_compared: 4 },
  });
});

test("one of several audits waiting for a crawl delay releases its slot to another organisation's audit [H5]", async ({
  as,
  otherOrganisation,
  rest,
  db,
}) => {
  const hogs = [otherOrganisation().as("owner"), otherOrganisation().as("owner")];
  const slow: RunningAudit[] = [];
  for (const hog of hogs) slow.push(await startAuditOf(hog), await startAuditOf(hog));
  expect(await admitAudits()).toHaveLength(4);
  for (const [index, { id, url }] of slow.entries())
    await postCallback(rest, id, { pages_total: 451, pages: [pageOf(url)], pause_seconds: 9 + index });
  const honest = await startAuditOf(as("owner"));
  expect(await admitAudits(), "no slot is free until the scanner has stopped").toEqual([]);
  const parked = await db.websiteAudit.findMany({ where: { stopping_since: { not: null } } });
  expect(parked).toHaveLength(1);
  const { id = "", slices = 0 } = parked[0] ?? {};
  await stopParkedAudit({ audit_id: id, slice: slices });
  expect(scanner().stopped.at(-1)).toBe(id);
  await confirmStop({ audit_id: id, slice: slices });
  expect(await admitAudits()).toEqual([honest.id]);
  expect((await checkProgress(id, slices)).state, "the job of its previous slot has ended").toBe("ended");
  const yielding = slow.find((audit) => audit.id === id) as RunningAudit;
  const now = await statusOf(hogs[slow.indexOf(yielding) < 2 ? 0 : 1] as RestClient, yielding);
  expect(now).toMatchObject({
    status: "in_progress",
    phase: "waiting",
    queue_position: 1,
    pages_done: 1,
    pages_total: 451,
  });
});

test("an audit that releases its slot keeps its pages, accepts late pages, and resumes where it stopped [H5]", async ({
  as,
  otherOrganisation,
  rest,
  db,
}) => {
  configure({ SCANNER_CONCURRENCY: 1 });
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await requestScan(audit.id, 1);
  await deliverTwoOfFive(rest, audit);
  await db.websiteAudit.update({
    where: { id: audit.id },
    data: { slot_since: secondsAgo(121), charged_at: secondsAgo(121) },
  });
  const other = await startAuditOf(otherOrganisation().as("owner"));
  await admitAudits();
  const late = await postCallback(rest, audit.id, { sequence: 2, phase: "scanning", pages: [pageOf(`${audit.url}b`)] });
  expect(late.data).toEqual({ ignored: false });
  expect(await statusOf(owner, audit)).toMatchObject({
    phase: "waiting",
    queue_position: 2,
    pages_done: 3,
    pages_total: 5,
  });
  await confirmStop({ audit_id: audit.id, slice: 1 });
  expect(await admitAudits()).toEqual([other.id]);
  await deliver(rest, other.id, [pageOf(other.url)]);
  expect(await admitAudits()).toEqual([audit.id]);
  await requestScan(audit.id, 2);
  const requests = scanner().requests.filter(({ audit_id }) => audit_id === audit.id);
  expect(requests).toHaveLength(2);
  expect(new Set(requests[1]?.options.skip_urls)).toEqual(new Set(["", "a", "b"].map((path) => audit.url + path)));
  expect(requests[1]?.options).toMatchObject({ pages_done: 3, first_sequence: 3 });
  await postCallback(
    rest,
    audit.id,
    { sequence: 3, event: "heartbeat", phase: "discovering", pages_total: 0 },
    { attempt: 2 },
  );
  expect(await statusOf(owner, audit), "progress never goes backwards").toMatchObject({
    pages_done: 3,
    pages_total: 5,
    percent: 60,
  });
  expect((await rowOf(audit.id)).slot_ms).toBeGreaterThanOrEqual(121_000);
});

test("a job for an audit's previous slot neither requests nor stops a scan", async ({ as, db }) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await db.websiteAudit.update({ where: { id: audit.id }, data: { slices: 2 } });
  await requestScan(audit.id, 1);
  expect(scanner().requests.filter(({ audit_id }) => audit_id === audit.id)).toEqual([]);
  await stopParkedAudit({ audit_id: audit.id, slice: 1 });
  expect(scanner().stopped).not.toContain(audit.id);
});

test("an audit that has used twenty slots without adding a page ends with the pages it already has", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await postCallback(rest, audit.id, { pages_total: 3, pages: [pageOf(audit.url), failedPage(`${audit.url}a`)] });
  await db.websiteAudit.update({ where: { id: audit.id }, data: { fruitless_requests: 20 } });
  await requestScan(audit.id, 1);
  expect(await auditOf(owner, audit)).toMatchObject({
    status: "completed",
    partial: { reason: "time", pages_missing: 1 },
  });
});

test("charges slot time to the owner across all their organisations, even when an audit ends or is cancelled", async ({
  as,
  db,
}) => {
  const owner = as("owner");
  const [first, second] = [await startAuditOf(owner), await startAuditOf(owner)];
  const { user_id } = await db.membership.findFirstOrThrow({
    where: { org_id: (await rowOf(first.id)).org_id, role: "owner" },
    orderBy: [{ created_at: "asc" }, { user_id: "asc" }],
  });
  await admitAudits();
  const used = async () => (await db.slotUse.findUnique({ where: { owner_id: user_id } }))?.seconds ?? 0;
  const since = (seconds: number) => ({ slot_since: secondsAgo(seconds), charged_at: secondsAgo(seconds) });
  await db.websiteAudit.update({ where: { id: first.id }, data: since(100) });
  await admitAudits();
  expect(await used()).toBeCloseTo(100, -1);
  await admitAudits();
  expect(await used(), "charged once").toBeCloseTo(100, -1);
  await db.websiteAudit.update({ where: { id: second.id }, data: since(200) });
  await owner.post(`/api/website-audit/${second.id}/cancel/`);
  await admitAudits();
  expect(await used()).toBeCloseTo(300, -1);
  expect((await rowOf(second.id)).charged_at).toBeNull();
});

test("shows the missing pages wherever the audit is shown [H5] @long", async ({ as, rest, db, org_id }) => {
  const { id: endpoint_id } = await makeEndpoint(org_id, "https://receiver.example/", webhookTypes);
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await admitAudits();
  await deliverTwoOfFive(rest, audit);
  await db.websiteAudit.update({ where: { id: audit.id }, data: { slot_since: secondsAgo(3_601) } });
  await endAuditsOverBudget();
  const partial = { reason: "time", pages_missing: 3, examples: ["b", "c", "d"].map((path) => audit.url + path) };
  expect((await owner.get(`/api/results/?audit_id=${audit.id}`)).data.audit.partial).toEqual(partial);
  expect((await owner.get("/api/website-audit/")).data[0].partial).toEqual(partial);
  const website = `/api/websites/${audit.website_id}/`;
  expect((await owner.get(website)).data.latest_audit.pages_missing).toBe(3);
  expect((await owner.get(`${website}trend/`)).data.points).toMatchObject([{ pages_done: 2, pages_missing: 3 }]);

  const schedule = await owner.post("/api/schedules/", {
    website_id: audit.website_id,
    frequency: "daily",
    time_zone: "UTC",
  });
  const run = {
    schedule_id: schedule.data.id,
    due_at: secondsAgo(3_700),
    outcome: "completed" as const,
    audit_id: audit.id,
  };
  const skipped = { ...run, due_at: secondsAgo(90_000), outcome: "skipped" as const, audit_id: null };
  await db.scheduleRun.createMany({ data: [run, skipped] });
  const scheduled = `/api/schedules/${schedule.data.id}/`;
  expect((await owner.get(`${scheduled}runs/`)).data).toMatchObject([{ pages_missing: 3 }, { pages_missing: 0 }]);
  expect((await owner.get(scheduled)).data.last_run).toMatchObject({ audit_id: audit.id, pages_missing: 3 });

  const [email] = (await emailsTo((await owner.account()).email)).slice(-1);
  expect(email?.data.pages_missing).toBe(3);
  const { text } = await renderEmail(email?.template as EmailId, email?.data);
  expect(text).toContain("3 pages are missing");

  const events = await db.webhookDelivery.findMany({ where: { endpoint_id } });
  const payloads = events.map(({ payload }) => payload as { type: string; data: { partial?: unknown } });
  expect(payloads.find(({ type }) => type === "scan.completed")?.data.partial).toEqual(partial);

  const report = await buildReportData(db, audit.id);
  expect(report.audit?.partial).toEqual(partial);
  const pdf = wholeText(await readPdf(await renderReport({ data: report, variant: "full" })));
  expect(pdf).toContain("The audit used up its budget and left 3 pages unscanned. The ");
  expect(pdf).toContain("The audit used up its budget and left 3 pages unscanned, such as");

  const headers = { authorization: `Bearer ${(await owner.session()).access_token}`, "x-client-ip": "127.0.0.1" };
  const exported = async (format: string) => {
    const file = await rest(
      new Request(`http://localhost:8000/api/results/${audit.id}/export/?format=${format}`, { headers }),
    );
    expect(file.headers.get("content-disposition")).toMatch(/-partial\.[\w.]+"/);
    return file.text();
  };
  expect(JSON.parse(await exported("json")).audit.partial).toEqual(partial);
  const sentence = `The audit reached its time limit. 3 pages were not scanned. For example: ${partial.examples.join(" ")}`;
  expect(JSON.parse(await exported("sarif")).runs[0].invocations[0].toolExecutionNotifications).toEqual([
    { level: "warning", message: { text: sentence } },
  ]);
  expect(await exported("junit")).toContain(`<skipped message="${sentence}"/>`);
  const [names, ...lines] = (await exported("csv")).trim().split("\r\n");
  expect(names).toMatch(/,"pages_missing","document_clause","document_page","document_count","rule_accuracy"$/);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/,"3"(?:,"[^"]*"){4}$/);
  const results: { testRunner: unknown }[] = JSON.parse(await exported("axe"));
  expect(results.map(({ testRunner }) => testRunner)).toEqual([0, 1].map(() => ({ name: "curbcut", partial })));
  const earl = EarlReport.parse(JSON.parse(await exported("earl")))["@graph"];
  const assertions = earl.flatMap((each) => (each["@type"] === "Assertion" ? [each] : []));
  const untested = assertions.filter(({ result }) => result.outcome === "earl:untested");
  expect(untested.map(({ subject }) => subject)).toEqual([audit.url, ...partial.examples]);
  expect(untested[0]?.result.description).toBe(sentence);
  expect(assertions.map(({ result }) => result.outcome)).not.toContain("earl:passed");
});
