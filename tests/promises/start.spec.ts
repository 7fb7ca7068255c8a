import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { emptyFolder, freshFolder } from "../support/app/data-folder";
import { type RunningApp, startApp } from "../support/app/running-app";
import { findPostgres, startPostgres } from "../support/postgres";

test.describe.configure({ mode: "serial" });

let app: RunningApp;

test.beforeAll(async () => {
  app = await startApp({ dataDir: emptyFolder(), scans: true });
});

test.afterAll(async () => {
  await app.kill();
});

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("one process serves the same application on two ports [#1] [#61]", async () => {
  for (const url of [app.url, app.reportUrl]) {
    const reply = await fetch(`${url}/api/health`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ success: true, data: { status: "alive" }, error: null });
  }
});

test("keeps idle connections open longer than a load balancer does", async () => {
  for (const url of [app.url, app.reportUrl]) {
    const reply = await fetch(`${url}/api/health`);
    expect(reply.headers.get("keep-alive")).toBe("timeout=75");
  }
});

test("every running instance serves its OpenAPI document and API documentation [#82] [#83] [#120]", async () => {
  const document = await fetch(`${app.url}/api/openapi.json`);
  expect(await document.json()).toMatchObject({ openapi: "3.1.0" });
  const docs = await fetch(`${app.url}/api/docs`);
  expect(docs.status).toBe(200);
  expect(docs.headers.get("content-type")).toContain("text/html");
});

test("prints one line per port, both URLs and the data folder", () => {
  const text = app.output();
  for (const word of [
    "database",
    "jobs",
    "files",
    "mail",
    "chat",
    "limits",
    "scanner",
    app.url,
    app.reportUrl,
    app.dataDir,
  ])
    expect(text).toContain(word);
});

test("other users can't read the secrets created on first start", () => {
  const folder = join(app.dataDir, "secrets");
  const names = readdirSync(folder);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
});

test("handles a POST to a URL with a trailing slash without redirecting it", async () => {
  const reply = await post(`${app.url}/api/user/verify-email/`, {});
  expect(reply.status).toBe(400);
});

test("returns the error envelope even for an unknown method or a URL that can't be decoded", async () => {
  const unreadable = await fetch(`${app.url}/api/websites/%E0%A4%A/`);
  expect(unreadable.status).toBe(400);
  expect(await unreadable.json()).toMatchObject({ success: false, error: { code: "invalid_input" } });
  const trace = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request(`${app.url}/api/websites/`, { method: "TRACE" }, resolve).on("error", reject).end();
  });
  trace.resume();
  expect(trace.statusCode).toBe(405);
  expect(trace.headers.allow).toContain("GET");
});

test("ignores a request to upgrade the protocol and responds as usual", async () => {
  for (const url of [app.url, app.reportUrl]) {
    const headers = {
      connection: "Upgrade, HTTP2-Settings",
      upgrade: "h2c",
      "http2-settings": "AAMAAABkAARAAAAAAAIAAAAA",
    };
    const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.request(`${url}/api/health`, { headers }, resolve).on("error", reject).end();
    });
    reply.resume();
    expect(reply.statusCode).toBe(200);
  }
});

test("a client can't bypass a limit by claiming other IP addresses [#133] @long", async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 11; call++) {
    const spoofed = {
      "x-forwarded-for": `203.0.113.${call}`,
      "x-client-ip": `203.0.113.${call}`,
      "x-real-ip": `203.0.113.${call}`,
    };
    statuses.push(
      (await post(`${app.url}/api/auth/login`, { email: "ada@example.org", password: "x" }, spoofed)).status,
    );
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

const startInVain = async (env: Record<string, string>): Promise<{ code: number; text: string }> => {
  const child = spawn(process.execPath, ["start/serve.mjs"], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", REPORT_PORT: "0", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "exit");
  return { code, text };
};

test("a second process on the same data folder refuses to start and explains why @long", async () => {
  const { code, text } = await startInVain({ DATA_DIR: app.dataDir });
  expect(code).toBe(1);
  expect(text).toContain("is using");
});

test("refuses to start on a port that is in use and names the variable that sets the port @long", async () => {
  for (const name of ["PORT", "REPORT_PORT"]) {
    const { code, text } = await startInVain({ DATA_DIR: await freshFolder(), [name]: new URL(app.reportUrl).port });
    expect(code).toBe(1);
    expect(text).toContain(`is already in use. Stop the program that uses it, or set ${name} to another port.`);
  }
});

test("refuses to start with an invalid configuration and lists every invalid variable @long", async () => {
  const { code, text } = await startInVain({ SCANNER_CONCURRENCY: "many", BASE_URL: "nowhere" });
  expect(code).toBe(1);
  expect(text).toMatch(/Invalid configuration:(?=[\s\S]*SCANNER_CONCURRENCY)(?=[\s\S]*BASE_URL)/);
});

test("exits within ten seconds of SIGTERM and leaves no child process behind", async () => {
  const { scanner } = app.pids();
  expect(scanner).not.toBeNull();
  const { ms, code } = await app.stop();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
  const alive = () =>
    execFileSync("ps", ["-A", "-o", "pid="], { encoding: "utf8" })
      .split("\n")
      .map(Number)
      .includes(scanner ?? -1);
  await expect.poll(alive).toBe(false);
});

test("waits for periodic work to finish before it closes the database, and logs no warning @long", async () => {
  const binFolder = findPostgres();
  test.skip(binFolder === null, "PostgreSQL is not installed");
  const postgres = await startPostgres(binFolder ?? "");
  const own = await startApp({ env: { DATABASE_URL: postgres.url } });
  const other = new pg.Client(postgres.url);
  await other.connect();
  await other.query("BEGIN; LOCK TABLE website_audits IN ACCESS EXCLUSIVE MODE");
  const blocked = async () =>
    (await other.query<{ count: number }>("SELECT count(*)::int FROM pg_locks WHERE NOT granted")).rows[0]?.count;
  await expect.poll(blocked).toBeGreaterThan(0);
  const stopping = own.stop();
  // An app that didn't wait for the blocked query would close the database within this time.
  await sleep(1_500);
  await other.query("COMMIT");
  expect((await stopping).code).toBe(0);
  await other.end();
  await postgres.stop();
});
