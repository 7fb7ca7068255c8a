import type { Principal } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { type Authenticate, createRestHandler } from "@/server/endpoint/rest";
import { expect, test } from "@/tests/support/api";
import { probeRouter } from "@/tests/support/probe-router";
import { createRestClient } from "@/tests/support/rest-client";

const principalOf = (org_id: string): Principal => ({
  user_id: newId(),
  org_id,
  role: "owner",
  session_id: newId(),
  via: "bearer",
});

/**
 * Returns a client that calls the probes as a member of this organisation. An invalid `org_id` simulates a bug in the
 * app.
 */
const probesAs = (org_id: string, given?: Authenticate) => {
  const principal = principalOf(org_id);
  const who = given ?? (async () => principal);
  return createRestClient(createRestHandler(probeRouter, who), async () => ({ authorization: `Bearer ${org_id}` }));
};

const unique = (word: string): string => `${word} ${newId()}`;

test("a call that changes data writes its action, caller and IP address to the audit log", async ({
  as,
  org_id,
  db,
}) => {
  const owner = as("owner");
  const reply = await owner.post(
    "/api/websites/",
    { url: "https://audited.example/" },
    { "x-client-ip": "203.0.113.77" },
  );
  const rows = await db.auditLog.findMany({ where: { org_id } });
  expect(rows).toMatchObject([
    {
      action: "website.add",
      actor_type: "user",
      actor_id: (await owner.account()).id,
      target_id: reply.data.id,
      ip: "203.0.113.77",
      request_id: reply.headers.get("x-request-id"),
    },
  ]);
});

test("a failed call writes neither rows nor an audit log entry", async ({ db, org_id }) => {
  const name = unique("fail");
  const reply = await probesAs(org_id).post("/api/probe/made/", { name });
  expect(reply).toFail(409, "conflict");
  expect(await db.organisation.count({ where: { name } })).toBe(0);
  expect(await db.auditLog.count({ where: { org_id } })).toBe(0);
});

test("writes nothing when the audit log entry can't be written", async ({ db }) => {
  const name = unique("unaudited");
  const reply = await probesAs("not an id").post("/api/probe/made/", { name });
  expect(reply).toFail(500, "internal");
  expect(await db.organisation.count({ where: { name } })).toBe(0);
});

test("a rejected call writes no audit log entry", async ({ as, org_id, db }) => {
  expect(await as("viewer").post("/api/websites/", { url: "https://refused.example/" })).toFail(403, "forbidden");
  expect(await as("owner").post("/api/websites/", { url: "nonsense" })).toFail(400, "invalid_input");
  expect(await db.auditLog.count({ where: { org_id } })).toBe(0);
});

test("a call repeated with the same Idempotency-Key and body runs once and returns the first response, including its timestamps", async ({
  db,
  org_id,
}) => {
  const probes = probesAs(org_id);
  const name = unique("once");
  const call = () => probes.post("/api/probe/made/", { name }, { "idempotency-key": "key-1" });
  const first = await call();
  expect(first.status).toBe(201);
  const again = await call();
  expect(again.status).toBe(201);
  expect(again.data).toEqual(first.data);
  expect(first.data.made_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await db.organisation.count({ where: { name } })).toBe(1);
  expect(await db.auditLog.count({ where: { org_id, target_id: first.data.id } })).toBe(1);
});

test("returns 409 for the same Idempotency-Key with a different body", async ({ org_id }) => {
  const probes = probesAs(org_id);
  const headers = { "idempotency-key": "key-2" };
  expect((await probes.post("/api/probe/made/", { name: unique("a") }, headers)).status).toBe(201);
  expect(await probes.post("/api/probe/made/", { name: unique("b") }, headers)).toFail(409, "conflict");
});

test("an Idempotency-Key is remembered for a day", async ({ db, org_id }) => {
  const probes = probesAs(org_id);
  const headers = { "idempotency-key": newId() };
  const ageBy = (hours: number) =>
    db.idempotentResponse.updateMany({
      where: { key: headers["idempotency-key"] },
      data: { created_at: new Date(Date.now() - hours * 3_600_000) },
    });
  expect((await probes.post("/api/probe/made/", { name: unique("a") }, headers)).status).toBe(201);
  await ageBy(23.9);
  expect(await probes.post("/api/probe/made/", { name: unique("b") }, headers)).toFail(409, "conflict");
  await ageBy(24.1);
  expect((await probes.post("/api/probe/made/", { name: unique("c") }, headers)).status).toBe(201);
});

test("simultaneous calls with one Idempotency-Key run once", async ({ db, org_id }) => {
  const probes = probesAs(org_id);
  const name = unique("together");
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => probes.post("/api/probe/made/", { name }, { "idempotency-key": "key-3" })),
  );
  expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201]);
  expect(await db.organisation.count({ where: { name } })).toBe(1);
});

test("an Idempotency-Key can be used again after a failed call", async ({ org_id }) => {
  const probes = probesAs(org_id);
  const headers = { "idempotency-key": "key-4" };
  expect(await probes.post("/api/probe/made/", { name: unique("fail") }, headers)).toFail(409, "conflict");
  expect((await probes.post("/api/probe/made/", { name: unique("second try") }, headers)).status).toBe(201);
});

test("an Idempotency-Key applies only to the caller that sent it", async ({ org_id, otherOrganisation }) => {
  const headers = { "idempotency-key": "key-5" };
  const mine = await probesAs(org_id).post("/api/probe/made/", { name: unique("mine") }, headers);
  const theirs = await probesAs(await otherOrganisation().id()).post(
    "/api/probe/made/",
    { name: unique("theirs") },
    headers,
  );
  expect([mine.status, theirs.status]).toEqual([201, 201]);
});

test("an Idempotency-Key must be short and printable", async ({ org_id }) => {
  for (const key of ["", "with space", "é", "x".repeat(256)])
    expect(await probesAs(org_id).post("/api/probe/made/", { name: unique("key") }, { "idempotency-key": key })).toFail(
      400,
      "invalid_input",
      [{ path: "Idempotency-Key" }],
    );
});

test("runs every call that has no Idempotency-Key", async ({ db, org_id }) => {
  const name = unique("twice");
  for (const _ of [1, 2]) await probesAs(org_id).post("/api/probe/made/", { name });
  expect(await db.organisation.count({ where: { name } })).toBe(2);
});

test("returns 500 and runs nothing when authentication throws", async ({ db, org_id }) => {
  const name = unique("open door");
  const broken = probesAs(org_id, () => Promise.reject(new Error("no keys")));
  expect(await broken.post("/api/probe/made/", { name })).toFail(500, "internal");
  expect(await db.organisation.count({ where: { name } })).toBe(0);
  const nobody = probesAs(org_id, authenticate);
  expect(await nobody.post("/api/probe/made/", { name })).toFail(401, "not_authenticated");
});
