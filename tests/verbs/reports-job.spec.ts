import { getMail, listOutbox, readOutbox } from "@/server/adapters/mail";
import { getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import {
  announceReportLead,
  failReportJob,
  failReportMail,
  mailReportJob,
  mailReportLead,
  renderReportJob,
} from "@/server/features/reports";
import { expect, type RestClient, test } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mailbox";
import { readPdf } from "@/tests/support/report/read-pdf";

test.describe.configure({ timeout: 90_000 });

const queue = async (visitor: RestClient, given: Record<string, unknown> = {}) => {
  const body = {
    id: `id-${newId()}`,
    variant: "singlePage",
    email: `${newId()}@example.org`,
    url: "https://customer.example/",
    data: { website: { url: "https://customer.example/", name: "Customer" }, scores: { accessibility: 71 } },
    ...given,
  };
  const reply = await visitor.post("/api/v1/report", body);
  if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
  return { jobId: reply.data.jobId as string, auditId: reply.data.auditId as string, email: body.email as string };
};

const delivered = async (to: string) => {
  const entries = (await listOutbox()).filter((entry) => entry.to === to);
  return Promise.all(entries.map(({ id }) => readOutbox(id)));
};

test("the PDF lies under the audit id alone, and goes to the address by mail, once [#4] [#5] [#19] [#20]", async ({
  visitor,
}) => {
  const audit_id = `audit-${newId()}`;
  const { jobId, email } = await queue(visitor, { id: "loses", audit_id });
  const state = async () => (await visitor.get(`/api/v1/report/${jobId}`)).data.status;

  await renderReportJob(jobId);
  expect(await state()).toBe("generated");
  expect((await getStore().get(audit_id))?.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await getStore().head("loses")).toBeNull();
  const download = await visitor.get(`/api/v1/scan/report/download/${audit_id}`);
  expect(download.status).toBe(301);

  expect(getMail().kind).toBe("outbox");
  for (const _ of [1, 2, 3]) await mailReportJob(jobId);
  expect(await state()).toBe("emailed");
  const mails = await delivered(email);
  expect(mails).toHaveLength(1);
  for (const part of [mails[0]?.html, mails[0]?.text]) {
    expect(part).toContain("customer.example");
    expect(part).toContain(`/api/v1/scan/report/download/${audit_id}`);
    expect(part).not.toContain("loses");
  }
  expect(mails[0]?.attachments).toMatchObject([
    { fileName: "accessibility-report-customer.example.pdf", contentType: "application/pdf" },
  ]);
});

test("data without a website is a report on the website that the job names", async ({ visitor }) => {
  const { jobId, auditId } = await queue(visitor, { data: { scores: { accessibility: 71 } } });
  await renderReportJob(jobId);
  const { title } = await readPdf((await getStore().get(auditId)) ?? Buffer.alloc(0));
  expect(title).toContain("customer.example");
});

test("each mail brings its own report, also when another job has taken the same id meanwhile", async ({ visitor }) => {
  const id = `shared-${newId()}`;
  const long = { website: { name: "x".repeat(400) }, issues: [{ rule_id: "image-alt", help: "y".repeat(1_500) }] };
  const jobs = [await queue(visitor, { id }), await queue(visitor, { id, variant: "full", data: long })] as const;
  const sizes: number[] = [];
  for (const { jobId } of jobs) {
    await renderReportJob(jobId);
    sizes.push((await getStore().head(id))?.size ?? 0);
  }
  expect(sizes[0]).not.toBe(sizes[1]);
  for (const { jobId } of jobs) await mailReportJob(jobId);
  const mails = await Promise.all(jobs.map(({ email }) => delivered(email)));
  expect(mails.map(([mail]) => mail?.attachments[0]?.size)).toEqual(sizes);
  for (const { jobId } of jobs) expect(await getStore().head(`reports/jobs/${jobId}.pdf`)).toBeNull();
});

test("the data of a report is dropped once there is a PDF, and a repeated step leaves that alone", async ({
  visitor,
  db,
}) => {
  const { jobId, auditId } = await queue(visitor);
  await renderReportJob(jobId);
  const pdf = await getStore().get(auditId);
  await renderReportJob(jobId);
  expect(await getStore().get(auditId)).toEqual(pdf);
  expect(await db.reportJob.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
    status: "generated",
    data: null,
  });
});

test("of two reports under one id the one asked for last stays, whichever is made first", async ({ visitor }) => {
  const id = `shared-${newId()}`;
  const early = await queue(visitor, { id });
  const late = await queue(visitor, { id, variant: "full" });
  await renderReportJob(late.jobId);
  const wanted = await getStore().get(id);
  await renderReportJob(early.jobId);
  expect(await getStore().get(id)).toEqual(wanted);
  await mailReportJob(early.jobId);
  expect((await delivered(early.email))[0]?.attachments[0]?.size).not.toBe(wanted?.length);
});

