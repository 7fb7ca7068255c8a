import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { openDatabase, setDatabase } from "@/server/adapters/database";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { createRestClient } from "@/tests/support/rest-client";

test("every call returns 503 in the envelope while PostgreSQL is down, without revealing internals @long", async () => {
  const folder = findPostgres();
  test.skip(folder === null, "PostgreSQL is not installed");
  const postgres = await startPostgres(folder ?? "");
  const database = await openDatabase({ url: postgres.url });
  setDatabase(database);
  const session = await signIn(await makeAccount({ org_id: await makeOrganisation(), role: "owner" }));
  const handler = createRestHandler(appRouter, authenticate);
  const client = createRestClient(handler, async () => ({ authorization: `Bearer ${session.access_token}` }));
  expect((await client.get("/api/websites/")).status).toBe(200);

  await postgres.stop();
  const calls = [
    () => client.get("/api/websites/"),
    () => client.post("/api/websites/", { url: "https://example.org" }),
    () => client.post("/api/auth/login", { email: "a@example.org", password: "seven walrus lamps at noon" }),
    () => client.get("/api/v1/scan/report/download/unknown"),
  ];
  for (const call of [...calls, ...calls]) {
    const reply = await call();
    expect(reply.status).toBe(503);
    expect(reply.body?.error).toEqual({
      code: "unavailable",
      message: "The database isn't available right now. Try again soon.",
      details: null,
    });
  }
  expect((await client.get("/api/health")).status).toBe(200);
  await database.close();
});

test("returns 503 within 5 s while PostgreSQL is frozen, and works again afterwards [M9] @long", async () => {
  const folder = findPostgres();
  test.skip(folder === null, "PostgreSQL is not installed");
  const postgres = await startPostgres(folder ?? "");
  const database = await openDatabase({ url: postgres.url });
  setDatabase(database);
  const session = await signIn(await makeAccount({ org_id: await makeOrganisation(), role: "owner" }));
  const handler = createRestHandler(appRouter, authenticate);
  const client = createRestClient(handler, async () => ({ authorization: `Bearer ${session.access_token}` }));
  const calls = [
    () => client.get("/api/websites/"),
    () => client.post("/api/websites/", { url: "https://example.org" }),
    () => client.post("/api/auth/login", { email: "a@example.org", password: "seven walrus lamps at noon" }),
  ];
  const callAll = () =>
    Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const started = performance.now();
        const reply = await calls[index % calls.length]?.();
        return { status: reply?.status, wait: reply?.headers.get("retry-after"), ms: performance.now() - started };
      }),
    );
  expect((await client.get("/api/websites/")).status).toBe(200);
  postgres.freeze();
  try {
    for (const round of ["caught in mid-call", "called while frozen"])
      for (const { status, wait, ms } of await callAll()) {
        expect({ round, status, wait }).toEqual({ round, status: 503, wait: "5" });
        expect(ms, round).toBeLessThan(5_000);
      }
  } finally {
    postgres.thaw();
  }
  await expect.poll(async () => (await client.get("/api/websites/")).status).toBe(200);
  expect((await client.post("/api/websites/", { url: "https://example.org" })).status).toBe(201);
  await database.close();
  await postgres.stop();
});
