/** Response times of a production build under a mix of 200 API requests a second, on both databases */

import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@/server/adapters/database";
import { readProcessStat } from "@/server/core/process-stat";
import { type RunningApp, startApp } from "@/tests/support/app/running-app";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import type { RestHandler } from "@/tests/support/rest-client";
import { startSilentScanner } from "@/tests/support/scanner/silent-scanner";

const rate = Number(process.env["BENCH_RATE"] ?? 200);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 30);
const organisations = Number(process.env["BENCH_ORGANISATIONS"] ?? 60);
const pages = 25;
const rules = 10;

/**
 * Percentage of each kind of call. `results` requests the overview, a page of findings and the list of pages in turn.
 */
const mix = { login: 2, refresh: 8, poll: 50, results: 40 } as const;
type Kind = keyof typeof mix;

const folder = mkdtempSync(join(tmpdir(), "curbcut-bench-"));
// The app uses the same folder and token issuer as this process, and therefore the same signing key.
const base = { BASE_URL: "http://localhost:8000" };
Object.assign(process.env, { DATA_DIR: folder, LOG_LEVEL: "silent", ...base });

interface User {
  email: string;
  ip: string;
  access_token: string;
  /** The refresh token of a separate session, because using a token twice revokes its session. */
  renewal: { refresh_token: string; busy: boolean };
  audit_id: string;
  running_id: string;
}

const password = "seven walrus lamps at noon";

const seedUser = async (rest: RestHandler, index: number, password_hash: string): Promise<User> => {
  const { getDatabase } = await import("@/server/adapters/database");
  const { makeAccount, makeOrganisation, signIn } = await import("@/tests/support/accounts");
  const { createRestClient } = await import("@/tests/support/rest-client");
  const { axeOf, deliver, pageOf, startAuditOf } = await import("@/tests/support/scans");
  const account = await makeAccount({ org_id: await makeOrganisation(), role: "owner" });
  await (await getDatabase()).prisma.user.update({ where: { id: account.id }, data: { password_hash } });
  const session = await signIn(account);
  const client = createRestClient(rest, async () => ({ authorization: `Bearer ${session.access_token}` }));
  const audit = await startAuditOf(client);
  const ruleIds = ["image-alt", "label", "color-contrast", "link-name", "button-name", "list", "region", "dlitem"];
  const checks = Array.from({ length: rules }, (_, rule) => ({
    rule_id: ruleIds[rule] ?? `rule-${rule}`,
    impact: "serious" as const,
    wcag: ["1.1.1"],
    failed: [`main > p:nth-child(${rule})`, `main > a:nth-child(${rule})`],
    passed: rule,
  }));
  const scanned = Array.from({ length: pages }, (_, page) => pageOf(`${audit.url}${page}`, { axe: axeOf(checks) }));
  await deliver(rest, audit.id, scanned);
  const running = await startAuditOf(client);
  const renewal = { refresh_token: (await signIn(account)).refresh_token, busy: false };
  const ip = `10.1.${index >> 8}.${index & 255}`;
  const { access_token } = session;
  return { email: account.email, ip, access_token, renewal, audit_id: audit.id, running_id: running.website_id };
};

const seed = async (database: Database): Promise<User[]> => {
  const { setDatabase } = await import("@/server/adapters/database");
  const { authenticate } = await import("@/server/domains/identity/auth/authenticate");
  const { hashPassword } = await import("@/server/domains/identity/auth/password");
  const { createRestHandler } = await import("@/server/endpoint/rest");
  const { appRouter } = await import("@/server/router");
  setDatabase(database);
  const rest = createRestHandler(appRouter, authenticate);
  const hash = await hashPassword(password);
  const users: User[] = [];
  for (let index = 0; index < organisations; index += 1) users.push(await seedUser(rest, index, hash));
  // The events aren't needed: no scanner runs the polled audits, and this benchmark doesn't measure the queue.
  await database.prisma.outboxEvent.deleteMany();
  await database.vacuum();
  return users;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const send = (
  app: RunningApp,
  user: Pick<User, "ip" | "access_token">,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    const outgoing = request(app.url + path, {
      agent,
      method,
      headers: {
        "x-forwarded-for": user.ip,
        "user-agent": "api-mix",
        ...(body ? { "content-type": "application/json" } : { authorization: `Bearer ${user.access_token}` }),
      },
    });
    // Connection errors are counted as status 0.
    outgoing.on("error", (error) => resolve({ status: 0, text: String(error) }));
    outgoing.on("response", (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.end(body ? JSON.stringify(body) : undefined);
  });

const calls: Record<Kind, (app: RunningApp, user: User, turn: number) => Promise<number>> = {
  login: async (app, user) =>
    (await send(app, user, "POST", "/api/auth/login", { email: user.email, password })).status,
  refresh: async (app, { renewal, ...user }) => {
    const { refresh_token, busy } = renewal;
    // The previous refresh is still in progress. Sending its token again would revoke the session, so count an error
    // instead.
    if (busy) return 0;
    renewal.busy = true;
    const { status, text } = await send(app, user, "POST", "/api/auth/refresh", { refresh_token });
    if (status === 200) renewal.refresh_token = JSON.parse(text).data.refresh_token;
    renewal.busy = false;
    return status;
  },
  poll: async (app, user) =>
    (await send(app, user, "GET", `/api/website-audit/latest-audit-status/?website_id=${user.running_id}`)).status,
  results: async (app, user, turn) => {
    const { audit_id } = user;
    const paths = [`/api/results/?audit_id=${audit_id}`, `/api/results/${audit_id}/issues/?limit=25`];
    return (await send(app, user, "GET", paths[turn % 3] ?? `/api/results/${audit_id}/pages/`)).status;
  },
};

/** The kinds of 100 calls, with each kind evenly spread. */
const deck: Kind[] = Object.entries(mix)
  .flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, at) => ({ kind: kind as Kind, at: (at + 0.5) / share })),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind);

