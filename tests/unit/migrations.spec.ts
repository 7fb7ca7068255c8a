import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { functions } from "@/inngest";
import { createTables } from "@/inngest/embedded/tables";
import { cloneMemoryDatabase, type Database } from "@/server/adapters/database";
import { applyMigrations, type MigrationSession, readMigrations } from "@/server/adapters/database/migrate";
import { findPostgres, startPostgres } from "@/tests/support/postgres";

let database: Database;
let session: MigrationSession;
const known = readMigrations("prisma/migrations");
const checksum = "0".repeat(64);

test.beforeEach(async () => {
  database = await cloneMemoryDatabase();
  session = database.sql;
});
test.afterEach(() => database.close());

const history = () =>
  session.query("SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY started_at, migration_name");

test("records applied migrations with Prisma's checksum and doesn't apply them again @long", async () => {
  expect(await history()).toEqual(known.map(({ name, checksum }) => ({ name, checksum })));
  expect(await applyMigrations(session, known)).toEqual([]);
});

test("applies new migrations in order and records each in its own row @long", async () => {
  const made = { name: "29990101000000_make", sql: "CREATE TABLE extra (id int); SELECT 1;", checksum };
  const filled = { name: "29990101000001_fill", sql: "INSERT INTO extra VALUES (1)", checksum };
  expect(await applyMigrations(session, [...known, made, filled])).toEqual([made.name, filled.name]);
  expect(await session.query("SELECT id FROM extra")).toEqual([{ id: 1 }]);
  expect(await history()).toHaveLength(known.length + 2);
});

test("a failed migration changes nothing, is named in the error, and is retried @long", async () => {
  const bad = { name: "29990101000000_bad", sql: "CREATE TABLE extra (id int); SELECT 1/0;", checksum };
  await expect(applyMigrations(session, [...known, bad])).rejects.toThrow(
    `Migration ${bad.name} failed and was rolled back`,
  );
  expect(await session.query("SELECT to_regclass('extra')::text AS found")).toEqual([{ found: null }]);
  expect(await applyMigrations(session, [...known, { ...bad, sql: "CREATE TABLE extra (id int)" }])).toEqual([
    bad.name,
  ]);
});

test("removes usernames and passwords from stored URLs, and leaves other URLs unchanged @long", async () => {
  const { sql = "" } = known.find(({ name }) => name.endsWith("_credentials_in_urls")) ?? {};
  const id = randomUUID();
  const settings = { sitemap_url: "https://ada:p@ss@shop.example/map.xml?@", sample: true };
  const urls = ["//ada@shop.example/a", "HTTPS://ada:b@shop.example", "/@ada/b@c", "https://shop.example/@ada"];
  const steps = [...urls.map((url) => ({ action: "go_to", url })), { action: "scan", name: "ada:b@c" }];
  const insert = (table: string, columns: string, values: readonly unknown[]) =>
    session.query(
      `INSERT INTO ${table} (${columns}, updated_at) VALUES (${values.map((_, at) => `$${at + 1}`).join(", ")}, now())`,
      values,
    );
  await insert("organisations", "id, name", [id, "Ada’s"]);
  const website = [id, id, "https://shop.example/", "Shop", JSON.stringify(settings)];
  await insert("websites", "id, org_id, url, name, settings", website);
  await insert("website_journeys", "id, org_id, website_id, name, steps", [id, id, id, "A", JSON.stringify(steps)]);
  const signIn = [id, id, "form", "{}", "sealed", "{}", "https://ada@shop.example/in", null];
  await insert("website_sign_ins", "website_id, org_id, kind, origins, secret, names, url, signed_in_url", signIn);
  await session.exec(sql);
  const stored = await session.query(
    "SELECT w.settings, j.steps, s.url, s.signed_in_url FROM websites w, website_journeys j, website_sign_ins s",
  );
  const kept = ["//shop.example/a", "HTTPS://shop.example", "/@ada/b@c", "https://shop.example/@ada"];
  expect(stored).toEqual([
    {
      settings: { ...settings, sitemap_url: "https://shop.example/map.xml?@" },
      steps: [...kept.map((url) => ({ action: "go_to", url })), steps.at(-1)],
      url: "https://shop.example/in",
      signed_in_url: null,
    },
  ]);
});

