import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "@/scripts/support/root";
import { type Database, findImage, openDatabase } from "@/server/adapters/database";

let dataDir: string;

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "curbcut-image-"));
});

test.afterEach(() => {
  process.chdir(root);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Databases copied from the same files have the same identifier; a newly created database has its own. */
const identifierOf = async ({ sql }: Database): Promise<string> => {
  const [row] = await sql.query<{ id: string }>("SELECT system_identifier::text AS id FROM pg_control_system()");
  return row?.id ?? "";
};

const identifierOfImage = async (): Promise<string> => {
  await findImage();
  const other = join(dataDir, "other");
  const database = await openDatabase({ dataDir: other });
  const identifier = await identifierOf(database);
  await database.close();
  return identifier;
};

test("the first start copies the prepared database, and only the copy's owner can read it @long", async () => {
  const expected = await identifierOfImage();
  const database = await openDatabase({ dataDir });
  expect(await identifierOf(database)).toBe(expected);
  expect(await database.prisma.website.count()).toBe(0);
  await database.close();
  expect(statSync(join(dataDir, "db")).mode & 0o777).toBe(0o700);
  expect(existsSync(join(dataDir, "db.new"))).toBe(false);
});

test("an interrupted copy is restarted from the beginning @long", async () => {
  await findImage();
  mkdirSync(join(dataDir, "db.new"));
  writeFileSync(join(dataDir, "db.new", "PG_VERSION"), "half of a file");
  const database = await openDatabase({ dataDir });
  expect(await database.prisma.website.count()).toBe(0);
  await database.close();
  expect(existsSync(join(dataDir, "db.new"))).toBe(false);
});

test("a later start keeps the stored data @long", async () => {
  await findImage();
  const first = await openDatabase({ dataDir });
  await first.sql.exec("CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)");
  await first.close();
  const second = await openDatabase({ dataDir });
  expect(await second.sql.query("SELECT id FROM kept")).toEqual([{ id: 7 }]);
  await second.close();
});

test("without a prepared database to copy, the first start creates a new database @long", async () => {
  const image = await identifierOfImage();
  const elsewhere = join(dataDir, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(join(root, "prisma"), join(elsewhere, "prisma"));
  process.chdir(elsewhere);
  const database = await openDatabase({ dataDir });
  expect(await database.prisma.website.count()).toBe(0);
  expect(await identifierOf(database)).not.toBe(image);
  await database.close();
});
