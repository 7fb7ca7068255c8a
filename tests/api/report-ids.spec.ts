import { getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { purgeReportOwners } from "@/server/domains/reports/report-owner";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, type Reply, type RestClient, type SignedIn, test } from "@/tests/support/api";
import { createRestClient, type RestHandler, uniqueAddress } from "@/tests/support/rest-client";
import { deliver, pageOf, startAuditOf } from "@/tests/support/scans";

const clientOf = (rest: RestHandler, headers: Record<string, string> = {}): RestClient => {
  const ip = uniqueAddress();
  return createRestClient(rest, async () => ({ "x-client-ip": ip, ...headers }));
};

const keyHolder = (rest: RestHandler): RestClient => clientOf(rest, { authorization: `Bearer ${serviceKey()}` });

const write = (client: RestClient, id: string, given: Record<string, unknown> = {}): Promise<Reply> =>
  client.post("/api/v1/report", {
    id,
    variant: "report",
    email: `${newId()}@example.org`,
    url: "https://customer.example/",
    data: { scores: { accessibility: 71 } },
    ...given,
  });

const finishedAudit = async (owner: SignedIn, rest: RestHandler): Promise<string> => {
  const { id, url } = await startAuditOf(owner);
  await deliver(rest, id, [pageOf(url)]);
  return id;
};

test("an id belongs to the first caller that uses it: anyone else gets 409 and changes nothing [M8]", async ({
  rest,
  visitor,
  as,
  db,
}) => {
  const id = `shared-${newId()}`;
  expect((await write(visitor, id)).status).toBe(202);
  for (const other of [visitor, clientOf(rest), keyHolder(rest), as("owner")]) {
    const refused = await write(other, id);
    expect(refused).toFail(409, "conflict");
    expect(refused.body?.error?.message).toContain("writeSecret");
  }
  expect(await write(visitor, id, { writeSecret: "a-guess" })).toFail(409, "conflict");
  expect(await db.reportJob.count({ where: { audit_id: id } })).toBe(1);
});

test("the secret in the first response allows callers at any IP address to replace a report, and is never returned again [M8]", async ({
  rest,
  visitor,
  db,
}) => {
  const id = `shared-${newId()}`;
  const { writeSecret } = (await write(visitor, id)).data;
  const again = await write(clientOf(rest), id, { writeSecret });
  expect(again.status).toBe(202);
  expect(again.data.writeSecret).toBeUndefined();
  expect((await write(visitor, id, { writeSecret })).status).toBe(202);
  expect(await db.reportJob.count({ where: { audit_id: id } })).toBe(3);
  const { secret_hash } = await db.reportOwner.findUniqueOrThrow({ where: { audit_id: id } });
  expect(secret_hash).not.toContain(writeSecret);
});

test("a report created with the API key can be replaced with the key alone, without the secret [M8]", async ({
  rest,
  visitor,
}) => {
  const id = `shared-${newId()}`;
  expect((await write(keyHolder(rest), id)).status).toBe(202);
  expect((await write(keyHolder(rest), id)).status).toBe(202);
  expect(await write(visitor, id)).toFail(409, "conflict");
});

test("members with reports.create can replace their organisation's report, but viewers get 409 because the report's id is taken [M8]", async ({
  as,
  otherOrganisation,
}) => {
  const id = `shared-${newId()}`;
  expect((await write(as("owner"), id)).status).toBe(202);
  expect((await write(as("member"), id)).status).toBe(202);
  for (const other of [as("viewer"), otherOrganisation().as("owner")])
    expect(await write(other, id)).toFail(409, "conflict");
});

