import { getEmailAdapter, listOutbox, readOutbox } from "@/server/adapters/email";
import { getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import {
  failReportEmail,
  failReportJob,
  notifyReportLead,
  renderReportJob,
  sendLeadEmail,
  sendReportEmail,
} from "@/server/domains/reports";
import { expect, type RestClient, test } from "@/tests/support/api";
import { brandsTo, emailsTo } from "@/tests/support/mailbox";
import { readPdf } from "@/tests/support/report/read-pdf";

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
  const { jobId, auditId, writeSecret } = reply.data as Record<string, string>;
  return { jobId: jobId ?? "", auditId: auditId ?? "", writeSecret, email: body.email as string };
};

const delivered = async (to: string) => {
  const entries = (await listOutbox()).filter((entry) => entry.to === to);
  return Promise.all(entries.map(({ id }) => readOutbox(id)));
};

test("stores the PDF only under the audit id, and sends it to the recipient once [#4] [#5] [#19] [#20]", async ({
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

  expect(getEmailAdapter().kind).toBe("outbox");
  for (const _ of [1, 2, 3]) await sendReportEmail(jobId);
  expect(await state()).toBe("emailed");
  expect(await brandsTo(email)).toEqual({ "report-ready": "accessibility" });
  const emails = await delivered(email);
  expect(emails).toHaveLength(1);
  for (const part of [emails[0]?.html, emails[0]?.text]) {
    expect(part).toContain("customer.example");
    expect(part).toContain(`/api/v1/scan/report/download/${audit_id}`);
    expect(part).not.toContain("loses");
  }
  expect(emails[0]?.attachments).toMatchObject([
    { fileName: "accessibility-report-customer.example.pdf", contentType: "application/pdf" },
  ]);
});

test("data without a website produces a report on the website named in the job", async ({ visitor }) => {
  const { jobId, auditId } = await queue(visitor, { data: { scores: { accessibility: 71 } } });
  await renderReportJob(jobId);
  const { title } = await readPdf((await getStore().get(auditId)) ?? Buffer.alloc(0));
  expect(title).toContain("customer.example");
});

test("each email has its own report attached, even when another job has used the same id @long", async ({
  visitor,
}) => {
  const id = `shared-${newId()}`;
  const long = { website: { name: "x".repeat(400) }, issues: [{ rule_id: "image-alt", help: "y".repeat(1_500) }] };
  const first = await queue(visitor, { id });
  const { writeSecret } = first;
  const jobs = [first, await queue(visitor, { id, variant: "full", data: long, writeSecret })] as const;
  const sizes: number[] = [];
  for (const { jobId } of jobs) {
    await renderReportJob(jobId);
    sizes.push((await getStore().head(id))?.size ?? 0);
  }
  expect(sizes[0]).not.toBe(sizes[1]);
  for (const { jobId } of jobs) await sendReportEmail(jobId);
  const emails = await Promise.all(jobs.map(({ email }) => delivered(email)));
  expect(emails.map(([email]) => email?.attachments[0]?.size)).toEqual(sizes);
  for (const { jobId } of jobs) expect(await getStore().head(`reports/jobs/${jobId}.pdf`)).toBeNull();
});

test("deletes a report's data once the PDF is stored, and repeating the step has no effect", async ({
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

test("of two reports with the same id, keeps the one requested last, whichever is rendered first @long", async ({
  visitor,
}) => {
  const id = `shared-${newId()}`;
  const early = await queue(visitor, { id });
  const late = await queue(visitor, { id, variant: "full", writeSecret: early.writeSecret });
  await renderReportJob(late.jobId);
  const wanted = await getStore().get(id);
  await renderReportJob(early.jobId);
  expect(await getStore().get(id)).toEqual(wanted);
  await sendReportEmail(early.jobId);
  expect((await delivered(early.email))[0]?.attachments[0]?.size).not.toBe(wanted?.length);
});

test("emits an event for each notification only after the PDF is stored [#48]", async ({ visitor, db }) => {
  const listEventNames = async (jobId: string) => {
    const events = await db.outboxEvent.findMany({ where: { name: { in: ["report/generated", "lead/captured"] } } });
    return events.filter(({ data }) => (data as { job_id: string }).job_id === jobId).map(({ name }) => name);
  };
  const alone = await queue(visitor);
  const withAgency = await queue(visitor, { agencyEmail: "agency@example.org" });
  expect(await listEventNames(withAgency.jobId)).toEqual([]);
  for (const { jobId } of [alone, withAgency]) await renderReportJob(jobId);
  expect(await listEventNames(alone.jobId)).toEqual(["report/generated"]);
  expect((await listEventNames(withAgency.jobId)).sort()).toEqual(["lead/captured", "report/generated"]);
});

test("keeps a report even if its email can't be sent, and states both facts in the status", async ({ visitor }) => {
  const { jobId, auditId, email } = await queue(visitor);
  await renderReportJob(jobId);
  await failReportEmail(jobId);
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "The report was made, but couldn't be emailed: the email provider didn't accept it.",
  });
  expect((await visitor.get(`/api/v1/scan/report/download/${auditId}`)).status).toBe(301);
  expect((await emailsTo(email)).map(({ template }) => template)).not.toContain("report-failed");
  expect(await getStore().head(`reports/jobs/${jobId}.pdf`)).toBeNull();
});

test("sends no email to a suppressed recipient, and gives the reason in the status", async ({ visitor, db }) => {
  const { jobId, auditId, email } = await queue(visitor);
  await db.suppressedAddress.create({ data: { email, reason: "bounced" } });
  await renderReportJob(jobId);
  await sendReportEmail(jobId);
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "The report was made, but couldn't be emailed: this address no longer receives our emails.",
  });
  expect(await delivered(email)).toEqual([]);
  expect((await visitor.get(`/api/v1/scan/report/download/${auditId}`)).status).toBe(301);
});

