import { resumeAudits } from "@/server/features/audits";
import { expect, test } from "../support/api";
import { mailsTo } from "../support/mailbox";
import { askSilentScanner } from "../support/scanner/ask-silent-scanner";
import { pageOf, postCallback, type RunningAudit, startAuditOf } from "../support/scans";

const asked = askSilentScanner(test);

const timesAsked = ({ id }: RunningAudit): number => asked().filter(({ audit_id }) => audit_id === id).length;

const restart = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await resumeAudits();
};

test("an audit none of whose pages arrives over twenty restarts of the scanner is given up", async ({ as, db }) => {
  const owner = as("owner");
  const audit = await startAuditOf(owner);
  await db.websiteAudit.update({ where: { id: audit.id }, data: { asks: 1, fruitless_asks: 1 } });
  await restart(19);
  expect((await owner.get(`/api/website-audit/${audit.id}/`)).data.status).toBe("in_progress");
  expect(timesAsked(audit)).toBe(19);
  await restart(2);
  expect((await owner.get(`/api/website-audit/${audit.id}/`)).data).toMatchObject({
    status: "failed",
    error_code: "scanner_timeout",
  });
  expect(timesAsked(audit)).toBe(19);
  expect(await mailsTo((await owner.account()).email)).toMatchObject([{ template: "scan-failed" }]);
});

test("every new page gives it twenty more; a heartbeat, and a page known already, do not", async ({ as, rest, db }) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  const fruitless = async () => (await db.websiteAudit.findUniqueOrThrow({ where: { id } })).fruitless_asks;
  await db.websiteAudit.update({ where: { id }, data: { asks: 19, fruitless_asks: 19 } });
  await postCallback(rest, id, { sequence: 1, pages_total: 9, pages: [pageOf(url)] });
  expect(await fruitless()).toBe(0);
  await restart(3);
  await postCallback(rest, id, { sequence: 2, event: "heartbeat" });
  await postCallback(rest, id, { sequence: 3, pages_total: 9, pages: [pageOf(url)] });
  expect(await fruitless()).toBe(3);
  await restart(17);
  expect(timesAsked(audit)).toBe(20);
  expect(await fruitless()).toBe(20);
  await restart(1);
  expect((await as("owner").get(`/api/website-audit/${id}/`)).data).toMatchObject({ status: "failed", pages_done: 1 });
});

test("an audit that was never asked for is not touched by a restart", async ({ as }) => {
  const audit = await startAuditOf(as("owner"));
  await restart(1);
  expect(timesAsked(audit)).toBe(0);
});