test("if several callers use a new id at the same time, only one of them gets it [M8]", async ({ rest, db }) => {
  const id = `shared-${newId()}`;
  const replies = await Promise.all(Array.from({ length: 6 }, () => write(clientOf(rest), id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
  expect(await db.reportJob.count({ where: { audit_id: id } })).toBe(1);
});

test("if both id and audit_id are given, claims only audit_id [M8]", async ({ rest, visitor }) => {
  const [id, audit_id] = [`loses-${newId()}`, `wins-${newId()}`];
  expect((await write(visitor, id, { audit_id })).status).toBe(202);
  expect(await write(clientOf(rest), audit_id)).toFail(409, "conflict");
  expect((await write(clientOf(rest), id)).status).toBe(202);
});

test("for an audit on this platform, members of its organisation and callers with the API key can create reports [M8]", async ({
  as,
  rest,
  db,
}) => {
  const id = await finishedAudit(as("owner"), rest);
  for (const writer of [as("owner"), as("member"), keyHolder(rest)]) {
    const reply = await write(writer, id.toUpperCase());
    expect(reply.status).toBe(202);
    expect(reply.data).toMatchObject({ auditId: id, downloadUrl: expect.stringMatching(new RegExp(`/${id}$`)) });
    expect(reply.data.writeSecret).toBeUndefined();
  }
  const jobs = await db.reportJob.findMany({ where: { audit_id: id } });
  expect(jobs).toHaveLength(3);
  for (const job of jobs)
    expect(job).toMatchObject({ data: { scores: { accessibility: 71 } }, org_id: jobs[0]?.org_id });
  const rows = await db.auditLog.findMany({ where: { action: "report.create", target_id: id } });
  expect(rows).toHaveLength(2);
});

test("anyone else gets 409 for a report of an audit on this platform [M8]", async ({
  as,
  rest,
  visitor,
  otherOrganisation,
}) => {
  const id = await finishedAudit(as("owner"), rest);
  const expired = clientOf(rest, { authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.e30" });
  for (const other of [
    visitor,
    as("viewer"),
    otherOrganisation().as("owner"),
    expired,
    clientOf(rest, { authorization: "Bearer wrong" }),
  ])
    for (const given of [{ id }, { id: "mine", audit_id: id }, { id: id.toUpperCase() }])
      expect(await write(other, id, given)).toFail(409, "conflict");
});

test("accepts a session cookie only in requests from one of our origins [M8]", async ({ as, rest }) => {
  const owner = as("owner");
  const id = await finishedAudit(owner, rest);
  const cookie = `next-auth.session-token=${(await owner.session()).access_token}`;
  const from = (origin: string) => clientOf(rest, { cookie, origin, host: "localhost:8000" });
  expect(await write(from("https://evil.example"), id)).toFail(409, "conflict");
  expect((await write(from("http://localhost:8000"), id)).status).toBe(202);
});

test("returns 400 for ids that are reserved for our own objects [M8]", async ({ rest }) => {
  for (const id of ["curbcut-check", "Curbcut-Check", "curbcut-anything"])
    for (const given of [{ id }, { id: undefined, audit_id: id }])
      expect(await write(keyHolder(rest), id, given)).toFail(400, "invalid_input", [
        { path: given.id ? "id" : "audit_id", message: "This ID is reserved. Use another ID." },
      ]);
  expect(await getStore().head("curbcut-check")).toBeNull();
});

test("an id stays taken for a year after its last report [M8]", async ({ rest, visitor, db }) => {
  const id = `old-${newId()}`;
  const { writeSecret } = (await write(visitor, id)).data;
  const later = (days: number) => new Date(Date.now() + days * 86_400_000);
  await purgeReportOwners(db, later(364));
  expect(await write(clientOf(rest), id)).toFail(409, "conflict");
  await db.reportOwner.update({ where: { audit_id: id }, data: { used_at: later(-300) } });
  await write(visitor, id, { writeSecret });
  await purgeReportOwners(db, later(300));
  expect(await write(clientOf(rest), id)).toFail(409, "conflict");
  await purgeReportOwners(db, later(366));
  expect((await write(clientOf(rest), id)).status).toBe(202);
});
