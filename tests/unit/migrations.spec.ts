import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { cloneMemoryDatabase, type Database } from "@/server/adapters/database";
import { applyMigrations, type MigrationSession, readMigrations } from "@/server/adapters/database/migrate";

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

test("what was applied is recorded with Prisma's checksum and not applied again", async () => {
  expect(await history()).toEqual(known.map(({ name, checksum }) => ({ name, checksum })));
  expect(await applyMigrations(session, known)).toEqual([]);
});

test("new ones are applied in order, each with its row", async () => {
  const made = { name: "29990101000000_make", sql: "CREATE TABLE extra (id int); SELECT 1;", checksum };
  const filled = { name: "29990101000001_fill", sql: "INSERT INTO extra VALUES (1)", checksum };
  expect(await applyMigrations(session, [...known, made, filled])).toEqual([made.name, filled.name]);
  expect(await session.query("SELECT id FROM extra")).toEqual([{ id: 1 }]);
  expect(await history()).toHaveLength(known.length + 2);
});

test("one that fails changes nothing, is named, and is tried again", async () => {
  const bad = { name: "29990101000000_bad", sql: "CREATE TABLE extra (id int); SELECT 1/0;", checksum };
  await expect(applyMigrations(session, [...known, bad])).rejects.toThrow(
    `Migration ${bad.name} failed and changed nothing`,
  );
  expect(await session.query("SELECT to_regclass('extra')::text AS found")).toEqual([{ found: null }]);
  expect(await applyMigrations(session, [...known, { ...bad, sql: "CREATE TABLE extra (id int)" }])).toEqual([
    bad.name,
  ]);
});

test("one that Prisma left unfinished stops the start", async () => {
  await session.query("UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(applyMigrations(session, known)).rejects.toThrow("failed earlier");
  await session.query("UPDATE _prisma_migrations SET rolled_back_at = now(), migration_name = 'gone'");
  await expect(applyMigrations(session, known)).rejects.toThrow("already exists");
});

test("one of a newer version, or edited since, does not stop the start", async () => {
  await session.query("UPDATE _prisma_migrations SET checksum = 'edited'");
  await session.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '2999_later', now())",
  );
  expect(await applyMigrations(session, known)).toEqual([]);
});

// That it passes for the repository is a step of `npm run check`.
test("the check fails for a schema that went on, and writing repairs it", async () => {
  test.setTimeout(90_000);
  const folder = mkdtempSync(join(tmpdir(), "curbcut-migration-"));
  const env = { ...process.env, TSX_TSCONFIG_PATH: resolve("tsconfig.json") };
  const run = (...args: string[]) =>
    new Promise<number>((done) => {
      const command = ["--import", "tsx", resolve("scripts/migration.ts"), ...args];
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
