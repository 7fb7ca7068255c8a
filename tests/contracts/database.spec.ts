import { expect, test } from "@playwright/test";
import { cloneMemoryDatabase, type Database, openDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { findPostgres, type Postgres, startPostgres } from "@/tests/support/postgres";

const bin = findPostgres();
let postgres: Postgres;

const implementations = [
  { name: "PGlite", open: () => cloneMemoryDatabase(), openNew: () => cloneMemoryDatabase(), ready: true },
  {
    name: "PostgreSQL",
    open: () => openDatabase({ url: postgres.url }),
    openNew: async () => openDatabase({ url: await postgres.createDatabase("new") }),
    ready: bin !== null,
  },
];

test.beforeAll(async () => {
  if (bin) postgres = await startPostgres(bin);
});
test.afterAll(async () => {
  if (bin) await postgres.stop();
});

const newUser = () => ({ id: newId(), email: `${newId()}@example.org`, name: "Ada" });

for (const { name, open, openNew, ready } of implementations) {
  test.describe(name, () => {
    test.skip(!ready, "PostgreSQL is not installed here");
    let database: Database;

    test.beforeAll(async () => {
      database = await open();
      await database.sql.exec(`
        CREATE TABLE IF NOT EXISTS account (id int PRIMARY KEY, balance int NOT NULL);
        CREATE TABLE IF NOT EXISTS link (id int PRIMARY KEY, next int REFERENCES link DEFERRABLE INITIALLY DEFERRED);`);
    });
    test.afterAll(() => database.close());
    test.beforeEach(() => database.sql.exec("TRUNCATE account; TRUNCATE link; TRUNCATE users CASCADE"));

    test("a new database contains no accounts, sessions or members @long", async () => {
      const created = await openNew();
      const { user, session, membership, linkedIdentity } = created.prisma;
      const counts = await Promise.all([user.count(), session.count(), membership.count(), linkedIdentity.count()]);
      await created.close();
      expect(counts).toEqual([0, 0, 0, 0]);
    });

    test("raw SQL returns each type in the same form on every database", async () => {
      const [row] = await database.sql.query(`SELECT 42::bigint AS small, 9007199254740993::bigint AS huge,
        1.50::numeric AS price, true AS yes, NULL AS nothing, '2026-11-20'::date AS day, ARRAY['a,"b', NULL] AS texts,
        '2026-07-01T12:00:00.250Z'::timestamptz AS at, '2026-07-01 12:00:00'::timestamp AS plain,
        '{"a":[1,{"b":null}]}'::jsonb AS data, '[1]'::json AS list, '\\x00ff'::bytea AS bytes, count(*) FROM users`);
      expect(row).toEqual({
        small: 42,
        huge: "9007199254740993",
        price: "1.50",
        yes: true,
        nothing: null,
        day: "2026-11-20",
        texts: ['a,"b', null],
        at: new Date("2026-07-01T12:00:00.250Z"),
        plain: new Date("2026-07-01T12:00:00.000Z"),
        data: { a: [1, { b: null }] },
        list: [1],
        bytes: Buffer.from([0, 255]),
        count: 0,
      });
      expect(Buffer.isBuffer(row?.["bytes"])).toBe(true);
    });

    test("raw SQL accepts parameters of every type", async () => {
      const at = new Date("2026-01-02T03:04:05.678Z");
      const [row] = await database.sql.query(
        `SELECT $1::int AS number, $2::text AS text, $3::timestamptz AS at, $4::jsonb AS object, $5::jsonb AS list,
          $6::text[] AS texts, $7::bytea AS bytes, $8::bigint AS big, $9::text AS nothing, $10::uuid AS id,
          $11::boolean AS no, $12::int[] AS numbers`,
        [
          7,
          'Zoë "quoted" \\ \u0001 💡',
          at,
          { key: "wert" },
          JSON.stringify([1, "two"]),
          ['x"y', "a,b", "{}", "\\"],
          Buffer.from([1, 2, 3]),
          12n,
          undefined,
          "0193b0c0-0000-7000-8000-000000000000",
          false,
          [1, 2],
        ],
      );
      expect(row).toEqual({
        number: 7,
        text: 'Zoë "quoted" \\ \u0001 💡',
        at,
        object: { key: "wert" },
        list: [1, "two"],
        texts: ['x"y', "a,b", "{}", "\\"],
        bytes: Buffer.from([1, 2, 3]),
        big: 12,
        nothing: null,
        id: "0193b0c0-0000-7000-8000-000000000000",
        no: false,
        numbers: [1, 2],
      });
    });

    test("Prisma and raw SQL agree on timestamps", async () => {
      const at = new Date("2026-07-01T23:30:00.123Z");
      const user = await database.prisma.user.create({ data: { ...newUser(), created_at: at } });
      const [row] = await database.sql.query<{ created_at: Date }>("SELECT created_at FROM users WHERE id = $1", [
        user.id,
      ]);
      expect(user.created_at).toEqual(at);
      expect(row?.created_at).toEqual(at);
      expect((await database.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).created_at).toEqual(at);
    });

    test("a transaction commits completely or not at all", async () => {
      const { sql } = database;
      const result = await sql.transaction(async (transaction) => {
        await transaction.query("INSERT INTO account VALUES (1, 10)");
        return "kept";
      });
      expect(result).toBe("kept");
      const failing = sql.transaction(async (transaction) => {
        await transaction.query("INSERT INTO account VALUES (2, 20)");
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await sql.query("SELECT id FROM account")).toEqual([{ id: 1 }]);
    });

    test("a transaction rejects when its callback swallows a query error", async () => {
      const lost = database.sql.transaction(async (transaction) => {
        await transaction.query("INSERT INTO account VALUES (1, 10)");
        await transaction.query("INSERT INTO account VALUES (1, 10)").catch(() => undefined);
      });
      await expect(lost).rejects.toMatchObject({ code: "25P02" });
      expect(await database.sql.query("SELECT id FROM account")).toEqual([]);
    });

    test("a savepoint lets a transaction continue after an error", async () => {
      await database.sql.transaction(async (transaction) => {
        await transaction.query("INSERT INTO account VALUES (1, 10)");
        await transaction.query("SAVEPOINT careful");
        await transaction
          .query("INSERT INTO account VALUES (1, 10)")
          .catch(() => transaction.query("ROLLBACK TO SAVEPOINT careful"));
      });
      expect(await database.sql.query("SELECT id FROM account")).toEqual([{ id: 1 }]);
    });

    test("rejects when COMMIT fails, with Prisma and with raw SQL", async () => {
      const bySql = database.sql.transaction((sql) => sql.query("INSERT INTO link VALUES (1, 99)"));
      await expect(bySql).rejects.toMatchObject({ code: "23503" });
      const byPrisma = database.prisma.$transaction(async (transaction) => {
        await transaction.$executeRaw`INSERT INTO link VALUES (2, 99)`;
      });
      await expect(byPrisma).rejects.toThrow();
      expect(await database.sql.query("SELECT id FROM link")).toEqual([]);
    });

    test("errors carry their SQLSTATE or Prisma's error code", async () => {
      const user = newUser();
      await database.prisma.user.create({ data: user });
      const again = database.sql.query("INSERT INTO users (id, email, name, updated_at) VALUES ($1, $2, '', now())", [
        newId(),
        user.email,
      ]);
      await expect(again).rejects.toMatchObject({ code: "23505" });
      await expect(database.prisma.user.create({ data: { ...newUser(), email: user.email } })).rejects.toMatchObject({
        code: "P2002",
      });
    });

    test("concurrent callers neither deadlock nor mix their transactions", async () => {
      const { sql, prisma } = database;
      await sql.exec("INSERT INTO account VALUES (1, 0), (2, 0)");
      const addBySql = () =>
        sql.transaction(async (transaction) => {
          const rows = await transaction.query<{ balance: number }>(
            "SELECT balance FROM account WHERE id=1 FOR UPDATE",
          );
          await transaction.query("UPDATE account SET balance = $1 WHERE id = 1", [(rows[0]?.balance ?? 0) + 1]);
          await transaction.query("UPDATE account SET balance = balance - 1 WHERE id = 2");
        });
      const addByPrisma = () =>
        prisma.$transaction(async (transaction) => {
          const rows = await transaction.$queryRaw<
            { balance: number }[]
          >`SELECT balance FROM account WHERE id=1 FOR UPDATE`;
          await transaction.$executeRaw`UPDATE account SET balance = ${(rows[0]?.balance ?? 0) + 1} WHERE id = 1`;
          await transaction.$executeRaw`UPDATE account SET balance = balance - 1 WHERE id = 2`;
        });
      const abandon = () =>
        prisma
          .$transaction(async (transaction) => {
            await transaction.$executeRaw`UPDATE account SET balance = 1000000 WHERE id = 1`;
            throw new Error("abandoned");
          })
          .catch(() => undefined);
      const checkSum = async () => {
        const [row] = await sql.query("SELECT sum(balance)::int AS sum FROM account");
        expect(row).toEqual({ sum: 0 });
      };
      const write = () => prisma.user.create({ data: newUser() });
      const kinds = [addBySql, addByPrisma, abandon, checkSum, write];
      const waiting = Array.from({ length: 20 }, () => kinds).flat();
      const callNext = async () => {
        for (let call = waiting.shift(); call; call = waiting.shift()) await call();
      };
      // Twice as many callers as connections. If all 100 called at once, the last ones would time out on a busy machine.
      await Promise.all(Array.from({ length: 20 }, callNext));
      expect(await sql.query("SELECT balance FROM account ORDER BY id")).toEqual([{ balance: 40 }, { balance: -40 }]);
      expect(await prisma.user.count()).toBe(20);
    });

    test("inserts a thousand rows in one statement, and vacuum() updates the table's statistics", async () => {
      const rows = Array.from({ length: 1000 }, (_, id) => ({ id, balance: id * 2 }));
      await database.sql.query(
        "INSERT INTO account SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(id int, balance int)",
        [JSON.stringify(rows)],
      );
      expect(await database.sql.query("SELECT count(*), sum(balance) FROM account")).toEqual([
        { count: 1000, sum: 999_000 },
      ]);
      await database.vacuum();
      expect(await database.sql.query("SELECT reltuples FROM pg_class WHERE relname = 'account'")).toEqual([
        { reltuples: 1000 },
      ]);
    });

    test("can be closed twice, and rejects queries afterwards @long", async () => {
      const another = await open();
      await Promise.all([another.close(), another.close()]);
      await expect(another.sql.query("SELECT 1")).rejects.toThrow();
    });
  });
}

test.describe("PGlite", () => {
  test("throws instead of deadlocking when a transaction uses the outer client @long", async () => {
    const database = await cloneMemoryDatabase();
    const { sql, prisma } = database;
    const message = "Use the transaction's client instead";
    const cases = [
      () => sql.transaction(async () => sql.query("SELECT 1")),
      () => sql.transaction(async () => sql.exec("SELECT 1")),
      () => sql.transaction(async () => sql.transaction((inner) => inner.query("SELECT 1"))),
      () => sql.transaction(async () => prisma.user.count()),
      () => sql.transaction(async () => prisma.$transaction(async () => 1)),
      () => prisma.$transaction(async () => prisma.user.count()),
      () => prisma.$transaction(async () => sql.query("SELECT 1")),
      () => prisma.$transaction(async () => prisma.$transaction([prisma.user.count()])),
    ];
    for (const run of cases) await expect(run()).rejects.toThrow(message);
    expect(await prisma.user.count()).toBe(0);
    await database.close();
  });
});

test.describe("PGlite's prepared statements", () => {
  let database: Database;

  test.beforeAll(async () => {
    database = await cloneMemoryDatabase();
  });
  test.afterAll(() => database.close());

  const countPrepared = async (): Promise<unknown> => {
    const [row] = await database.sql.query("SELECT count(*) FROM pg_prepared_statements");
    return row?.["count"];
  };

  test("are reused, and limited in number", async () => {
    for (let round = 0; round < 3; round += 1)
      expect(await database.sql.query("SELECT $1::int AS number", [round])).toEqual([{ number: round }]);
    const few = await countPrepared();
    expect(few).toBeLessThan(10);
    for (let number = 0; number < 300; number += 1)
      expect(await database.sql.query(`SELECT ${number} AS number`)).toEqual([{ number }]);
    expect(await countPrepared()).toBeGreaterThan(100);
    expect(await countPrepared()).toBeLessThanOrEqual(201);
    expect(await database.sql.query("SELECT $1::int AS number", [9])).toEqual([{ number: 9 }]);
  });

  test("are prepared again after an error, for example when a column has been added", async () => {
    const { sql } = database;
    await sql.exec("CREATE TABLE shelf (id int PRIMARY KEY); INSERT INTO shelf VALUES (1)");
    const read = () => sql.query("SELECT * FROM shelf");
    const add = () => sql.query("INSERT INTO shelf (id) VALUES ($1)", [2]);
    expect(await read()).toEqual([{ id: 1 }]);
    await sql.exec("ALTER TABLE shelf ADD COLUMN label text");
    await expect(read()).rejects.toMatchObject({ code: "0A000" });
    expect(await read()).toEqual([{ id: 1, label: null }]);
    await add();
    await expect(add()).rejects.toMatchObject({ code: "23505" });
    await sql.query("DELETE FROM shelf WHERE id = 2");
    await add();
    expect(await read()).toHaveLength(2);
  });

  test("still work after an error in a transaction", async () => {
    const { sql } = database;
    await sql.exec("CREATE TABLE box (id int PRIMARY KEY)");
    const add = "INSERT INTO box VALUES ($1)";
    const twice = sql.transaction(async (inner) => {
      await inner.query(add, [1]);
      await inner.query(add, [1]);
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    await expect(sql.query(add, ["many"])).rejects.toMatchObject({ code: "22P02" });
    await expect(sql.query("SELEKT")).rejects.toMatchObject({ code: "42601" });
    await sql.query(add, [1]);
    expect(await sql.query("SELECT id FROM box")).toEqual([{ id: 1 }]);
  });
});

test.describe("PostgreSQL", () => {
  test.skip(bin === null, "PostgreSQL is not installed here");

  test("databases that are opened at the same time run each migration once", async () => {
    const url = await postgres.createDatabase("together");
    const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url })));
    const [first] = databases;
    const rows = await first?.sql.query("SELECT migration_name FROM _prisma_migrations");
    expect(new Set(rows?.map((row) => row["migration_name"])).size).toBe(rows?.length);
    for (const database of databases) await database.close();
  });

  test("omits credentials from `location` and keeps the URL's options", async () => {
    const url = `${postgres.url.replace("postgres@", "postgres:secret@")}?options=-c%20statement_timeout%3D4321`;
    const database = await openDatabase({ url });
    expect(database.location).toBe(postgres.url.replace("postgres@", ""));
    expect(await database.sql.query("SHOW statement_timeout")).toEqual([{ statement_timeout: "4321ms" }]);
    expect(await database.sql.query("SHOW timezone")).toEqual([{ TimeZone: "UTC" }]);
    await database.close();
  });

  test("rejects when the server is unreachable", async () => {
    await expect(openDatabase({ url: "postgresql://postgres@127.0.0.1:1/test" })).rejects.toThrow("ECONNREFUSED");
  });
});
