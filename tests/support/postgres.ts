import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

export interface Postgres {
  /** Address of the empty database `test`. */
  url: string;
  /** Makes another empty database and answers with its address. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const debianRoot = "/usr/lib/postgresql";

/** The folder of `initdb` and `postgres`, newest version first, or null when PostgreSQL is not installed. */
export const findPostgres = (): string | null => {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debianRoot, version, "bin")), "/usr/local/bin", "/usr/bin"];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
};

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
};

/** PostgreSQL refuses to run as root; then it runs as the user its package made. */
const unprivileged = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
};

const waitUntilReady = async (url: string, server: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with code ${server.exitCode}`);
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error("postgres did not get ready");
};

const run = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** A server of its own in a temporary folder, on loopback, in a time zone that is not UTC; `more` settings win. */
export const startPostgres = async (binFolder: string, more: readonly string[] = []): Promise<Postgres> => {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "curbcut-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync(join(binFolder, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...user,
    cwd: folder,
    stdio: "pipe",
  });
  const port = await freePort();
  const settings = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "timezone=America/New_York",
    "max_connections=50",
    ...more,
  ];
  const server = spawn(
    join(binFolder, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...user, cwd: folder, stdio: "ignore" },
  );
  const address = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  await waitUntilReady(address("postgres"), server);
  const createDatabase = async (name: string): Promise<string> => {
    await run(address("postgres"), `CREATE DATABASE "${name}"`);
    return address(name);
  };
  return {
    url: await createDatabase("test"),
    createDatabase,
    stop: async () => {
      server.kill("SIGINT");
      if (server.exitCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