test("an email that later bounces sets the job's status to failed", async ({ visitor, db }) => {
  const { jobId, email } = await queue(visitor);
  await renderReportJob(jobId);
  await sendReportEmail(jobId);
  await db.emailMessage.updateMany({ where: { to: email }, data: { status: "bounced" } });
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "The report was made, but couldn't be emailed: the email bounced.",
  });
});

test("sends the agency's lead by email and chat only after the report has been rendered [#11]", async ({
  visitor,
  db,
}) => {
  const agencyEmail = `${newId()}@agency.example`;
  const { jobId, auditId, email } = await queue(visitor, { agencyEmail });
  const chats = async () => {
    const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
    return events.filter(({ data }) => (data as { notification_id: string }).notification_id === jobId);
  };
  expect(await emailsTo(agencyEmail)).toEqual([]);
  expect(await chats()).toEqual([]);
  await notifyReportLead(jobId);
  expect(await sendLeadEmail(jobId)).toBe(true);
  const report_url = expect.stringContaining(`/download/${auditId}`);
  expect(await emailsTo(agencyEmail)).toMatchObject([
    { template: "agency-lead", data: { website_url: "https://customer.example/", lead_email: email, report_url } },
  ]);
  const [chat] = await chats();
  expect(JSON.stringify(chat?.data)).toContain("View Report");
  expect(await sendLeadEmail(jobId)).toBe(true);
  expect(await emailsTo(agencyEmail)).toHaveLength(1);
});

test("delays the sixth email to an agency within an hour, but not the chat message about the lead", async ({
  visitor,
  db,
}) => {
  const agencyEmail = `${newId()}@agency.example`;
  for (let lead = 0; lead < 5; lead += 1) {
    const { jobId } = await queue(visitor, { agencyEmail });
    expect(await sendLeadEmail(jobId)).toBe(true);
  }
  const { jobId } = await queue(visitor, { agencyEmail: agencyEmail.toUpperCase() });
  await notifyReportLead(jobId);
  expect(await sendLeadEmail(jobId)).toBe(false);
  expect(await emailsTo(agencyEmail)).toHaveLength(5);
  const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
  expect(events.map(({ data }) => (data as { notification_id: string }).notification_id)).toContain(jobId);
});

test("sends no lead notification when there is no agency", async ({ visitor, db }) => {
  const { jobId } = await queue(visitor);
  await notifyReportLead(jobId);
  expect(await sendLeadEmail(jobId)).toBe(true);
  const events = await db.outboxEvent.findMany({ where: { name: "chat/queued" } });
  expect(events.filter(({ data }) => (data as { notification_id: string }).notification_id === jobId)).toEqual([]);
});

test("sends no failure email to a recipient who already has the report", async ({ visitor }) => {
  const { jobId, email } = await queue(visitor);
  await renderReportJob(jobId);
  await sendReportEmail(jobId);
  await failReportJob(jobId, "The agency couldn't be notified.");
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({ status: "emailed" });
  expect((await emailsTo(email)).map(({ template }) => template)).not.toContain("report-failed");
});

test("notifies the recipient only once when a report can't be rendered, and gives the reason in the status", async ({
  visitor,
}) => {
  const { jobId, email } = await queue(visitor);
  for (const _ of [1, 2]) await failReportJob(jobId, "There wasn't enough disk space.");
  expect((await visitor.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: "There wasn't enough disk space.",
    errorCode: "render_failed",
  });
  expect(await emailsTo(email)).toMatchObject([
    {
      template: "report-failed",
      data: { website_url: "https://customer.example/", reason: "There wasn't enough disk space." },
    },
  ]);
  expect(await brandsTo(email)).toEqual({ "report-failed": "accessibility" });
});