test("copies the journeys of a website to its running audit, but not to any other audit @long", async () => {
  const at = known.findIndex(({ name }) => name.endsWith("_audit_journeys"));
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await applyMigrations(session, known.slice(0, at));
  const [org, shop, blog] = [randomUUID(), randomUUID(), randomUUID()];
  const ids = [randomUUID(), randomUUID()].sort();
  const steps = JSON.stringify([{ action: "scan", name: "page" }]);
  await session.exec(`
    INSERT INTO organisations (id, name, updated_at) VALUES ('${org}', 'Ada’s', now());
    INSERT INTO websites (id, org_id, url, name, updated_at) VALUES
      ('${shop}', '${org}', 'https://shop.example/', '', now()), ('${blog}', '${org}', 'https://blog.example/', '', now());
    INSERT INTO website_journeys (id, org_id, website_id, name, steps, updated_at) VALUES
      ('${ids[1]}', '${org}', '${shop}', 'Second', '${steps}', now()),
      ('${ids[0]}', '${org}', '${shop}', 'First', '${steps}', now());
    INSERT INTO website_audits (id, org_id, website_id, status, phase, options) VALUES
      (gen_random_uuid(), '${org}', '${shop}', 'in_progress', 'scanning', '{}'),
      (gen_random_uuid(), '${org}', '${blog}', 'in_progress', 'scanning', '{}'),
      (gen_random_uuid(), '${org}', '${shop}', 'completed', 'saving', '{}');`);
  await applyMigrations(session, known.slice(at));
  const copies = await session.query(
    `SELECT w.url, a.status, c.journeys FROM audit_journeys c JOIN website_audits a ON a.id = c.audit_id
     JOIN websites w ON w.id = a.website_id ORDER BY w.url`,
  );
  const journeys = ["First", "Second"].map((name) => ({ name, steps: JSON.parse(steps) }));
  expect(copies).toEqual([
    { url: "https://blog.example/", status: "in_progress", journeys: [] },
    { url: "https://shop.example/", status: "in_progress", journeys },
  ]);
});

test("renames queued events and jobs, so that their work continues under the new names @long", async () => {
  const at = known.findIndex(({ name }) => name.endsWith("_plain_names"));
  const { sql = "" } = known[at] ?? {};
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await applyMigrations(session, known.slice(0, at));
  await createTables(session as Database["sql"]);
  const [first, second] = [randomUUID(), randomUUID()];
  await session.exec(`
    INSERT INTO outbox_events (id, name, data) VALUES ('${first}', 'mail/queued', '{}'), ('${second}', 'audit/ended', '{}');
    INSERT INTO pending_jobs (event_id, job, event_name, data, due_at) VALUES
      ('${first}', 'tell-agency', 'lead/won', '{}', now()), ('${second}', 'tidy-audit', 'audit/ended', '{}', now()),
      ('${second}', 'start-audits', 'audit/ended', '{}', now());
    INSERT INTO runner.run (id, fn_id, event, limit_keys, limit_maxes) VALUES
      ('a', 'curbcut-send-mail', '{}', '{curbcut-send-mail|,account|x}', '{8,1}'),
      ('b', 'curbcut-make-report-failure', '{}', '{}', '{}'), ('c', 'curbcut-run-audit', '{}', '{}', '{}');
    INSERT INTO runner.job (run_id, step_id, kind, limit_keys, limit_maxes)
      SELECT id, 'step', 'call', limit_keys, limit_maxes FROM runner.run;
    INSERT INTO runner.dedupe VALUES ('curbcut-forget-old', 'key', now());
    INSERT INTO runner.cron VALUES ('curbcut-forget-old', '23 * * * *', now()), ('curbcut-reseal-secrets', '7 * * * *', now());`);
  await session.exec(sql);
  const read = (text: string) => session.query(text);
  expect(await read("SELECT name FROM outbox_events ORDER BY name")).toEqual([
    { name: "audit/ended" },
    { name: "email/queued" },
  ]);
  expect(await read("SELECT job, event_name FROM pending_jobs ORDER BY job")).toEqual([
    { job: "clean-up-audit", event_name: "audit/ended" },
    { job: "notify-agency", event_name: "lead/captured" },
    { job: "start-audits", event_name: "audit/ended" },
  ]);
  expect(
    await read("SELECT r.fn_id, j.limit_keys FROM runner.run r JOIN runner.job j ON j.run_id = r.id ORDER BY r.id"),
  ).toEqual([
    { fn_id: "curbcut-send-email", limit_keys: ["curbcut-send-email|", "account|x"] },
    { fn_id: "curbcut-create-report-failure", limit_keys: [] },
    { fn_id: "curbcut-run-audit", limit_keys: [] },
  ]);
  expect(await read("SELECT fn_id FROM runner.dedupe UNION ALL SELECT fn_id FROM runner.cron ORDER BY fn_id")).toEqual([
    { fn_id: "curbcut-purge-old-records" },
    { fn_id: "curbcut-purge-old-records" },
    { fn_id: "curbcut-reseal-secrets" },
  ]);
});