const report = (name: string, times: number[]): void => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1).padStart(7);
  const count = String(times.length).padStart(6);
  console.log(`  ${name.padEnd(9)}${count} calls   median ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms`);
};

/** Returns the CPU time of a process in seconds. */
const cpuOf = (pid: number): number => (readProcessStat(pid)?.cpuMs ?? Number.NaN) / 1_000;

/** Sends calls one after the other, so that routes are loaded and hot code is compiled before calls are timed. */
const warmUp = async (app: RunningApp, users: readonly User[]): Promise<void> => {
  for (let turn = 0; turn < 600; turn += 1) {
    const user = users[turn % users.length];
    const kind = deck[turn % deck.length] ?? "poll";
    if (user) await calls[kind](app, user, turn);
  }
};

/** Sends requests at a fixed rate, however slow the responses are. Each request is timed from the moment it was due. */
const drive = async (app: RunningApp, users: readonly User[], count: number) => {
  const times: Record<Kind, number[]> = { login: [], refresh: [], poll: [], results: [] };
  const statuses = new Map<number, number>();
  const turns: Record<Kind, number> = { login: 0, refresh: 0, poll: 0, results: 0 };
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = began + (index * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const kind = deck[index % deck.length] ?? "poll";
    const turn = turns[kind]++;
    const user = users[turn % users.length];
    if (!user) break;
    open.push(
      calls[kind](app, user, turn).then((status) => {
        times[kind].push(performance.now() - due);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
  }
  await Promise.all(open);
  return { times, statuses };
};

const measure = async (database: Database, env: Record<string, string>): Promise<void> => {
  const { kind } = database;
  const users = await seed(database);
  await database.close();
  const scanner = await startSilentScanner();
  const outside = { ...base, TRUSTED_PROXY_HOPS: "1", SCANNER_URL: scanner.url, SCANNER_SECRET: "unused" };
  const app = await startApp({ dataDir: folder, env: { ...outside, ...env } });
  try {
    await warmUp(app, users);
    const before = cpuOf(app.pids().app);
    const { times, statuses } = await drive(app, users, rate * seconds);
    const cpu = (cpuOf(app.pids().app) - before) / seconds;
    const seen = [...statuses].map(([status, times_]) => `${times_} × ${status}`).join(", ");
    console.log(
      `${kind}: ${rate} requests a second for ${seconds} s; ${seen}; ${cpu.toFixed(2)} CPU cores used by the app`,
    );
    for (const name of Object.keys(mix) as Kind[]) report(name, times[name]);
    report("all", Object.values(times).flat());
  } finally {
    await app.stop();
    scanner.close();
  }
};

const { openDatabase } = await import("@/server/adapters/database");
const shares = Object.entries(mix).map(([kind, share]) => `${share}% ${kind}`);
console.log(
  `${shares.join(", ")}; ${organisations} organisations, audits of ${pages} pages with ${pages * rules * 2} findings`,
);
const postgres = findPostgres();
if (postgres) {
  const server = await startPostgres(postgres);
  await measure(await openDatabase({ url: server.url }), { DATABASE_URL: server.url }).finally(() => server.stop());
}
await measure(await openDatabase({ dataDir: folder }), {});
rmSync(folder, { recursive: true, force: true });
process.exit(0);