test("who is to be told is told after the PDF is there, each by a job of its own [#48]", async ({ visitor, db }) => {
  const told = async (jobId: string) => {
    const events = await db.outboxEvent.findMany({ where: { name: { in: ["report/generated", "lead/won"] } } });
    return events.filter(({ data }) => (data as { job_id: string }).job_id === jobId).map(({ name }) => name);
  };
  const alone = await queue(visitor);
  const withAgency = await queue(visitor, { agencyEmail: "agency@example.org" });
  expect(await told(withAgency.jobId)).toEqual([]);
  for (const { jobId } of [alone, withAgency]) await renderReportJob(jobId);
  expect(await told(alone.jobId)).toEqual(["report/generated"]);
  expect((await told(withAgency.jobId)).sort()).toEqual(["lead/won", "report/generated"]);
});

test("a mail that is given up leaves the report, and the state says both", async ({ visitor }) => {
  const { jobId, auditId, email } = await queue(visitor);
  await renderReportJob(jobId);
  await failReportMail(jobId);
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "The report was made, but could not be mailed: the mail service did not take it.",
  });
  expect((await visitor.get(`/api/v1/scan/report/download/${auditId}`)).status).toBe(301);
  expect((await mailsTo(email)).map(({ template }) => template)).not.toContain("report-failed");
  expect(await getStore().head(`reports/jobs/${jobId}.pdf`)).toBeNull();
});

test("a suppressed recipient is not written to, and the state says so", async ({ visitor, db }) => {
  const { jobId, auditId, email } = await queue(visitor);
  await db.suppressedAddress.create({ data: { email, reason: "bounced" } });
  await renderReportJob(jobId);
  await mailReportJob(jobId);
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "The report was made, but could not be mailed: this address is not written to any more.",
  });
  expect(await delivered(email)).toEqual([]);
  expect((await visitor.get(`/api/v1/scan/report/download/${auditId}`)).status).toBe(301);
});

test("a mail that comes back later turns the job to failed", async ({ visitor, db }) => {
  const { jobId, email } = await queue(visitor);
  await renderReportJob(jobId);
  await mailReportJob(jobId);
  await db.emailMessage.updateMany({ where: { to: email }, data: { status: "bounced" } });
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "The report was made, but could not be mailed: the mail came back.",
  });
});

test("the agency hears of its lead by mail and chat when the report is made, not before [#11]", async ({
  visitor,
  db,
}) => {
  const agencyEmail = `${newId()}@agency.example`;
  const { jobId, auditId, email } = await queue(visitor, { agencyEmail });
  const chats = async () => {
    const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
    return events.filter(({ data }) => (data as { notification_id: string }).notification_id === jobId);
  };
  expect(await mailsTo(agencyEmail)).toEqual([]);
  expect(await chats()).toEqual([]);
  await announceReportLead(jobId);
  expect(await mailReportLead(jobId)).toBe(true);
  const report_url = expect.stringContaining(`/download/${auditId}`);
  expect(await mailsTo(agencyEmail)).toMatchObject([
    { template: "agency-lead", data: { website_url: "https://customer.example/", lead_email: email, report_url } },
  ]);
  const [chat] = await chats();
  expect(JSON.stringify(chat?.data)).toContain("View Report");
  expect(await mailReportLead(jobId)).toBe(true);
  expect(await mailsTo(agencyEmail)).toHaveLength(1);
});

test("a busy agency's sixth mail of the hour waits, while its report and the chat go on", async ({ visitor, db }) => {
  const agencyEmail = `${newId()}@agency.example`;
  for (let lead = 0; lead < 5; lead += 1) {
    const { jobId } = await queue(visitor, { agencyEmail });
    expect(await mailReportLead(jobId)).toBe(true);
  }
  const { jobId } = await queue(visitor, { agencyEmail: agencyEmail.toUpperCase() });
  await announceReportLead(jobId);
  expect(await mailReportLead(jobId)).toBe(false);
  expect(await mailsTo(agencyEmail)).toHaveLength(5);
  const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
  expect(events.map(({ data }) => (data as { notification_id: string }).notification_id)).toContain(jobId);
});

test("without an agency nobody hears of a lead", async ({ visitor, db }) => {
  const { jobId } = await queue(visitor);
  await announceReportLead(jobId);
  expect(await mailReportLead(jobId)).toBe(true);
  const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
  expect(events.filter(({ data }) => (data as { notification_id: string }).notification_id === jobId)).toEqual([]);
});

test("who has the report is not told that it failed", async ({ visitor }) => {
  const { jobId, email } = await queue(visitor);
  await renderReportJob(jobId);
  await mailReportJob(jobId);
  await failReportJob(jobId, "The agency could not be told.");
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({ status: "emailed" });
  expect((await mailsTo(email)).map(({ template }) => template)).not.toContain("report-failed");
});

test("a report that can't be made says so to its recipient and to who asks, once", async ({ visitor }) => {
  const { jobId, email } = await queue(visitor);
  for (const _ of [1, 2]) await failReportJob(jobId, "There was no room for it.");
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "There was no room for it.",
  });
  expect(await mailsTo(email)).toMatchObject([
    {
      template: "report-failed",
      data: { website_url: "https://customer.example/", reason: "There was no room for it." },
    },
  ]);
});