test("the migration that renames jobs and events gives them only names that the app uses @long", () => {
  const { sql = "" } = known.find(({ name }) => name.endsWith("_plain_names")) ?? {};
  const renamed = [...sql.matchAll(/^ {2}\('[^']+', '([^']+)'\)/gm)].map(([, name]) => name);
  const triggers = functions.flatMap(({ opts }) => [...(opts.triggers ?? [])] as { event?: unknown }[]);
  const used = new Set<unknown>([...functions.map((job) => job.id()), ...triggers.map(({ event }) => event)]);
  expect(renamed.filter((name) => !used.has(name))).toEqual([]);
  expect(renamed).toHaveLength(14);
});

test("converts impacts, outcomes and kinds of callers to enums, and keeps their values @long", async () => {
  const at = known.findIndex(({ name }) => name.endsWith("_finding_enums"));
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await applyMigrations(session, known.slice(0, at));
  const id = randomUUID();
  await session.exec(`
    INSERT INTO organisations (id, name, updated_at) VALUES ('${id}', 'Ada’s', now());
    INSERT INTO websites (id, org_id, url, name, updated_at) VALUES ('${id}', '${id}', 'https://shop.example/', '', now());
    INSERT INTO website_audits (id, org_id, website_id, status, phase, options)
      VALUES ('${id}', '${id}', '${id}', 'completed', 'saving', '{}');
    INSERT INTO audit_log (id, org_id, actor_type, actor_id, action, ip, request_id)
      VALUES ('${id}', '${id}', 'user', '${id}', 'website.add', '', '');
    INSERT INTO violations (audit_id, page_id, rule_id, outcome, impact, nodes) VALUES
      ('${id}', '${id}', 'label', 'violation', 'minor', 1), ('${id}', '${id}', 'list', 'needs_review', NULL, 2),
      ('${id}', '${id}', 'image-alt', 'violation', 'critical', 3);`);
  await applyMigrations(session, known.slice(at));
  expect(await session.query("SELECT rule_id, outcome, impact FROM violations ORDER BY outcome, impact")).toEqual([
    { rule_id: "image-alt", outcome: "violation", impact: "critical" },
    { rule_id: "label", outcome: "violation", impact: "minor" },
    { rule_id: "list", outcome: "needs_review", impact: null },
  ]);
  expect(await session.query("SELECT actor_type FROM audit_log")).toEqual([{ actor_type: "user" }]);
  await expect(session.exec("UPDATE violations SET impact = 'severe'")).rejects.toThrow("finding_impact");
});

test("converts the status of a transaction to an enum, and an unknown status to other @long", async () => {
  const at = known.findIndex(({ name }) => name.endsWith("_transaction_status"));
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await applyMigrations(session, known.slice(0, at));
  await session.exec(`
    INSERT INTO billing_transactions (id, org_id, kind, provider_id, status, amount, currency, occurred_at)
      SELECT gen_random_uuid(), gen_random_uuid(), kind::transaction_kind, status, status, 1, 'eur', now() FROM (VALUES
        ('invoice', 'paid'), ('refund', 'failed'), ('dispute', 'warning_closed'), ('dispute', 'under_arbitration')
      ) AS given (kind, status);`);
  await applyMigrations(session, known.slice(at));
  expect(await session.query("SELECT provider_id, status FROM billing_transactions ORDER BY provider_id")).toEqual([
    { provider_id: "failed", status: "failed" },
    { provider_id: "paid", status: "paid" },
    { provider_id: "under_arbitration", status: "other" },
    { provider_id: "warning_closed", status: "warning_closed" },
  ]);
});

test("a migration that Prisma left unfinished prevents startup @long", async () => {
  await session.query("UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(applyMigrations(session, known)).rejects.toThrow("failed in an earlier run");
  await session.query("UPDATE _prisma_migrations SET rolled_back_at = now(), migration_name = 'gone'");
  await expect(applyMigrations(session, known)).rejects.toThrow("already exists");
});

test("a migration from a newer version, or one edited after it was applied, doesn't prevent startup @long", async () => {
  await session.query("UPDATE _prisma_migrations SET checksum = 'edited'");
  await session.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '2999_later', now())",
  );
  expect(await applyMigrations(session, known)).toEqual([]);
});

