import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as nap } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { patienceMs } from "@/scripts/test/patience";
import { fileStore } from "@/server/adapters/store/embedded";
import { fileUrls } from "@/server/adapters/store/file-urls";
import { readProcessStat } from "@/server/core/process-stat";
import { type ApiUser, readEmails, registerUser } from "../support/app/api-user";
import { behindProxy, type Queued, queueReport, stateOf } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { findPostgres, type Postgres, startPostgres } from "../support/postgres";
import { typicalReport } from "../support/report/typical-report";
import { measuresFigures, rounds } from "../support/rounds";

const jobs = rounds("REPORT_JOBS", { usual: 4, promised: 200 });
const typicalReports = rounds("TYPICAL_REPORTS", { usual: 1, promised: 7 });
const quietMs = rounds("QUIET_MS", { usual: 1_000, promised: 8_000 });
test.setTimeout(2 * patienceMs + jobs * 8_000);

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Returns the CPU time that an app has used, in milliseconds. Other work on the machine doesn't affect it. */
const cpuOf = ({ pids }: RunningApp): number => readProcessStat(pids().app)?.cpuMs ?? Number.NaN;

interface Cost {
  wallMs: number;
  cpuMs: number;
}

/**
 * Measures the time from the call until the PDF is stored. Looks for the PDF in the store itself, because polling the
 * app would slow it down.
 */
const costOfReport = async (app: RunningApp): Promise<Cost> => {
  const store = fileStore(
    join(app.dataDir, "objects"),
    fileUrls(app.url, () => ""),
  );
  const [started, before] = [performance.now(), cpuOf(app)];
  const queued = await queueReport(app, { data: typicalReport() });
  await expect.poll(() => store.head(queued.auditId), { intervals: [10] }).not.toBeNull();
  const cost = { wallMs: performance.now() - started, cpuMs: cpuOf(app) - before };
  await expect.poll(() => stateOf(app, queued), { intervals: [250] }).toBe("emailed");
  return cost;
};

const inWords = ({ wallMs, cpuMs }: Cost): string => `${round(wallMs)} ms (${round(cpuMs)} ms of CPU)`;

test("measures the time from the call until the PDF is stored, for a typical audit of 10 pages and 30 rules", async () => {
  const app = await startApp({ env: behindProxy });
  try {
    const first = await costOfReport(app);
    const next: Cost[] = [];
    for (let report = 0; report < typicalReports; report += 1) next.push(await costOfReport(app));
    const median = {
      wallMs: percentile(
        next.map(({ wallMs }) => wallMs),
        0.5,
      ),
      cpuMs: percentile(
        next.map(({ cpuMs }) => cpuMs),
        0.5,
      ),
    };
    console.log(
      `a typical report, from the call to the stored PDF: ${inWords(first)} the first, then median ${inWords(median)}, ` +
        `fastest ${round(Math.min(...next.map(({ wallMs }) => wallMs)))} ms; ${availableParallelism()} cores, load ${loadavg()[0]}`,
    );
  } finally {
    await app.stop();
  }
});

/**
 * While `work` runs, lists websites every `everyMs` milliseconds as each user in turn. Listing websites reads the
 * session and the database. Resolves with the duration of each call, in milliseconds.
 */
const sampleDuring = async (
  users: readonly ApiUser[],
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  let running = true;
  const loop = async (): Promise<void> => {
    for (let call = 0; running; call += 1) {
      const started = performance.now();
      const reply = await users[call % users.length]?.call("GET", "/api/websites/");
      if (reply?.status !== 200) throw new Error(JSON.stringify(reply));
      times.push(performance.now() - started);
      await nap(Math.max(0, everyMs - (performance.now() - started)));
    }
  };
  const working = work().finally(() => {
    running = false;
  });
  await Promise.all([working, loop()]);
  return times;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const latencyOf = (times: readonly number[]): string =>
  `mean ${round(mean(times))} ms, p50 ${round(percentile(times, 0.5))} ms, p95 ${round(percentile(times, 0.95))} ms, slowest ${round(Math.max(...times))} ms`;

const flood = async (app: RunningApp, name: string): Promise<void> => {
  const users: ApiUser[] = [];
  for (let user = 0; user < 4; user += 1) users.push(await registerUser(app, `user-${user}@example.org`));
  const before = await sampleDuring(users, 50, () => nap(quietMs));

  let queued: Queued[] = [];
  let [taken, ended] = [Number.NaN, Number.NaN];
  const during = await sampleDuring(users, 100, async () => {
    const started = performance.now();
    const data = typicalReport();
    queued = await Promise.all(Array.from({ length: jobs }, () => queueReport(app, { data })));
    taken = performance.now() - started;
    let open = queued;
    const remaining = async (): Promise<number> => {
      while (open[0] && (await stateOf(app, open[0])) === "emailed") open = open.slice(1);
      return open.length;
    };
    // Polls infrequently, because these calls add load themselves.
    await expect.poll(remaining, { intervals: [1_000], timeout: patienceMs + jobs * 8_000 }).toBe(0);
    ended = performance.now() - started;
  });

  const emails = (await readEmails(app)).filter(({ attachments }) => attachments.length > 0);
  expect(emails.map(({ to }) => to).sort()).toEqual(queued.map(({ email }) => email).sort());
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(during, share) / percentile(before, share));
  const whole = mean(during) / mean(before);
  console.log(
    `${name}: ${jobs} reports taken in ${round(taken)} ms, all made and mailed in ${round(ended / 1_000)} s, ${round(jobs / (ended / 1_000))}/s\n` +
      `GET /api/websites/ before: ${latencyOf(before)}; meanwhile: ${latencyOf(during)} (${during.length} calls): ` +
      `mean ${round(whole)}, p50 ${round(p50 ?? 0)}, p95 ${round(p95 ?? 0)} times as long`,
  );
};

test(`finishes ${jobs} reports queued at the same time and emails each once, while the latency of other calls is measured`, async () => {
  const app = await startApp({ env: behindProxy });
  try {
    await flood(app, "embedded");
  } finally {
    await app.stop();
  }
});

test.describe("on PostgreSQL", () => {
  const binFolder = findPostgres();
  test.skip(binFolder === null || !measuresFigures(), "runs only with FULL_FIGURES=1 and PostgreSQL");
  let postgres: Postgres;
  test.beforeAll(async () => {
    postgres = await startPostgres(binFolder ?? "");
  });
  test.afterAll(() => postgres?.stop());

  test(`finishes ${jobs} reports queued at the same time and emails each once, while the latency of other calls is measured`, async () => {
    const app = await startApp({ env: { ...behindProxy, DATABASE_URL: postgres.url } });
    try {
      await flood(app, "PostgreSQL");
    } finally {
      await app.stop();
    }
  });
});
