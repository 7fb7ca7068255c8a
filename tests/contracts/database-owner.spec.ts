import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { FolderInUseError, openDatabase } from "@/server/adapters/database";
import { freshFolder } from "../support/app/data-folder";

interface Owner {
  process: ChildProcess;
  lines: string[];
}

let folder: string;
const owners: Owner[] = [];

/** Prints `open` or `refused: …`, then either waits or inserts rows, printing the id of each acknowledged row. */
const script = `
  import { openDatabase } from "@/server/adapters/database";
  const [dataDir, work] = process.argv.slice(1);
  try {
    const { sql } = await openDatabase({ dataDir });
    process.stdout.write("open\\n");
    if (work === "insert") {
      await sql.exec("CREATE TABLE IF NOT EXISTS account (id int PRIMARY KEY)");
      const [{ max }] = await sql.query("SELECT coalesce(max(id), 0) AS max FROM account");
      for (let id = max + 1; ; id += 1) {
        await sql.query("INSERT INTO account VALUES ($1)", [id]);
        process.stdout.write(id + "\\n");
      }
    }
    setInterval(() => undefined, 60_000);
  } catch (error) {
    process.stdout.write("refused: " + error.message + "\\n");
  }`;

const start = (work: "wait" | "insert"): Owner => {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, folder, work], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const owner: Owner = { process: child, lines: [] };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    owner.lines.push(...lines);
  });
  owners.push(owner);
  return owner;
};

const kill = async ({ process: child }: Owner): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
};

const locks = () => readdirSync(folder).filter((file) => file.endsWith(".lock"));
const firstLine = (owner: Owner) => expect.poll(() => owner.lines[0]);

test.beforeEach(async () => {
  folder = await freshFolder();
});
test.afterEach(async () => {
  for (const owner of owners.splice(0)) await kill(owner);
  rmSync(folder, { recursive: true, force: true });
});

test("refuses a second process and names the folder's owner, but takes over from an owner that was killed @long", async () => {
  const owner = start("wait");
  await firstLine(owner).toBe("open");
  const refused = openDatabase({ dataDir: folder });
  await expect(refused).rejects.toThrow(FolderInUseError);
  await expect(refused).rejects.toThrow(`Another Curbcut process is using ${folder} (process ${owner.process.pid} on`);
  await kill(owner);
  const database = await openDatabase({ dataDir: folder });
  expect(locks()).toHaveLength(1);
  expect(statSync(join(folder, "db")).mode & 0o777).toBe(0o700);
  await database.close();
  expect(locks()).toEqual([]);
});

test("at most one of several processes that start at the same time claims the folder @long", async () => {
  const contenders = [start("wait"), start("wait"), start("wait"), start("wait")];
  for (const contender of contenders) await firstLine(contender).toMatch(/^(open$|refused: )/);
  expect(contenders.filter(({ lines }) => lines[0] === "open")).toHaveLength(1);
});

test("kill -9 doesn't lose any acknowledged rows @long", async () => {
  let acknowledged = 0;
  for (let round = 1; round <= 3; round += 1) {
    const owner = start("insert");
    await expect.poll(() => owner.lines.length, { intervals: [5] }).toBeGreaterThan(round * 40);
    await kill(owner);
    acknowledged = Number(owner.lines.at(-1));
    const database = await openDatabase({ dataDir: folder });
    const [row] = await database.sql.query<{ count: number; max: number }>("SELECT count(*), max(id) FROM account");
    expect(row?.max).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.count).toBe(row?.max);
    await database.close();
  }
  console.log(`${acknowledged} acknowledged rows, 0 lost`);
});
