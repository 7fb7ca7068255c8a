import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { getPriority } from "node:os";
import { expect, test } from "@playwright/test";
import { createEmbeddedScanner, type EmbeddedScanner } from "@/server/adapters/scanner/embedded";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { readProcessStat } from "@/server/core/process-stat";
import type { ScanOptionsInput } from "@/server/scanner/contract";
import { rounds } from "../support/rounds";
import { type CallbackReceiver, receiveCallbacks } from "../support/scanner/callback-receiver";
import { pathOf } from "../support/scanner/scan";
import { serveSite, soundPage, type TestSite } from "../support/scanner/serve-site";

const secret = "a-secret-for-this-test";
/** Longer than the time limit for a server's response or, under FULL_FIGURES=1, for a page. */
const stoppedSeconds = rounds("SCANNER_STOPPED_SECONDS", { usual: 35, promised: 100 });
const limit = { timeout: 120_000 };
test.setTimeout(300_000);
test.describe.configure({ mode: "serial" });

let scanner: EmbeddedScanner;
test.beforeAll(async () => {
  process.env.SCAN_PRIVATE_HOSTS = "127.0.0.1";
  process.env.LOG_LEVEL = "silent";
  scanner = createEmbeddedScanner(secret);
  await expect.poll(async () => (await scanner.health()).ok, limit).toBe(true);
});
test.afterAll(() => scanner.stop());

const parentOf = (pid: number): number => readProcessStat(pid)?.parent ?? 0;

const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
};

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

const isUnder = (pid: number, ancestor: number): boolean => {
  for (let at = parentOf(pid); at > 1; at = parentOf(at)) if (at === ancestor) return true;
  return false;
};

const offspring = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => isUnder(each, pid));

const supervisor = (): number => scanner.processId() ?? 0;

/** Returns the workers that have a browser, which means that they are scanning. */
const busyWorkers = (): number[] =>
  offspring(supervisor()).filter(
    (pid) =>
      commandOf(pid).includes("scan-worker") && offspring(pid).some((child) => commandOf(child).includes("--headless")),
  );

const browsersOf = (worker: number): number[] =>
  offspring(worker).filter((pid) => commandOf(pid).includes("--headless"));

/** Spawns a scanner that no app supervises, as on a separate machine. */
const spawnScanner = () => {
  const child = spawn(process.execPath, ["--import", "tsx", "server/scanner/main.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, SCANNER_SECRET: secret, SCANNER_PORT: "0" },
  });
  const port = new Promise<number>((resolve) =>
    child.on("message", (message: { type: string; port?: number }) => {
      if (message.type === "listening") resolve(message.port ?? 0);
    }),
  );
  return { processId: child.pid ?? 0, port, kill: () => child.kill("SIGKILL") };
};

let audits = 0;
interface Audit {
  receiver: CallbackReceiver;
  paths(): string[];
  errors(): Record<string, string>;
}

const audit = async (site: TestSite, options: ScanOptionsInput = {}): Promise<Audit> => {
  const receiver = await receiveCallbacks(secret);
  audits += 1;
  await scanner.start({
    audit_id: `audit-${audits}`,
    website_url: site.origin,
    callback_url: receiver.url,
    options,
  });
  const pages = () => receiver.events.flatMap((event) => event.pages);
  return {
    receiver,
    paths: () => pages().map(({ url }) => pathOf(url)),
    errors: () => Object.fromEntries(pages().flatMap(({ url, error }) => (error ? [[pathOf(url), error.code]] : []))),
  };
};

const comesFromBrowser = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && String(headers["user-agent"]).includes("Chrome/");

/** Serves a website. Each time a browser requests `/bad`, calls `onBad` before responding. */
const serveWithBad = (onBad: (time: number) => void, others = 6): Promise<TestSite> => {
  let times = 0;
  const links = [...Array.from({ length: others }, (_, index) => `/page-${index}`), "/bad"];
  return serveSite(() => ({
    "/bad": (request, response) => {
      const isPageLoad = comesFromBrowser(request);
      if (isPageLoad) times += 1;
      if (isPageLoad) onBad(times);
      setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(soundPage("Bad")), 3_000);
    },
    "*": soundPage(links.map((link) => `<p><a href="${link}">Page ${link}</a></p>`).join("")),
  }));
};

const all = ["/", "/bad", ...Array.from({ length: 6 }, (_, index) => `/page-${index}`)].sort();
const noGaps = ({ receiver }: Audit) =>
  expect(receiver.events.map(({ sequence }) => sequence)).toEqual(receiver.events.map((_, index) => index + 1));

const isAlive = (pid: number): boolean => commandOf(pid) !== "";

