import { env } from "@/server/core/env";
import { failUndeliveredAudit } from "@/server/domains/audits/request-scan";
import { startDueSchedules } from "@/server/domains/audits/schedules";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { brandsTo, emailsTo, lastEmailTo } from "@/tests/support/mailbox";
import { axeOf, deliver, failedPage, pageOf } from "@/tests/support/scans";
import {
  conclude,
  makeDue,
  outcomesOf,
  runOnce,
  runsOf,
  scheduleDue,
  type TestSchedule,
} from "@/tests/support/schedules";

const at = (time: string): Date => new Date(`2027-01-04T${time}:00.000Z`);

test.afterEach(async ({ db }) => {
  configure({ STRIPE_SECRET_KEY: undefined });
  await db.schedule.deleteMany();
});

const templatesTo = async (user: SignedIn): Promise<string[]> =>
  (await emailsTo((await user.account()).email)).map(({ template }) => template);

const stateOf = async (user: SignedIn, { id }: TestSchedule) => (await user.get(`/api/schedules/${id}/`)).data;

const failOnce = async (schedule: TestSchedule, time: string): Promise<void> => {
  const audit_id = await runOnce(schedule, at(time));
  await failUndeliveredAudit(audit_id, "scanner_timeout");
  await conclude(audit_id);
};

test("pauses a schedule after three failures in a row, sends one email, and resets the count when the schedule is resumed @long", async ({
  as,
  db,
}) => {
  const owner = as("owner");
  const member = as("member");
  const schedule = await scheduleDue(member, at("10:00"));
  await failOnce(schedule, "10:00");
  await failOnce(schedule, "11:00");
  expect(await stateOf(owner, schedule)).toMatchObject({ paused: false, failures_in_row: 2 });
  await failOnce(schedule, "12:00");
  expect(await stateOf(owner, schedule)).toMatchObject({
    paused: true,
    paused_reason: "The scanner stopped responding.",
    failures_in_row: 3,
    next_run_at: null,
    next_runs: [],
    last_run: { outcome: "failed", reason: "The scanner stopped responding." },
  });
  await startDueSchedules(at("13:00"));
  expect(await outcomesOf(schedule)).toEqual(["10:00 failed", "11:00 failed", "12:00 failed"]);
  expect(await templatesTo(member), "its creator is notified").toEqual([
    "scan-failed",
    "scan-failed",
    "scan-failed",
    "schedule-paused",
  ]);
  const { email } = await member.account();
  expect((await lastEmailTo(email, "schedule-paused")).data).toMatchObject({
    website_url: schedule.url,
    reason: "The scanner stopped responding.",
    schedule_url: `${env.BASE_URL}/service/schedules/${schedule.id}`,
  });
  expect(await brandsTo(email)).toEqual({ "scan-failed": "accessibility", "schedule-paused": "accessibility" });
  expect(await templatesTo(owner)).toEqual([]);

  const { data } = await member.patch(`/api/schedules/${schedule.id}/`, { paused: false });
  expect(data).toMatchObject({ paused: false, paused_reason: null, failures_in_row: 0 });
  expect(data.next_runs).toHaveLength(5);
  await makeDue(schedule.id, at("14:00"));
  for (const time of ["14:00", "15:00", "16:00"]) await failOnce(schedule, time);
  const paused = (await templatesTo(member)).filter((template) => template === "schedule-paused");
  expect(paused, "each pause sends its own email").toHaveLength(2);
  expect(await db.websiteAudit.count({ where: { schedule_id: schedule.id } })).toBe(6);
});

test("only a success resets the count of failures @long", async ({ as, rest }) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"));
  await failOnce(schedule, "10:00");
  await failOnce(schedule, "11:00");
  const cancelled = await runOnce(schedule, at("12:00"));
  await startDueSchedules(at("13:00"));
  await owner.post(`/api/website-audit/${cancelled}/cancel/`);
  await conclude(cancelled);
  expect((await stateOf(owner, schedule)).failures_in_row).toBe(2);
  const completed = await runOnce(schedule, at("14:00"));
  await deliver(rest, completed, [pageOf(schedule.url)]);
  await conclude(completed);
  expect(await stateOf(owner, schedule)).toMatchObject({ paused: false, failures_in_row: 0 });
  await failOnce(schedule, "15:00");
  expect(await stateOf(owner, schedule)).toMatchObject({ paused: false, failures_in_row: 1 });
  expect(await outcomesOf(schedule)).toEqual([
    "10:00 failed",
    "11:00 failed",
    "12:00 cancelled",
    "13:00 skipped",
    "14:00 completed",
    "15:00 failed",
  ]);
});

test("an audit in which no page could be scanned counts as a failure of the schedule that started it", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"));
  const audit_id = await runOnce(schedule, at("10:00"));
  await deliver(rest, audit_id, [failedPage(schedule.url)]);
  await conclude(audit_id);
  expect(await runsOf(schedule)).toMatchObject([{ outcome: "failed", reason: "The page failed: timeout." }]);
  expect((await stateOf(owner, schedule)).failures_in_row).toBe(1);
});

