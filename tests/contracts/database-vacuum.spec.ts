import { expect, test } from "@playwright/test";
import { cloneMemoryDatabase, type Database } from "@/server/adapters/database";

let database: Database;

test.beforeEach(async () => {
  database = await cloneMemoryDatabase();
});
test.afterEach(() => database.close());

const rowsThePlannerExpects = async (table: string): Promise<number | undefined> => {
  const [row] = await database.sql.query<{ reltuples: number }>(
    "SELECT reltuples FROM pg_class WHERE oid = $1::regclass",
    [table],
  );
  return row?.reltuples;
};

test("analyses tables in every schema, whatever their names [M5] @long", async () => {
  await database.sql.exec(`
    CREATE SCHEMA "Side room";
    CREATE TABLE "Side room"."the event" (id int);
    CREATE TABLE public.plain (id int);
    INSERT INTO "Side room"."the event" SELECT generate_series(1, 200);
    INSERT INTO plain SELECT generate_series(1, 300);`);
  await database.vacuum();
  expect(await rowsThePlannerExpects('"Side room"."the event"')).toBe(200);
  expect(await rowsThePlannerExpects("public.plain")).toBe(300);
});

test("reclaims dead rows in another schema [M5] @long", async () => {
  await database.sql.exec(`
    CREATE SCHEMA runner;
    CREATE TABLE runner.event (id int);
    INSERT INTO runner.event SELECT generate_series(1, 500);`);
  await database.sql.exec("DELETE FROM runner.event WHERE id > 100");
  await database.vacuum();
  const [row] = await database.sql.query(
    "SELECT n_dead_tup AS dead, vacuum_count AS vacuums FROM pg_stat_user_tables WHERE relname = 'event'",
  );
  expect(row).toEqual({ dead: 0, vacuums: 1 });
});

test("continues with the other tables when one can't be analysed [M5] @long", async () => {
  await database.sql.exec(`
    CREATE FUNCTION half(n int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN n / 2; END $$;
    CREATE TABLE before (id int);
    CREATE TABLE broken (id int);
    CREATE INDEX ON broken (half(id));
    CREATE TABLE beyond (id int);
    INSERT INTO before SELECT generate_series(1, 200);
    INSERT INTO broken SELECT generate_series(1, 200);
    INSERT INTO beyond SELECT generate_series(1, 200);`);
  // ANALYZE now fails for the `broken` table, because it evaluates index expressions.
  await database.sql.exec(`CREATE OR REPLACE FUNCTION half(n int) RETURNS int LANGUAGE plpgsql IMMUTABLE
    AS $$ BEGIN RAISE EXCEPTION 'out of order'; END $$`);
  await database.vacuum();
  expect(await rowsThePlannerExpects("before")).toBe(200);
  expect(await rowsThePlannerExpects("broken")).toBe(-1);
  expect(await rowsThePlannerExpects("beyond")).toBe(200);
});
