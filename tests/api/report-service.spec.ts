import { answerFileUrl, getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { expect, type Reply, type RestClient, test } from "@/tests/support/api";
import { anHourLater } from "@/tests/support/app/movable-clock";
import { createRestClient, uniqueAddress } from "@/tests/support/rest-client";
import { deliver, pageOf, startAuditOf } from "@/tests/support/scans";

const body = (given: Record<string, unknown> = {}) => ({
  id: `job-${newId()}`,
  variant: "full",
  email: `${newId()}@example.org`,
  url: "https://customer.example/",
  data: { website: { url: "https://customer.example/", name: "Customer" }, anything: { else: ["kept"] } },
  ...given,
});

const queue = (client: RestClient, given?: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply> =>
  client.post("/api/v1/report", body(given), headers);

test("accepts a request without headers and returns before the PDF exists [#2] [#39] [#53]", async ({
  visitor,
  db,
}) => {
  const given = body({ agencyEmail: "agency@example.org" });
  const reply = await visitor.post("/api/v1/report", given);
  expect(reply.status).toBe(202);
  expect(reply.data).toEqual({
    jobId: expect.any(String),
    auditId: given.id,
    status: "queued",
    statusUrl: `http://localhost:8001/api/v1/report/${reply.data.jobId}`,
    downloadUrl: `http://localhost:8001/api/v1/scan/report/download/${given.id}`,
    writeSecret: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(await getStore().head(given.id)).toBeNull();
  expect(await db.reportJob.findUniqueOrThrow({ where: { id: reply.data.jobId } })).toMatchObject({
    audit_id: given.id,
    org_id: null,
    variant: "full",
    email: given.email,
    agency_email: "agency@example.org",
    url: given.url,
    data: given.data,
    status: "queued",
  });
  const events = await db.outboxEvent.findMany({ where: { name: "report/requested" } });
  expect(events.map(({ data }) => data)).toContainEqual({
    ...{ job_id: reply.data.jobId, audit_id: given.id },
    ...{ queue: "anonymous", priority: 0 },
  });
  expect((await visitor.get(`/api/v1/report/${reply.data.jobId}`)).data).toEqual({ status: "queued" });
});

for (const variant of ["full", "report", "accessibility", "singlePage"])
  test(`accepts the variant ${variant} [#15]`, async ({ visitor }) => {
    expect((await queue(visitor, { variant })).status).toBe(202);
  });

test("returns 400 for a missing or unknown variant [#14] [#15]", async ({ visitor }) => {
  for (const variant of ["Full", "singlepage", "", null, undefined, 1])
    expect(await queue(visitor, { variant })).toFail(400, "invalid_input", [{ path: "variant" }]);
});

test("returns 400 unless data is an object [#13]", async ({ visitor }) => {
  for (const data of [undefined, null, [], "text", 1])
    expect(await queue(visitor, { data })).toFail(400, "invalid_input", [{ path: "data" }]);
});

test("requires the recipient's email address, but not the agency's [#16] [#21]", async ({ visitor }) => {
  for (const email of [
    undefined,
    "",
    "nobody",
    "a@b",
    "a@example.org, b@example.org",
    "a@example.org\r\nBcc: b@example.org",
  ])
    expect(await queue(visitor, { email })).toFail(400, "invalid_input", [{ path: "email" }]);
  expect(await queue(visitor, { agencyEmail: "nobody" })).toFail(400, "invalid_input", [{ path: "agencyEmail" }]);
});

test("requires the website's URL, which must use http or https", async ({ visitor }) => {
  for (const url of [undefined, "", "customer.example", "ftp://customer.example/", "javascript:alert(1)"])
    expect(await queue(visitor, { url })).toFail(400, "invalid_input", [{ path: "url" }]);
});

test("accepts the audit's id as id or audit_id, and gives precedence to audit_id [#17] [#18]", async ({ visitor }) => {
  expect((await queue(visitor, { id: "by-id" })).data.auditId).toBe("by-id");
  expect((await queue(visitor, { id: undefined, audit_id: "by-audit-id" })).data.auditId).toBe("by-audit-id");
  const both = await queue(visitor, { id: "by-id", audit_id: "wins" });
  expect(both.data).toMatchObject({ auditId: "wins", downloadUrl: expect.stringMatching(/\/wins$/) });
  expect(await queue(visitor, { id: undefined })).toFail(400, "invalid_input", [{ path: "id" }]);
});

test("returns 400 for an id that could be a path", async ({ visitor }) => {
  for (const id of ["../secrets", "a/b", "", ".hidden", "a b", "a\0b", "x".repeat(201), "audits\\1"])
    expect(await queue(visitor, { id })).toFail(400, "invalid_input", [{ path: "id" }]);
});

test("returns 413 for a body over 5 MB and accepts a smaller one", async ({ visitor }) => {
  const filler = (length: number) => ({ data: { website: {}, filler: "x".repeat(length) } });
  expect(await queue(visitor, filler(5_000_000))).toFail(413, "too_large");
  expect((await queue(visitor, filler(4_900_000))).status).toBe(202);
});

test("returns 400 for NUL and for data that is nested too deeply, instead of storing it or crashing", async ({
  visitor,
}) => {
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const deep = JSON.stringify(body({ data: { deep: "here" } })).replace('"here"', nested);
  expect(await visitor.post("/api/v1/report", deep, { "idempotency-key": newId() })).toFail(400, "invalid_input");
  expect(await queue(visitor, { data: { a: { b: "\0" } } })).toFail(400, "invalid_input", [{ path: "data.a.b" }]);
  expect(await queue(visitor, { data: { "\ud800": 1 } })).toFail(400, "invalid_input");
  const proto = `{"id":"proto","variant":"full","email":"a@example.org","url":"https://a.example/","data":{"website":{},"__proto__":{"x":1}}}`;
  expect((await visitor.post("/api/v1/report", proto)).status).toBe(202);
});

test("limits reports to ten a minute per IP address and five an hour per recipient", async ({ visitor }) => {
  const email = `${newId()}@example.org`;
  for (let call = 0; call < 5; call += 1) expect((await queue(visitor, { email })).status).toBe(202);
  expect(await queue(visitor, { email })).toFail(429, "rate_limited", { limit: 5, window_seconds: 3_600 });
  for (let call = 0; call < 4; call += 1) expect((await queue(visitor)).status).toBe(202);
  expect(await queue(visitor)).toFail(429, "rate_limited", { limit: 10, window_seconds: 60 });
});

test("still accepts reports after the agency's email address has reached its limit", async ({ visitor }) => {
  const agencyEmail = `${newId()}@agency.example`;
  for (let call = 0; call < 8; call += 1) expect((await queue(visitor, { agencyEmail })).status).toBe(202);
});

test("rejected and repeated calls don't count towards the recipient's limit", async ({ visitor, rest }) => {
  const email = `${newId()}@example.org`;
  for (let call = 0; call < 5; call += 1)
    expect(await queue(visitor, { email, variant: "none" })).toFail(400, "invalid_input");
  const given = body({ email });
  const headers = { "idempotency-key": newId() };
  for (let call = 0; call < 4; call += 1)
    expect((await visitor.post("/api/v1/report", given, headers)).status).toBe(202);
  const other = createRestClient(rest, async () => ({ "x-client-ip": uniqueAddress() }));
  for (let call = 0; call < 4; call += 1) expect((await queue(other, { email })).status).toBe(202);
  expect(await queue(other, { email })).toFail(429, "rate_limited", { limit: 5 });
  expect((await visitor.post("/api/v1/report", given, headers)).status).toBe(202);
});

test("repeating an Idempotency-Key returns the first job", async ({ visitor, db }) => {
  const given = body();
  const headers = { "idempotency-key": newId() };
  const first = await visitor.post("/api/v1/report", given, headers);
  const again = await visitor.post("/api/v1/report", given, headers);
  expect(again.status).toBe(202);
  expect(again.data).toEqual(first.data);
  expect(await db.reportJob.count({ where: { audit_id: given.id } })).toBe(1);
  expect(await visitor.post("/api/v1/report", { ...given, variant: "report" }, headers)).toFail(409, "conflict");
});

test("returns 404 for an unknown job", async ({ visitor }) => {
  expect(await visitor.get(`/api/v1/report/${newId()}`)).toFail(404, "not_found");
  expect(await visitor.get("/api/v1/report/1")).toFail(400, "invalid_input", [{ path: "jobId" }]);
});

test("responds to a download request without headers with an uncacheable 301 to a link that is valid for an hour [#6] [#40] [#41] [#49]", async ({
  visitor,
}) => {
  const id = `stored-${newId()}`;
  await getStore().put(id, Buffer.from("%PDF-"), { contentType: "application/pdf", fileName: "report.pdf" });
  for (const path of [`/api/v1/scan/report/download/${id}`, `/api/v1/scan/report/download/${id}/`]) {
    const reply = await visitor.get(path);
    expect(reply.status).toBe(301);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const target = new URL(reply.headers.get("location") ?? "");
    expect(decodeURIComponent(target.pathname)).toContain(id);
    const seconds = Number(target.searchParams.get("expires")) - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(3_590);
    expect(seconds).toBeLessThanOrEqual(3_601);
  }
});

test("HEAD returns the same status and headers as GET, whether or not the report exists", async ({ visitor }) => {
  const id = `stored-${newId()}`;
  await getStore().put(id, Buffer.from("%PDF-"), { contentType: "application/pdf", fileName: "report.pdf" });
  const head = await visitor.send("HEAD", `/api/v1/scan/report/download/${id}`);
  expect([head.status, head.headers.get("cache-control"), head.body]).toEqual([301, "no-store", null]);
  expect(head.headers.get("location")).toContain(id);
  expect((await visitor.send("HEAD", "/api/v1/scan/report/download/nothing-here")).status).toBe(404);
});

test("the download link serves the file for an hour and is then rejected [#49]", async ({ visitor }) => {
  const id = `stored-${newId()}`;
  await getStore().put(id, Buffer.from("%PDF-"), { contentType: "application/pdf", fileName: "report.pdf" });
  const reply = await visitor.get(`/api/v1/scan/report/download/${id}`);
  const target = new URL(reply.headers.get("location") ?? "");
  expect(Buffer.from(await (await answerFileUrl(target)).arrayBuffer()).toString()).toBe("%PDF-");
  const late = anHourLater(() => answerFileUrl(target));
  await expect(late).rejects.toMatchObject({ code: "expired" });
});

test("the existing report can be downloaded while a new one is being created", async ({ visitor }) => {
  const { data } = await queue(visitor);
  await getStore().put(data.auditId, Buffer.from("%PDF-"), { contentType: "application/pdf" });
  const reply = await visitor.get(`/api/v1/scan/report/download/${data.auditId}`);
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([301, null]);
});

test("returns 404 for a missing report, with Retry-After while the report is being created", async ({ visitor }) => {
  const unknown = await visitor.get("/api/v1/scan/report/download/nothing-here");
  expect(unknown).toFail(404, "not_found");
  expect(unknown.headers.get("retry-after")).toBeNull();
  const { data } = await queue(visitor);
  const waiting = await visitor.get(`/api/v1/scan/report/download/${data.auditId}`);
  expect(waiting).toFail(404, "not_found");
  expect(Number(waiting.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a download's id can't be used as a path into the store", async ({ visitor, as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url)]);
  await as("owner").get(`/api/report/?audit_id=${id}&format=json`);
  for (const hostile of [`reports%2F${id}%2Fdata.json`, `..%2Freports%2F${id}%2Fdata.json`, "%2e%2e%2fsecrets", "a%00"])
    expect(await visitor.get(`/api/v1/scan/report/download/${hostile}`)).toFail(400, "invalid_input", [{ path: "id" }]);
});
