import type { Database } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { admitAudits } from "@/server/domains/audits/queue";
import { webhookTypes } from "@/server/domains/integrations/webhooks/contract";
import { failReportJob, renderReportJob } from "@/server/domains/reports";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { expect, test } from "@/tests/support/api";
import { axeOf, deliver, failedPage, pageOf, postCallback, startAuditOf } from "@/tests/support/scans";
import { makeEndpoint } from "@/tests/support/webhook-receiver";

interface Event {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the values that they read.
  data: any;
}

const listen = async (db: Database["prisma"], org_id: string): Promise<() => Promise<Event[]>> => {
  const { id } = await makeEndpoint(org_id, "https://receiver.example/", webhookTypes);
  return async () => {
    const rows = await db.webhookDelivery.findMany({ where: { endpoint_id: id }, orderBy: { id: "asc" } });
    return rows.map(({ payload }) => payload as unknown as Event);
  };
};

// Audits that other specs left running in this process would hold the slots that these audits need.
test.beforeEach(async ({ db }) => {
  await db.websiteAudit.deleteMany();
});

const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type);

test("an audit emits one event when it starts, one when it completes, and one with all its new findings", async ({
  as,
  db,
  org_id,
  rest,
}) => {
  const events = await listen(db, org_id);
  const member = as("member");
  const first = await startAuditOf(member);
  for (const _ of [1, 2]) await admitAudits();
  expect(typesOf(await events())).toEqual(["scan.started"]);
  const page = pageOf(first.url);
  await deliver(rest, first.id, [page]);
  await deliver(rest, first.id, [page]);
  const [, completed, found] = await events();
  expect(typesOf(await events())).toEqual(["scan.started", "scan.completed", "issue.found"]);
  const about = { audit_id: first.id, website_id: first.website_id, website_url: first.url };
  expect(completed?.data).toMatchObject({ ...about, status: "completed", pages_done: 1, pages_failed: 0, error: null });
  expect(completed?.data.results_url).toBe(`http://localhost:8000/accessibility/audits/${first.id}`);
  expect(found?.data).toMatchObject({ ...about, count: 2, by_impact: { critical: 2, serious: 0 } });
  expect(found?.data.issues).toHaveLength(2);

  const second = await startAuditOf(member, first.url);
  const more = axeOf([
    { rule_id: "button-name", impact: "critical", failed: ["#buy"] },
    { rule_id: "region", impact: "moderate", failed: Array.from({ length: 25 }, (_, index) => `#part-${index}`) },
    { rule_id: "link-name", impact: "serious", failed: ["#more"] },
  ]);
  await deliver(rest, second.id, [pageOf(first.url, { axe: more })]);
  const anew = (await events()).at(-1);
  expect(anew).toMatchObject({ type: "issue.found", data: { count: 26, by_impact: { serious: 1, moderate: 25 } } });
  expect(anew?.data.issues).toHaveLength(20);
  expect(anew?.data.issues[0]).toMatchObject({ rule_id: "link-name", impact: "serious", selector: "#more" });

  const third = await startAuditOf(member, first.url);
  await deliver(rest, third.id, [pageOf(first.url, { axe: more })]);
  expect(typesOf(await events()).slice(-2)).toEqual(["issue.found", "scan.completed"]);
});

test("the next completed audit emits findings that were first seen by a cancelled audit", async ({
  as,
  db,
  org_id,
  rest,
}) => {
  const events = await listen(db, org_id);
  const member = as("member");
  const base = await startAuditOf(member);
  await deliver(rest, base.id, [pageOf(base.url, { axe: axeOf([]) })]);
  const cancelled = await startAuditOf(member, base.url);
  await postCallback(rest, cancelled.id, { pages: [pageOf(base.url)] });
  for (const _ of [1, 2]) await member.post(`/api/website-audit/${cancelled.id}/cancel/`, {});
  expect(typesOf(await events())).toEqual(["scan.completed", "scan.cancelled"]);
  const next = await startAuditOf(member, base.url);
  await deliver(rest, next.id, [pageOf(base.url)]);
  expect((await events()).at(-1)).toMatchObject({ type: "issue.found", data: { audit_id: next.id, count: 2 } });
});

test("an audit in which no page could be scanned emits scan.failed with the reason", async ({
  as,
  db,
  org_id,
  rest,
}) => {
  const events = await listen(db, org_id);
  const audit = await startAuditOf(as("member"));
  await deliver(rest, audit.id, [failedPage(audit.url)]);
  expect(await events()).toMatchObject([
    { type: "scan.failed", data: { audit_id: audit.id, error: { code: "timeout" } } },
  ]);
});

test("triage emits one event per call, in the call's transaction", async ({ as, db, org_id, rest }) => {
  const audit = await startAuditOf(as("member"));
  await deliver(rest, audit.id, [pageOf(audit.url)]);
  const events = await listen(db, org_id);
  const where = { website_id: audit.website_id, rule_id: "button-name" };
  const ids = (await db.issue.findMany({ where })).map(({ id }) => id);
  const decision = { status: "ignored", note: "Known." };
  await as("member").patch("/api/issues/", { ids, ...decision });
  expect((await as("member").patch("/api/issues/", { ids: [...ids, newId()], ...decision })).status).toBe(404);
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ type: "issue.changed", data: { changed_by: (await as("member").account()).id } });
  expect(event?.data.issues).toEqual(
    ids
      .toSorted()
      .map((id) => expect.objectContaining({ id, status: "ignored", note: "Known.", rule_id: "button-name" })),
  );
});

test("a report emits report.ready or report.failed, but a visitor's report emits nothing @long", async ({
  as,
  db,
  org_id,
  rest,
}) => {
  const audit = await startAuditOf(as("member"));
  await deliver(rest, audit.id, [pageOf(audit.url)]);
  const events = await listen(db, org_id);
  const requestReport = async (): Promise<string> =>
    (await as("member").post("/api/report/", { audit_id: audit.id, variant: "singlePage" })).data.jobId;
  const made = await requestReport();
  for (const _ of [1, 2]) await renderReportJob(made);
  const failed = await requestReport();
  for (const _ of [1, 2]) await failReportJob(failed, "Too many pages.");
  expect(await events()).toMatchObject([
    { type: "report.ready", data: { job_id: made, audit_id: audit.id, variant: "singlePage" } },
    { type: "report.failed", data: { job_id: failed, reason: "Too many pages." } },
  ]);
  const stranger = await inUnscopedTransaction(({ db: tx }) =>
    tx.reportJob.create({ data: { id: newId(), audit_id: newId(), variant: "full", url: "https://x.example/" } }),
  );
  await failReportJob(stranger.id, "No.");
  expect(await events()).toHaveLength(2);
});