test("after a downgrade, a schedule that the plan doesn't allow starts no audit, records why, and is paused after three failures", async ({
  as,
  db,
  org_id,
}) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"));
  configure({ STRIPE_SECRET_KEY: "sk_test_known_to_tests_alone" });
  await db.organisation.update({ where: { id: org_id }, data: { plan: "starter" } });
  for (const time of ["10:00", "11:00", "12:00"]) await startDueSchedules(at(time));
  const reason = "The Starter plan allows at most weekly scheduled audits. Schedule audits less often or upgrade.";
  expect(await runsOf(schedule)).toMatchObject(Array(3).fill({ outcome: "failed", audit_id: null, reason }));
  expect(await stateOf(owner, schedule)).toMatchObject({ paused: true, paused_reason: reason });
  expect(await templatesTo(owner)).toEqual(["schedule-paused"]);
  expect(await db.websiteAudit.count({ where: { org_id } })).toBe(0);
});

const buttons = (...failed: string[]) => ({ rule_id: "button-name", impact: "critical" as const, failed, passed: 8 });
const links = (...failed: string[]) => ({ rule_id: "link-name", impact: "serious" as const, failed });
const headings = (...failed: string[]) => ({ rule_id: "heading-order", impact: "moderate" as const, failed });

test("a scheduled audit sends one email about its changes, and one warning about new serious findings", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"));
  const run = async (time: string, rules: Parameters<typeof axeOf>[0]): Promise<string> => {
    const audit_id = await runOnce(schedule, at(time));
    await deliver(rest, audit_id, [pageOf(schedule.url, { axe: axeOf(rules) })]);
    await conclude(audit_id);
    return audit_id;
  };
  await run("10:00", [buttons("#buy", "#pay")]);
  expect(await templatesTo(owner), "the first audit has nothing to compare with").toEqual(["first-scan-complete"]);

  const second = await run("11:00", [buttons("#pay"), headings("#h3")]);
  expect(await templatesTo(owner)).toEqual(["first-scan-complete", "scheduled-scan-summary"]);
  const { email } = await owner.account();
  const summary = await lastEmailTo(email, "scheduled-scan-summary");
  expect(summary.data).toMatchObject({
    website_url: schedule.url,
    delta: { new: 1, fixed: 1, regressed: 0 },
    results_url: expect.stringContaining(second),
  });
  // Fixing one of two buttons raises the score a little, but a finding for a new rule lowers it by more.
  expect(summary.data.delta).toMatchObject({ score: 52.4, previous_score: 53.1 });

  const third = await run("12:00", [buttons("#pay", "#buy"), links("#terms"), headings("#h3", "#h4")]);
  expect((await templatesTo(owner)).slice(2)).toEqual(["scheduled-scan-summary", "regression-alert"]);
  const alert = await lastEmailTo(email, "regression-alert");
  expect(alert.data).toMatchObject({ website_url: schedule.url, results_url: expect.stringContaining(third) });
  expect(alert.data.new_issues).toEqual([
    { title: expect.stringContaining("button"), impact: "critical", pages: 1 },
    { title: expect.stringContaining("link"), impact: "serious", pages: 1 },
  ]);
  expect(await brandsTo(email)).toMatchObject({
    "scheduled-scan-summary": "accessibility",
    "regression-alert": "accessibility",
  });
});

test("sends no warning when an ignored issue reappears", async ({ as, rest, db }) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"));
  for (const [time, failed] of [
    ["10:00", ["#buy"]],
    ["11:00", []],
    ["12:00", ["#buy"]],
  ] as const) {
    const audit_id = await runOnce(schedule, at(time));
    await deliver(rest, audit_id, [pageOf(schedule.url, { axe: axeOf([buttons(...failed)]) })]);
    await db.issue.updateMany({ where: { website_id: schedule.website_id }, data: { status: "ignored" } });
    await conclude(audit_id);
  }
  expect(await templatesTo(owner)).toEqual(["first-scan-complete", "scheduled-scan-summary", "scheduled-scan-summary"]);
});

test("deleting a schedule while its audit is running doesn't affect the audit or its email", async ({ as, rest }) => {
  const owner = as("owner");
  const schedule = await scheduleDue(owner, at("10:00"));
  for (const time of ["10:00", "11:00"]) {
    const audit_id = await runOnce(schedule, at(time));
    if (time === "11:00") expect((await owner.delete(`/api/schedules/${schedule.id}/`)).status).toBe(200);
    await deliver(rest, audit_id, [pageOf(schedule.url)]);
    await conclude(audit_id);
    expect((await owner.get(`/api/website-audit/${audit_id}/`)).data.status).toBe("completed");
  }
  expect(await templatesTo(owner)).toEqual(["first-scan-complete", "scheduled-scan-summary"]);
});
