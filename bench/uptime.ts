import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { spawnOwned } from "@/scripts/support/own-process";
import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { startChecker } from "@/server/domains/monitoring/monitors";
import { findPostgres, startPostgres } from "@/tests/support/postgres";

/** Delay of uptime checks when one core checks 10,000 monitors a minute, on both databases */

const monitors = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 60);
const interval = 60;
const targetMs = 1_000;

/**
 * Pins a process to a core, if the system supports this: one core for the checker, another for the websites that it
 * checks.
 */
const pinTo = (pid: number, core: number): boolean => {
  if (core >= cpus().length) return false;
  try {
    execFileSync("taskset", ["-a", "-p", "-c", String(core), String(pid)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const website = `
  const server = require("node:http").createServer((_, response) => response.end("<!doctype html><title>Fine</title>"));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

const startWebsite = async (): Promise<{ child: ChildProcess; port: number }> => {
  const child = spawnOwned(process.execPath, ["-e", website], { stdio: ["ignore", "pipe", "inherit"] });
  if (!child.stdout) throw new Error("no output");
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  return { child, port: Number(text.toString()) };
};

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const addMonitors = async ({ sql }: Database, port: number): Promise<void> => {
  const org_id = newId();
  await sql.query("INSERT INTO organisations (id, name, updated_at) VALUES ($1, 'Bench', now())", [org_id]);
  const rows = Array.from({ length: monitors }, (_, index) => ({
    id: newId(),
    url: `http://127.0.0.1:${port}/${index}`,
  }));
  await sql.query(
    `INSERT INTO uptime_monitor_settings (id, org_id, name, url, method, interval_seconds, timeout_ms, expected_status,
       retries, channels, status, next_check_at, updated_at)
     SELECT id, $2::uuid, 'bench', url, 'GET', $3::int, 10000, '{200}', 2, '{mail}', 'up',
       now() + make_interval(secs => 5 + random() * $3::int), now()
     FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, url text)`,
    [JSON.stringify(rows), org_id, interval],
  );
};

const measure = async (name: string, location: { url: string } | { dataDir: string }, port: number): Promise<void> => {
  const database = await openDatabase(location);
  setDatabase(database);
  await addMonitors(database, port);
  const late: number[] = [];
  const checker = await startChecker(database, { onStart: (ms) => late.push(ms) });
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  late.length = 0;
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  delay.disable();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const starts = [...late];
  await checker.stop(2_000);
  const [row] = await database.sql.query<{ checks: number; failed: number }>(
    "SELECT count(*)::int AS checks, count(*) FILTER (WHERE NOT ok)::int AS failed FROM monitor_checks",
  );
  const p99 = percentile(starts, 0.99);
  const figures = [0.5, 0.99, 1].map((share) => `${Math.round(percentile(starts, share))} ms`);
  console.log(
    `${name}: ${monitors} monitors every ${interval} s, ${((starts.length / wall) * 1_000).toFixed(0)} checks a second for ${seconds} s`,
  );
  console.log(
    `${name}: checks delayed by ${figures[0]} (p50), ${figures[1]} (p99), ${figures[2]} at most (target p99 ${targetMs} ms: ${p99 <= targetMs ? "met" : "MISSED"})`,
  );
  console.log(
    `${name}: ${((user + system) / 10 / wall).toFixed(0)}% of a core, event loop delayed ${(delay.percentile(99) / 1e6).toFixed(0)} ms at the 99th percentile, ${(delay.max / 1e6).toFixed(0)} ms at most`,
  );
  console.log(`${name}: ${row?.checks} checks written, ${row?.failed} of them failed`);
  await database.close();
};

env.SCAN_PRIVATE_HOSTS.push("127.0.0.1");
const { child, port } = await startWebsite();
const pinned = pinTo(process.pid, 0) && pinTo(child.pid ?? 0, 1);
console.log(
  pinned ? "the checker on core 0, the websites on core 1" : "not pinned: taskset or a second core is missing",
);
try {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-bench-"));
  await measure("PGlite", { dataDir: folder }, port);
  rmSync(folder, { recursive: true, force: true });
  const postgresFolder = findPostgres();
  if (postgresFolder) {
    const postgres = await startPostgres(postgresFolder);
    await measure("PostgreSQL", { url: postgres.url }, port);
    await postgres.stop();
  }
} finally {
  child.kill();
}