test("reloads the page that was open when a worker was killed, and delivers every page once [H1]", async () => {
  let killed = 0;
  const site = await serveWithBad((time) => {
    const [worker] = busyWorkers();
    if (time !== 1 || !worker) return;
    killed = worker;
    process.kill(worker, "SIGKILL");
  });
  const { receiver, paths, errors, ...rest } = await audit(site);
  await expect.poll(() => receiver.last(), limit).toBe("audit.completed");
  expect(killed).toBeGreaterThan(0);
  expect(paths().sort()).toEqual(all);
  expect(errors()).toEqual({});
  noGaps({ receiver, paths, errors, ...rest });
  for (const open of [site, receiver]) await open.close();
});

test("reports a page as failed after it has killed two workers, and scans all others normally [H1]", async () => {
  let bystanderWorker = 0;
  const pageLoads: (string | undefined)[] = [];
  const calm = await serveSite(() => ({
    "*": (request, response) => {
      if (comesFromBrowser(request)) pageLoads.push(request.url);
      const links = Array.from({ length: 8 }, (_, index) => `<p><a href="/calm-${index}">Calm ${index}</a></p>`);
      setTimeout(
        () => response.writeHead(200, { "content-type": "text/html" }).end(soundPage(links.join(""), "", request.url)),
        1_500,
      );
    },
  }));
  const bystander = await audit(calm);
  await expect.poll(() => calm.hits.length, limit).toBeGreaterThan(0);
  [bystanderWorker = 0] = busyWorkers();
  const times: number[] = [];
  const site = await serveWithBad((time) => {
    times.push(time);
    const victim = busyWorkers().find((pid) => pid !== bystanderWorker);
    if (victim) process.kill(victim, "SIGKILL");
  });
  const hostile = await audit(site);
  await expect.poll(() => hostile.receiver.last(), limit).toBe("audit.completed");
  await expect.poll(() => bystander.receiver.last(), limit).toBe("audit.completed");
  expect(times).toEqual([1, 2]);
  expect(hostile.paths().sort()).toEqual(all);
  expect(hostile.errors()).toEqual({ "/bad": "scanner_crashed" });
  expect(bystander.errors()).toEqual({});
  expect(bystander.paths()).toHaveLength(9);
  expect(pageLoads.filter((url) => url === "/calm-3")).toHaveLength(1);
  noGaps(bystander);
  for (const open of [site, calm, hostile.receiver, bystander.receiver]) await open.close();
});

test("stops a page that uses too much memory, and reports it as failed after one more try [H2]", async () => {
  process.env.SCAN_MEMORY_MB = "800";
  const own = createEmbeddedScanner(secret);
  await expect.poll(async () => (await own.health()).ok, limit).toBe(true);
  delete process.env.SCAN_MEMORY_MB;
  const greedy = `<script>
    const kept = [];
    setInterval(() => kept.length < 40 && kept.push(new Uint8Array(1e8).fill(1)), 0);
  </script>`;
  const links = ["/greedy", "/calm-1", "/calm-2"].map((path) => `<p><a href="${path}">${path}</a></p>`).join("");
  const site = await serveSite(() => ({ "/greedy": soundPage("", greedy), "*": soundPage(links) }));
  const receiver = await receiveCallbacks(secret);
  try {
    await own.start({ audit_id: "greedy", website_url: site.origin, callback_url: receiver.url });
    await expect.poll(() => receiver.last(), limit).toBe("audit.completed");
    const pages = receiver.events.flatMap((event) => event.pages);
    expect(site.hits.filter((path) => path === "/greedy").length).toBeGreaterThan(1);
    const errors = pages.map(({ url, error }) => `${pathOf(url)} ${error?.code ?? "scanned"}`);
    expect(errors.sort()).toEqual(["/ scanned", "/calm-1 scanned", "/calm-2 scanned", "/greedy page_crashed"]);
  } finally {
    await own.stop();
    await site.close();
    await receiver.close();
  }
});

test("kills a frozen worker with its browser, and completes its audit [H2] [H3] [L9]", async () => {
  let stopped: number[] = [];
  const site = await serveWithBad((time) => {
    const [worker] = busyWorkers();
    if (time !== 1 || !worker) return;
    stopped = [worker, ...browsersOf(worker)];
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
  });
  const frozen = await audit(site);
  await expect.poll(() => stopped.length, limit).toBeGreaterThan(1);
  await expect.poll(() => stopped.filter(isAlive), limit).toEqual([]);
  await expect.poll(() => frozen.receiver.last(), limit).toBe("audit.completed");
  expect(frozen.paths().sort()).toEqual(all);
  expect(frozen.errors()).toEqual({});
  for (const open of [site, frozen.receiver]) await open.close();
});

