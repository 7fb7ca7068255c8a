import { expect, test } from "@playwright/test";
import { type DemoShop, serveDemo } from "@/demo/serve";
import { openDatabase } from "@/server/adapters/database";
import { type ApiUser, registerUser } from "../support/app/api-user";
import { behindProxy } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { type HostileSites, startHostileSites } from "../support/hostile/start-hostile-sites";
import { measuresFigures, rounds as roundsOf } from "../support/rounds";

const rounds = roundsOf("STORM_ROUNDS", { usual: 2, promised: 5 });
/** With FULL_FIGURES=1, the attack lasts until every kind of hostile website has been scanned. */
const isWhole = measuresFigures();
const mostTimesUsual = 1.5;
test.setTimeout(3_600_000);

const honestEmails = ["ada@example.org", "grace@example.org", "joan@example.org"];
const ended = new Set(["completed", "failed", "cancelled"]);

/** Each of these log lines is about one hostile audit, or about one process that scanned its pages. */
const whatHostileSitesCause = [
  /the app stopped accepting results for this audit/,
  /killed a scanning process that stopped responding/,
  /scanning process exited before its audit was complete/,
  /skipped a page that crashed two scanning processes/,
  /browser stopped responding; restarting it/,
];

let hostile: HostileSites;
let shops: DemoShop[];
let app: RunningApp;

test.beforeAll(async () => {
  hostile = await startHostileSites();
  shops = await Promise.all(honestEmails.map(() => serveDemo()));
  // Gives each audit one minute of scanning, so that every website gets a turn.
  app = await startApp({
    env: { ...behindProxy, SCAN_PRIVATE_HOSTS: "127.0.0.1", AUDIT_MINUTES: "1" },
    scans: true,
    mayLog: whatHostileSitesCause,
  });
});
test.afterAll(async () => {
  await app?.stop();
  hostile?.stop();
  for (const shop of shops ?? []) await shop.close();
});

/** Registers accounts and makes them 30 days old, unlike the attackers' accounts, which are new. */
const registerLongAgo = async (): Promise<ApiUser[]> => {
  const users: ApiUser[] = [];
  for (const email of honestEmails) users.push(await registerUser(app, email));
  await app.stop();
  const database = await openDatabase({ dataDir: app.dataDir });
  await database.sql.query("UPDATE users SET created_at = created_at - interval '30 days'", []);
  await database.close();
  await app.restart();
  return users;
};

interface Honest {
  seconds: number;
  /** Number of elements with a finding, by rule. */
  findings: Record<string, number>;
}

const auditHonestly = async (user: ApiUser, url: string): Promise<Honest> => {
  const started = performance.now();
  const { status, data } = await user.call("POST", "/api/website-audit/", { url });
  expect(status).toBe(201);
  const read = async () => (await user.call("GET", `/api/website-audit/${data.id}/`)).data;
  await expect.poll(async () => (await read()).status, { intervals: [1_000] }).toBe("completed");
  const seconds = (performance.now() - started) / 1_000;
  const { data: results } = await user.call("GET", `/api/results/?audit_id=${data.id}`);
  const rules = results.rules as { rule_id: string; nodes: number }[];
  return { seconds, findings: Object.fromEntries(rules.map(({ rule_id, nodes }) => [rule_id, nodes])) };
};

/** Runs three legitimate audits at once. Resolves with the duration and findings of each. */
const auditAll = (users: readonly ApiUser[]): Promise<Honest[]> =>
  Promise.all(users.map((user, index) => auditHonestly(user, shops[index]?.url ?? "")));

const slowest = (audits: readonly Honest[]): number => Math.max(...audits.map(({ seconds }) => seconds));

interface Attack {
  user: ApiUser;
  kind: string;
  id: string;
}

/** Starts audits of every kind of hostile website from two new accounts, all at once. */
const attack = async (users: readonly ApiUser[]): Promise<Attack[]> => {
  const attacks: Attack[] = [];
  for (const [index, { kind, url }] of hostile.sites.entries()) {
    const user = users[index % users.length] as ApiUser;
    const { status, data, error } = await user.call("POST", "/api/website-audit/", { url, options: { max_pages: 2 } });
    expect(status, JSON.stringify(error)).toBe(201);
    attacks.push({ user, kind, id: data.id });
  }
  return attacks;
};

const statesOf = (attacks: readonly Attack[]): Promise<{ kind: string; status: string }[]> =>
  Promise.all(
    attacks.map(async ({ user, kind, id }) => {
      const { data, error } = await user.call("GET", `/api/website-audit/${id}/`);
      expect(error, kind).toBeNull();
      return { kind, status: data.status };
    }),
  );

const unended = async (attacks: readonly Attack[]): Promise<string[]> =>
  (await statesOf(attacks)).filter(({ status }) => !ended.has(status)).map(({ kind }) => kind);

/** Waits until every kind of hostile website has been scanned. */
const waitForAll = async (attacks: readonly Attack[], users: readonly ApiUser[]): Promise<void> => {
  while ((await unended(attacks)).length > 0) {
    for (const user of users) await user.signIn();
    await new Promise((resolve) => setTimeout(resolve, 30_000));
  }
};

const cancelRest = async (attacks: readonly Attack[]): Promise<void> => {
  for (const { user, id } of attacks) await user.call("POST", `/api/website-audit/${id}/cancel/`);
};

test("three legitimate audits take at most 1.5 times as long while two accounts scan sixty kinds of hostile websites", async () => {
  const honest = await registerLongAgo();
  const attackers = [await registerUser(app, "mallory@example.org"), await registerUser(app, "eve@example.org")];
  const users = [...honest, ...attackers];
  // This first run isn't measured, because starting the browser takes longer the first time.
  await auditAll(honest);
  const calm = [await auditAll(honest), await auditAll(honest), await auditAll(honest)];
  const usual = calm.map(slowest).sort((one, other) => one - other)[1] ?? 0;
  const findings = calm[0]?.[0]?.findings;
  expect(Object.keys(findings ?? {}).length).toBeGreaterThan(10);

  expect(hostile.sites.length).toBeGreaterThanOrEqual(60);
  const attacks = await attack(attackers);
  const under: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const user of users) await user.signIn();
    const audits = await auditAll(honest);
    under.push(slowest(audits) / usual);
    for (const audit of audits) expect(audit.findings).toEqual(findings);
    console.log(`${under.at(-1)?.toFixed(2)} times the usual ${usual.toFixed(1)} s`);
  }
  // The figure is checked only when STORM_ROUNDS or FULL_FIGURES is set, because other tests may run at the same time.
  if (measuresFigures("STORM_ROUNDS")) expect(Math.max(...under)).toBeLessThanOrEqual(mostTimesUsual);
  if (isWhole) await waitForAll(attacks, users);
  else await cancelRest(attacks);
  // Polls slowly enough to stay within the rate limit, because each account has some thirty audits.
  await expect.poll(() => unended(attacks), { intervals: [10_000] }).toEqual([]);
  for (const { findings: last } of await auditAll(honest)) expect(last).toEqual(findings);
});