test("moves an unverified account's password to its sign-up and keeps its email verification [M3] @long", async () => {
  const at = known.findIndex(({ name }) => name.endsWith("_sign_ups"));
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await applyMigrations(session, known.slice(0, at));
  const [waiting, proved] = [randomUUID(), randomUUID()];
  await session.exec(`
      INSERT INTO users (id, email, name, password_hash, email_verified_at, updated_at) VALUES
        ('${waiting}', 'waiting@example.org', 'Waiting', 'hash 1', NULL, now()),
        ('${proved}', 'proved@example.org', 'Proved', 'hash 2', now(), now());
      INSERT INTO email_verifications (id, user_id, otp_hash, token_hash, otp_expires_at, link_expires_at)
        SELECT gen_random_uuid(), id, 'x', email, now(), now() FROM users;`);
  await applyMigrations(session, known.slice(at));
  const rows = await session.query(
    `SELECT u.name, u.password_hash, s.password_hash AS waits, v.token_hash
       FROM users u JOIN sign_ups s ON s.user_id = u.id JOIN email_verifications v ON v.sign_up_id = s.id
       ORDER BY u.name`,
  );
  expect(rows).toEqual([
    { name: "Proved", password_hash: "hash 2", waits: null, token_hash: "proved@example.org" },
    { name: "Waiting", password_hash: null, waits: "hash 1", token_hash: "waiting@example.org" },
  ]);
});

test("moves the brand of queued emails from their data to a column, and leaves other emails unchanged @long", async () => {
  const at = known.findIndex(({ name }) => name.endsWith("_email_brand"));
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await applyMigrations(session, known.slice(0, at));
  const rows = [
    ["a", "queued", { name: "Ada", app: "accessibility" }],
    ["b", "queued", { name: "Ada", app: "service" }],
    ["c", "queued", { name: "Ada", app: "another" }],
    ["d", "queued", { name: "Ada" }],
    ["e", "sent", {}],
  ] as const;
  for (const [key, status, data] of rows)
    await session.query(
      `INSERT INTO email_messages (id, idempotency_key, "to", "from", subject, template, data, status)
       VALUES (gen_random_uuid(), $1, '', '', '', 'welcome', $2::jsonb, $3::email_status)`,
      [key, JSON.stringify(data), status],
    );
  await applyMigrations(session, known.slice(at));
  expect(await session.query("SELECT idempotency_key AS key, brand, data FROM email_messages ORDER BY 1")).toEqual([
    { key: "a", brand: "accessibility", data: { name: "Ada" } },
    { key: "b", brand: "service", data: { name: "Ada" } },
    { key: "c", brand: "service", data: { name: "Ada" } },
    { key: "d", brand: "service", data: { name: "Ada" } },
    { key: "e", brand: "service", data: {} },
  ]);
});

const [website, otherWebsite] = [randomUUID(), randomUUID()];

/** Fills tables with states stored as text, as they were before enums were introduced. */
const fillTextStates = async (sql: MigrationSession): Promise<void> => {
  const [org, user, endpoint] = [randomUUID(), randomUUID(), randomUUID()];
  await sql.exec(`
    INSERT INTO organisations (id, name, plan, updated_at) VALUES ('${org}', 'Old', 'agency', now());
    INSERT INTO users (id, email, name, updated_at) VALUES ('${user}', 'old@example.org', 'Old', now());
    INSERT INTO memberships (org_id, user_id, role) VALUES ('${org}', '${user}', 'billing');
    INSERT INTO websites (id, org_id, url, name, updated_at) VALUES
      ('${website}', '${org}', 'https://one.example/', '', now()),
      ('${otherWebsite}', '${org}', 'https://two.example/', '', now());
    INSERT INTO website_audits (id, org_id, website_id, status, phase, options) VALUES
      (gen_random_uuid(), '${org}', '${website}', 'in_progress', 'scanning', '{}'),
      (gen_random_uuid(), '${org}', '${website}', 'completed', 'saving', '{}');
    INSERT INTO subscriptions (org_id, provider_id, plan, interval, status, next_plan, read_at, updated_at)
      VALUES ('${org}', 'sub_1', 'agency', 'year', 'past_due', 'starter', now(), now());
    INSERT INTO webhook_endpoints (id, org_id, url, secret, updated_at) VALUES ('${endpoint}', '${org}', '', '', now());
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, type, payload, status)
      VALUES (gen_random_uuid(), '${endpoint}', gen_random_uuid(), 'scan.failed', '{}', 'delivered');`);
};

