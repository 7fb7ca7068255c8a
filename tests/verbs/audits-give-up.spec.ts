import { failUndeliveredAudit, requestScan, resumeAudits } from "@/server/domains/audits";
import { checkProgress, silenceSeconds } from "@/server/domains/audits/request-scan";
import { expect, test } from "../support/api";
import { emailsTo } from "../support/mailbox";
import { recordScanRequests } from "../support/scanner/attach-silent-scanner";
import { pageOf, postCallback, type RunningAudit, startAuditOf } from "../support/scans";

const listRequests = recordScanRequests(test);

const countRequests = ({ id }: RunningAudit): number => listRequests().filter(({ audit_id }) => audit_id === id).length;

const restart = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await resumeAudits("scanner");
};

test("restarts of the scanner never count against an audit, however many there are [H1] @long", async ({ as, db }) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  const lastContactAt = new Date(Date.now() - 60_000);
  await db.websiteAudit.update({
    where: { id: audit.id },
    data: { scan_requests: 1, fruitless_requests: 1, last_contact_at: lastContactAt },
  });
  await restart(30);
  expect(countRequests(audit)).toBe(30);
  const row = await db.websiteAudit.findUniqueOrThrow({ where: { id: audit.id } });
  expect(row).toMatchObject({
    status: "in_progress",
    fruitless_requests: 1,
    scan_requests: 31,
    last_contact_at: lastContactAt,
  });
});

test("an audit without results counts as silent even when the scanner restarts, and its job marks it as failed @long", async ({
  as,
  db,
}) => {
  const { id } = await startAuditOf(as("owner"));
  const silent = new Date(Date.now() - silenceSeconds * 1_000 - 1);
  await db.websiteAudit.update({
    where: { id },
    data: { scan_requests: 1, started_at: silent, last_contact_at: silent },
  });
  await restart(2);
  expect(await checkProgress(id)).toEqual({ state: "silent" });
  await failUndeliveredAudit(id, "scanner_timeout");
  const owner = as("owner");
  expect((await owner.get(`/api/website-audit/${id}/`)).data).toMatchObject({
    status: "failed",
    error_code: "scanner_timeout",
  });
  expect(await emailsTo((await owner.account()).email)).toMatchObject([{ template: "scan-failed" }]);
});

test("time during which the app was not running does not count as silence [L9]", async ({ as, db }) => {
  const { id } = await startAuditOf(as("owner"));
  const silent = new Date(Date.now() - silenceSeconds * 5_000);
  await db.websiteAudit.update({
    where: { id },
    data: { scan_requests: 1, started_at: silent, last_contact_at: silent },
  });
  await resumeAudits("app");
  expect((await checkProgress(id)).state).toBe("alive");
});

test("an app that is stopping doesn't resume any more audits", async ({ as, db }) => {
  const audit = await startAuditOf(as("owner"));
  await db.websiteAudit.update({ where: { id: audit.id }, data: { scan_requests: 1 } });
  await resumeAudits("app", AbortSignal.abort());
  expect(countRequests(audit)).toBe(0);
  await resumeAudits("app");
  expect(countRequests(audit)).toBe(1);
});

test("new pages reset the count of fruitless scan requests; heartbeats and known pages don't", async ({
  as,
  rest,
  db,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  const fruitless = async () => (await db.websiteAudit.findUniqueOrThrow({ where: { id } })).fruitless_requests;
  await db.websiteAudit.update({ where: { id }, data: { scan_requests: 3, fruitless_requests: 3 } });
  await postCallback(rest, id, { sequence: 1, pages_total: 9, pages: [pageOf(url)] });
  expect(await fruitless()).toBe(0);
  await requestScan(id);
  await postCallback(rest, id, { sequence: 2, event: "heartbeat" });
  await postCallback(rest, id, { sequence: 3, pages_total: 9, pages: [pageOf(url)] });
  expect(await fruitless()).toBe(1);
});

test("a restart does not affect an audit whose scan was never requested", async ({ as }) => {
  const audit = await startAuditOf(as("owner"));
  await restart(1);
  expect(countRequests(audit)).toBe(0);
});
