import "../support/environment";
import { expect, test } from "@playwright/test";
import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { openApiDocument } from "@/server/http";
import { anyAddress, behindProxy } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { fuzz } from "../support/fuzz/fuzz";
import { findPostgres, type Postgres, startPostgres } from "../support/postgres";
import { rounds } from "../support/rounds";
import { type SilentScanner, startSilentScanner } from "../support/scanner/silent-scanner";

/** A tenth as many requests as in tests/api/openapi-fuzz.spec.ts, which calls the endpoints without HTTP. */
const requests = Math.ceil(rounds("FUZZ_REQUESTS", { usual: 1_000, promised: 20_000 }) / 10);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);

test.describe("a production build on PostgreSQL", () => {
  test.skip(findPostgres() === null, "PostgreSQL is not installed");
  let postgres: Postgres;
  let database: Database;
  let scanner: SilentScanner;
  let app: RunningApp;

  test.beforeAll(async () => {
    postgres = await startPostgres(findPostgres() ?? "");
    database = await openDatabase({ url: postgres.url });
    setDatabase(database);
    scanner = await startSilentScanner();
    // The app uses this process's folder and base URL, so that the app and the test use the same keys and token issuer.
    app = await startApp({
      dataDir: env.DATA_DIR,
      mayLog: [/"function_id":"curbcut-deliver-webhook".*"reason":"The host has no public IP address\."/],
      env: {
        ...behindProxy,
        BASE_URL: env.BASE_URL,
        SCANNER_URL: scanner.url,
        SCANNER_SECRET: "unused",
        DATABASE_URL: postgres.url,
      },
    });
  });
  test.afterAll(async () => {
    await app?.stop();
    scanner?.close();
    await database?.close();
    await postgres?.stop();
  });

  test("returns neither a 5xx nor an undocumented response to HTTP requests built from its OpenAPI document", async () => {
    test.setTimeout(120_000 + requests * 100);
    const outcome = await fuzz(openApiDocument(), seed, requests, async ({ method, target, headers, body }) => {
      const response = await fetch(app.url + target, {
        method,
        headers: { ...headers, "x-forwarded-for": anyAddress() },
        redirect: "manual",
        ...(body ? { body } : {}),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
    console.log(`${requests} requests over HTTP (seed ${seed}): ${JSON.stringify(outcome.statuses)}`);
    expect(outcome.problems.join("\n")).toBe("");
    expect(outcome.statuses[200] ?? 0).toBeGreaterThan(requests / 20);
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
  });
});
