import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { openDatabase, setDatabase } from "@/server/adapters/database";
import { authenticate } from "@/server/auth/authenticate";
import { createRestHandler } from "@/server/core/rest";
import { appRouter } from "@/server/router";
import { makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { createRestClient } from "@/tests/support/rest-client";

test("while PostgreSQL is away every call is 503 in the envelope, and nothing of the server is told", async () => {
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
      message: "The database is not available. Please try again soon.",
      details: null,
    });
  }
  expect((await client.get("/api/health")).status).toBe(200);
  await database.close();
});
