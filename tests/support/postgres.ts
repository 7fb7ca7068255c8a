import { type ChildProcess, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { spawnOwned } from "@/scripts/support/own-process";
import { freePort } from "./free-port";

export interface Postgres {
  /** URL of the empty database `test`. */
  url: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Suspends every process of the server: its sockets stay open and never respond. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const debianRoot = "/usr/lib/postgresql";
const cacheFolder = join(import.meta.dirname, "../../node_modules/.cache/curbcut");

/** Returns the folder that contains the newest `initdb` and `postgres`, or null if PostgreSQL isn't installed. */
export const findPostgres = (): string | null => {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debianRoot, version, "bin")), "/usr/local/bin", "/usr/bin"];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
};

/** PostgreSQL refuses to run as root. If this process is root, PostgreSQL runs as the user that its package created. */
const unprivileged = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
};

const waitUntilReady = async (url: string, server: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`postgres exited with code ${server.exitCode}`);
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error("postgres didn't become ready");
};

const run = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
};

/**
 * Returns the folder of a fresh cluster to copy. One cluster is kept for each user and version of PostgreSQL, because
 * creating one takes seconds.
 */
const findCluster = async (binFolder: string): Promise<string> => {
  const user = unprivileged();
  const version = execFileSync(join(binFolder, "postgres"), ["--version"], { encoding: "utf8" }).trim();
  const name = `cluster-${createHash("sha256").update(`${version} ${user.uid}`).digest("hex").slice(0, 16)}`;
  const cluster = join(cacheFolder, name);
  if (existsSync(cluster)) return cluster;
  const draft = mkdtempSync(join(tmpdir(), "curbcut-cluster-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(draft, user.uid, user.gid);
  const data = join(draft, "data");
  execFileSync(join(binFolder, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...user,
    cwd: draft,
    stdio: "pipe",
  });
  // If two processes create a cluster at the same time, the second discards its own. The cluster is first copied next
  // to its target, because /tmp may be on another file system, and a rename works only within one file system.
  mkdirSync(cacheFolder, { recursive: true });
  const copy = mkdtempSync(join(cacheFolder, "cluster-draft-"));
  execFileSync("cp", ["--archive", data, join(copy, "data")]);
  try {
    renameSync(join(copy, "data"), cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
  }
  for (const folder of [draft, copy]) rmSync(folder, { recursive: true, force: true });
  return cluster;
};

/** Sends a signal to the server and to its child processes, which serve its connections. */
const signalAll = ({ pid }: ChildProcess, signal: string): void => {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  execFileSync("kill", [`-${signal}`, String(pid), ...children.split(/\s+/).filter(Boolean)]);
};

/**
 * Starts a separate server in a temporary folder, on loopback, in a time zone other than UTC. The settings in `more`
 * take precedence.
 */
export const startPostgres = async (binFolder: string, more: readonly string[] = []): Promise<Postgres> => {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "curbcut-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync("cp", ["--archive", await findCluster(binFolder), data]);
  const port = await freePort();
  const settings = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "timezone=America/New_York",
    "max_connections=50",
    ...more,
  ];
  const server = spawnOwned(
    join(binFolder, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...user, cwd: folder, stdio: "ignore", endSignal: "SIGINT" },
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
    freeze: () => signalAll(server, "STOP"),
    thaw: () => signalAll(server, "CONT"),
    stop: async () => {
      server.kill("SIGINT");
      if (server.exitCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
