/** Throughput of RUM beacons with 5 metrics each, from a production build's socket to the commit, on both databases */

import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/server/adapters/database";
import { readProcessStat } from "@/server/core/process-stat";
import { type RunningApp, startApp } from "@/tests/support/app/running-app";
import { findPostgres, startPostgres } from "@/tests/support/postgres";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);
const connections = Number(process.env["BENCH_CONNECTIONS"] ?? 32);
/** Number of requests in progress on each connection, using HTTP/1.1 pipelining. */
const depth = 16;
const addresses = 20_000;
const metricsEach = 5;

interface Seen {
  taken: number;
  refused: number;
  times: number[];
}

const siteKey = "rum_bench";

const seed = async (database: Database): Promise<void> => {
  const { newId } = await import("@/server/core/ids");
  const { prisma } = database;
  const org = await prisma.organisation.create({ data: { id: newId(), name: "Bench" } });
  const url = "https://shop.example.org/";
  const website = await prisma.website.create({ data: { id: newId(), org_id: org.id, url, name: "Shop" } });
  await prisma.rumSite.create({
    data: { website_id: website.id, org_id: org.id, site_key: siteKey, origins: [new URL(url).origin] },
  });
};

const requestOf = (host: string, index: number): string => {
  const body = JSON.stringify({
    site_key: siteKey,
    page: `/products/${index % 200}/`,
    device: ["phone", "desktop", "tablet"][index % 3],
    navigation_type: "navigate",
    reduced_motion: index % 20 === 0,
    forced_colours: false,
    lcp_ms: 900 + ((index * 7_919) % 4_000),
    inp_ms: (index * 104_729) % 600,
    cls: ((index * 31) % 300) / 1_000,
    fcp_ms: 500 + ((index * 6_007) % 3_000),
    ttfb_ms: 50 + ((index * 1_013) % 1_500),
  });
  const address = index % addresses;
  return [
    "POST /api/rum/ HTTP/1.1",
    `Host: ${host}`,
    "Content-Type: text/plain;charset=UTF-8",
    "Origin: https://shop.example.org",
    "User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/147.0 Mobile Safari/537.36",
    `X-Forwarded-For: 10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
};

/** Created before timing starts, so that the client uses as little CPU time as possible during the measurement. */
const makeRequests = (host: string): Buffer[] =>
  Array.from({ length: 20_000 }, (_, index) => Buffer.from(requestOf(host, index)));

/** Responses arrive in the order of their requests. An empty line ends the head of each response. */
const load = (socket: Socket, requests: readonly Buffer[], offset: number, until: number, seen: Seen) =>
  new Promise<void>((resolve, reject) => {
    const due: number[] = [];
    let next = offset;
    const sendOne = (): void => {
      const request = requests[next % requests.length];
      next += connections;
      if (!request) return;
      due.push(performance.now());
      socket.write(request);
    };
    let rest = "";
    socket.on("data", (chunk: Buffer) => {
      const now = performance.now();
      const answers = (rest + chunk.toString("latin1")).split("\r\n\r\n");
      rest = answers.pop() ?? "";
      for (const answer of answers) {
        if (/HTTP\/1\.1 204/.test(answer)) seen.taken += 1;
        else seen.refused += 1;
        seen.times.push(now - (due.shift() ?? now));
        if (now < until) sendOne();
      }
      if (due.length === 0) resolve();
    });
    socket.on("error", reject);
    for (let count = 0; count < depth; count += 1) sendOne();
  });

/** Returns the CPU time of a process in seconds. */
const cpuOf = (pid: number): number => (readProcessStat(pid)?.cpuMs ?? Number.NaN) / 1_000;

/** Returns the CPU time of the whole machine in core seconds, excluding idle time and I/O wait. */
const cpuOfMachine = (): number => {
  const fields = /^cpu +(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1]?.split(" ").map(Number) ?? [];
  return fields.reduce((sum, value, index) => (index === 3 || index === 4 ? sum : sum + value), 0) / 100;
};

const drive = async (app: RunningApp, lengthSeconds: number): Promise<Seen> => {
  const { hostname, port, host } = new URL(app.url);
  const requests = makeRequests(host);
  const seen: Seen = { taken: 0, refused: 0, times: [] };
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay());
  const until = performance.now() + lengthSeconds * 1_000;
  await Promise.all(sockets.map((socket, index) => load(socket, requests, index, until, seen)));
  for (const socket of sockets) socket.destroy();
  return seen;
};

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);

const measure = async (database: Database, env: Record<string, string>, dataDir: string): Promise<void> => {
  const { kind } = database;
  await seed(database);
  await database.close();
  const app = await startApp({
    dataDir,
    env: { TRUSTED_PROXY_HOPS: "1", LOG_LEVEL: "error", RUM_BEACONS_PER_DAY: "1000000000", ...env },
  });
  try {
    await drive(app, 3);
    const before = { app: cpuOf(app.pids().app), machine: cpuOfMachine(), here: process.cpuUsage() };
    const began = performance.now();
    const { taken, refused, times } = await drive(app, seconds);
    const took = (performance.now() - began) / 1_000;
    const cores = (cpu: number): string => (cpu / took).toFixed(2);
    const here = process.cpuUsage(before.here);
    const inApp = cpuOf(app.pids().app) - before.app;
    const inClient = (here.user + here.system) / 1e6;
    const others = cpuOfMachine() - before.machine - inApp - inClient;
    const sorted = times.toSorted((a, b) => a - b);
    const metrics = Math.round((taken * metricsEach) / took);
    console.log(
      `${kind}: ${metrics.toLocaleString("en")} metrics a second in ${taken.toLocaleString("en")} beacons over ${took.toFixed(1)} s, ${refused} refused; median ${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms, with ${connections * depth} concurrent beacons`,
    );
    console.log(
      `  CPU cores: ${cores(inApp)} app, ${cores(inClient)} client, ${cores(others)} database and everything else on this machine`,
    );
    await wait(500);
  } finally {
    await app.stop();
  }
};

const { mkdtempSync, rmSync } = await import("node:fs");
const { tmpdir } = await import("node:os");
const { join } = await import("node:path");
const folder = mkdtempSync(join(tmpdir(), "curbcut-bench-"));
Object.assign(process.env, { DATA_DIR: folder, LOG_LEVEL: "silent" });
const { openDatabase } = await import("@/server/adapters/database");
const postgres = findPostgres();
if (postgres) {
  // As in production, data is on disk before it is acknowledged.
  const server = await startPostgres(postgres, ["fsync=on"]);
  await measure(await openDatabase({ url: server.url }), { DATABASE_URL: server.url }, folder).finally(() =>
    server.stop(),
  );
}
await measure(await openDatabase({ dataDir: folder }), {}, folder);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