test("survives a browser that crashes on a page", async () => {
  let crashed = 0;
  const site = await serveWithBad((time) => {
    const [worker = 0] = busyWorkers();
    const [browser] = browsersOf(worker);
    if (time !== 1 || !browser) return;
    crashed = browser;
    process.kill(browser, "SIGSEGV");
  });
  const { receiver, paths, errors } = await audit(site);
  await expect.poll(() => receiver.last(), limit).toBe("audit.completed");
  expect(crashed).toBeGreaterThan(0);
  expect(paths().sort()).toEqual(all);
  expect(errors()).toEqual({});
  for (const open of [site, receiver]) await open.close();
});

test("a frozen scanner is killed with every process it started, and restarted [L9]", async () => {
  const site = await serveWithBad(() => undefined);
  const { receiver } = await audit(site);
  await expect.poll(() => site.hits.length, limit).toBeGreaterThan(1);
  const before = supervisor();
  const workers = busyWorkers();
  expect(workers.length).toBeGreaterThan(0);
  const restarted = new Promise<void>((resolve) => scanner.onRestart(resolve));
  process.kill(before, "SIGSTOP");
  await restarted;
  expect(supervisor()).not.toBe(before);
  await expect.poll(() => [before, ...workers].filter(isAlive), limit).toEqual([]);
  await expect.poll(async () => (await scanner.health()).ok, limit).toBe(true);
  for (const open of [site, receiver]) await open.close();
});

/** A browser keeps starting and stopping processes, so a process that was just listed may have exited. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  if (isAlive(pid)) process.kill(pid, name);
};

test("resumes after the scanner, its workers and their browsers were all frozen [L9]", async () => {
  const site = await serveWithBad(() => undefined);
  const lonely = spawnScanner();
  try {
    const port = await lonely.port;
    const remote = createRemoteScanner(`http://127.0.0.1:${port}`, secret);
    const receiver = await receiveCallbacks(secret);
    await remote.start({ audit_id: "suspended", website_url: site.origin, callback_url: receiver.url });
    await expect.poll(() => site.hits.length, limit).toBeGreaterThan(1);
    const everyone = [lonely.processId, ...offspring(lonely.processId)];
    for (const pid of everyone) signal(pid, "SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, stoppedSeconds * 1_000));
    for (const pid of everyone) signal(pid, "SIGCONT");
    await expect.poll(() => receiver.last(), limit).toBe("audit.completed");
    const pages = receiver.events.flatMap((event) => event.pages);
    expect(pages.map(({ url }) => pathOf(url)).sort()).toEqual(all);
    expect(pages.filter(({ error }) => error)).toEqual([]);
    await receiver.close();
  } finally {
    lonely.kill();
    await site.close();
  }
});

test("runs a low-priority scan and its browser at a lower priority than others [H5]", async () => {
  test.skip(process.platform !== "linux", "reads /proc");
  const site = await serveWithBad(() => undefined);
  const { receiver } = await audit(site, { low_priority: true });
  const priorities = () =>
    busyWorkers().map((worker) => [...new Set([worker, ...browsersOf(worker)].map((pid) => getPriority(pid)))]);
  await expect.poll(priorities, limit).toEqual([[5]]);
  await expect.poll(() => receiver.last(), limit).toBe("audit.completed");
  await receiver.close();
  await site.close();
});

test("passes no secret and none of our internal addresses to the scanning processes [M10]", async () => {
  const given = {
    DATABASE_URL: "postgresql://a:b@c/d",
    CHAT_WEBHOOK_URL: "http://hooks.example/x",
    API_KEY: "k1",
    JWT_PRIVATE_KEY: "k2",
  };
  const before = { ...process.env };
  Object.assign(process.env, given);
  const site = await serveWithBad(() => undefined);
  const other = createEmbeddedScanner(secret);
  try {
    await expect.poll(async () => (await other.health()).ok, limit).toBe(true);
    const top = other.processId() ?? 0;
    const receiver = await receiveCallbacks(secret);
    await other.start({ audit_id: "environment", website_url: site.origin, callback_url: receiver.url });
    const workers = () => offspring(top).filter((pid) => commandOf(pid).includes("scan-worker"));
    await expect.poll(() => workers().flatMap(browsersOf).length, limit).toBeGreaterThan(0);
    const below = offspring(top);
    for (const name of Object.keys(given))
      expect(
        [top, ...below].filter((pid) => environmentOf(pid).includes(`${name}=`)),
        name,
      ).toEqual([]);
    expect(environmentOf(top)).toContain("SCANNER_SECRET=");
    expect(below.filter((pid) => environmentOf(pid).includes("SCANNER_SECRET="))).toEqual([]);
    await receiver.close();
  } finally {
    await other.stop();
    for (const name of Object.keys(given)) {
      if (before[name] === undefined) delete process.env[name];
    }
    await site.close();
  }
});