const addRunningAudit = (sql: MigrationSession, website_id: string) =>
  sql.query(
    `INSERT INTO website_audits (id, org_id, website_id, status, phase, options)
     SELECT gen_random_uuid(), org_id, id, 'in_progress', 'waiting', '{}' FROM websites WHERE id = $1::uuid`,
    [website_id],
  );

const provesStatesBecomeEnums = async (sql: MigrationSession): Promise<void> => {
  const at = known.findIndex(({ name }) => name.endsWith("_state_enums"));
  await applyMigrations(sql, known.slice(0, at));
  await fillTextStates(sql);
  await applyMigrations(sql, known.slice(at));
  expect(
    await sql.query("SELECT status, phase, pg_typeof(status)::text AS type FROM website_audits ORDER BY phase"),
  ).toEqual([
    { status: "in_progress", phase: "scanning", type: "audit_status" },
    { status: "completed", phase: "saving", type: "audit_status" },
  ]);
  expect(
    await sql.query(
      `SELECT o.plan, m.role, s.interval, s.status, s.next_plan, s.next_interval, e.disabled_reason, d.status AS delivery
       FROM organisations o JOIN memberships m ON m.org_id = o.id JOIN subscriptions s ON s.org_id = o.id
       JOIN webhook_endpoints e ON e.org_id = o.id JOIN webhook_deliveries d ON d.endpoint_id = e.id`,
    ),
  ).toEqual([
    {
      ...{ plan: "agency", role: "billing", interval: "year", status: "past_due", delivery: "delivered" },
      ...{ next_plan: "starter", next_interval: null, disabled_reason: null },
    },
  ]);
  await addRunningAudit(sql, otherWebsite);
  await expect(addRunningAudit(sql, website)).rejects.toThrow("website_audits_one_running");
  await sql.exec("INSERT INTO organisations (id, name, updated_at) VALUES (gen_random_uuid(), 'New', now())");
  expect(await sql.query("SELECT plan FROM organisations WHERE name = 'New'")).toEqual([{ plan: "free" }]);
};

test("converts states from text to enums, and keeps values, defaults and the limit of one running audit per website @long", async () => {
  await session.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await provesStatesBecomeEnums(session);
});

test("converts states to enums on PostgreSQL too @long", async () => {
  const binaries = findPostgres();
  test.skip(binaries === null, "PostgreSQL is not installed");
  if (!binaries) return;
  const postgres = await startPostgres(binaries);
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    await provesStatesBecomeEnums({
      query: async <Row>(text: string, params: readonly unknown[] = []) =>
        (await client.query({ text, values: [...params] })).rows as Row[],
      exec: async (text) => void (await client.query(text)),
    });
  } finally {
    await client.end();
    await postgres.stop();
  }
});

// Changes a copy of the schema; `npm run check` checks the repository's own.
test("the check fails for a changed schema without a migration, and passes once a migration is created @long", async () => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-migration-"));
  const env = { ...process.env, TSX_TSCONFIG_PATH: resolve("tsconfig.json") };
  const run = (...args: string[]) =>
    new Promise<number>((done) => {
      // As in `npm run check`: optimising the WebAssembly takes longer than running it unoptimised.
      const command = ["--liftoff-only", "--import", "tsx", resolve("scripts/migration.ts"), ...args];
      execFile(process.execPath, command, { cwd: folder, env }, (error) => done(error ? Number(error.code) : 0));
    });
  mkdirSync(join(folder, "prisma"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  cpSync("prisma", join(folder, "prisma"), { recursive: true });
  appendFileSync(join(folder, "prisma/schema.prisma"), "model Extra {\n  id Int @id\n}\n");
  expect(await run("--check")).toBe(2);
  expect(await run("add_extra")).toBe(0);
  const [newest] = readMigrations(join(folder, "prisma/migrations")).slice(-1);
  expect(newest?.name).toMatch(/^\d{14}_add_extra$/);
  expect(await applyMigrations(session, [...known, ...(newest ? [newest] : [])])).toEqual([newest?.name]);
  expect(await session.query('SELECT id FROM "Extra"')).toEqual([]);
  rmSync(folder, { recursive: true });
});
