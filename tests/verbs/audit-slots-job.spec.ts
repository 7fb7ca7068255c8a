import { inngest } from "@/inngest/client";
import { startEmbeddedRunner } from "@/inngest/embedded";
import { parkAudit } from "@/inngest/functions/park-audit";
import { runAudit } from "@/inngest/functions/run-audit";
import { startAudits } from "@/inngest/functions/start-and-end-audits";
import { tendSlots } from "@/server/domains/audits/queue";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { attachSilentScanner } from "@/tests/support/scanner/attach-silent-scanner";
import { deliver, pageOf, postCallback, type RunningAudit, startAuditOf } from "@/tests/support/scans";

test.use({ alone: "jobs" });

const scanner = attachSilentScanner(test);
let runner: Awaited<ReturnType<typeof startEmbeddedRunner>>;

test.beforeAll(async ({ database }) => {
  const functions = [startAudits, runAudit, parkAudit];
  runner = await startEmbeddedRunner({ database, client: inngest, functions, backoffMs: () => 50 });
});
test.afterAll(async () => {
  await runner.stop();
});
test.beforeEach(async ({ db }) => {
  await db.websiteAudit.deleteMany();
  configure({ SCANNER_CONCURRENCY: 4, AUDITS_PER_ORGANISATION: 2 });
});

const optionsOf = ({ id }: RunningAudit) => scanner().requests.findLast(({ audit_id }) => audit_id === id)?.options;
const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [50] });
const countRequests = ({ id }: RunningAudit): number =>
  scanner().requests.filter(({ audit_id }) => audit_id === id).length;

test("when two new accounts run four slow audits, one audit releases its slot to a third account's audit and resumes afterwards [H5] @long", async ({
  as,
  otherOrganisation,
  rest,
  db,
}) => {
  const slow: RunningAudit[] = [];
  for (const hog of [otherOrganisation().as("owner"), otherOrganisation().as("owner")])
    slow.push(await startAuditOf(hog), await startAuditOf(hog));
  await poll(() => slow.map(countRequests)).toEqual([1, 1, 1, 1]);
  for (const { id, url } of slow)
    await postCallback(rest, id, { pages_total: 451, pages: [pageOf(url)], pause_seconds: 10 });

  const honest = await startAuditOf(as("owner"));
  await poll(() => countRequests(honest)).toBe(1);
  const parked = slow.filter(({ id }) => scanner().stopped.includes(id));
  expect(parked, "exactly one of them was stopped").toHaveLength(1);
  const [yielding] = parked as [RunningAudit];
  expect(countRequests(yielding)).toBe(1);

  await db.websiteAudit.update({ where: { id: yielding.id }, data: { resume_at: new Date(Date.now() - 1) } });
  await deliver(rest, honest.id, [pageOf(honest.url)]);
  await tendSlots();
  await poll(() => countRequests(yielding)).toBe(2);
  expect(optionsOf(yielding), "resumes where it stopped").toMatchObject({ skip_urls: [yielding.url], pages_done: 1 });
  expect(slow.filter((audit) => audit !== yielding).map(countRequests)).toEqual([1, 1, 1]);
});

test("gives low priority to audits of accounts that are less than a week old and have no paid plan [H5] @long", async ({
  as,
  otherOrganisation,
  db,
}) => {
  const [young, old] = [as("owner"), otherOrganisation().as("owner")];
  const { id } = await old.account();
  await db.user.update({ where: { id }, data: { created_at: new Date(Date.now() - 8 * 86_400_000) } });
  const audits = [await startAuditOf(young), await startAuditOf(old)];
  await poll(() => audits.map(countRequests)).toEqual([1, 1]);
  expect(audits.map((audit) => optionsOf(audit)?.low_priority)).toEqual([true, false]);
});
