/**
 * A process that owns the embedded database in the folder named by its argument. It prints `open` or `refused: …`, then
 * inserts one account after another and prints the id of each that was acknowledged, until it is killed.
 */
import { openDatabase } from "@/server/adapters/database";

const [dataDir = "", work = "wait"] = process.argv.slice(2);

try {
  const { sql } = await openDatabase({ dataDir });
  process.stdout.write("open\n");
  if (work === "insert") {
    await sql.exec("CREATE TABLE IF NOT EXISTS account (id int PRIMARY KEY)");
    const [row] = await sql.query<{ max: number }>("SELECT coalesce(max(id), 0) AS max FROM account");
    for (let id = (row?.max ?? 0) + 1; ; id += 1) {
      await sql.query("INSERT INTO account VALUES ($1)", [id]);
      process.stdout.write(`${id}\n`);
    }
  }
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`refused: ${(error as Error).message}\n`);
}
