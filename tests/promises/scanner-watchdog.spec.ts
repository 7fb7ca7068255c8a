import { getPriority } from "node:os";
import { expect, test } from "@playwright/test";
import { createEmbeddedScanner, type EmbeddedScanner } from "@/server/adapters/scanner/embedded";
import type { Journey, ScanOptionsInput } from "@/server/scanner/contract";
import { type CallbackReceiver, receiveCallbacks } from "../support/scanner/callback-receiver";
import { browsersOf, commandOf, isAlive, offspring } from "../support/scanner/processes";
import { pathOf } from "../support/scanner/scan";
import { serveSite, soundPage, type TestSite } from "../support/scanner/serve-site";
import { allPaths, comesFromBrowser, serveWithBad } from "../support/scanner/serve-with-bad";

const secret = "a-secret-for-this-test";
test.describe.configure({ mode: "serial" });

let scanner: EmbeddedScanner;
test.beforeAll(async () => {
  process.env.SCAN_PRIVATE_HOSTS = "127.0.0.1";
  process.env.LOG_LEVEL = "silent";
  scanner = createEmbeddedScanner(secret);
  await expect.poll(async () => (await scanner.health()).ok).toBe(true);
});
test.afterAll(() => scanner.stop());

const supervisor = (): number => scanner.processId() ?? 0;

/** Returns the workers that are scanning: those that have a browser. */
const busyWorkers = (): number[] =>
  offspring(supervisor()).filter(
    (pid) =>
      commandOf(pid).includes("scan-worker") && offspring(pid).some((child) => commandOf(child).includes("--headless")),
  );

let audits = 0;
interface Audit {
  receiver: CallbackReceiver;
  paths(): string[];
  errors(): Record<string, string>;
}

const audit = async (site: TestSite, options: ScanOptionsInput = {}, journeys: Journey[] = []): Promise<Audit> => {
  const receiver = await receiveCallbacks(secret);
  audits += 1;
  await scanner.start({
    audit_id: `audit-${audits}`,
    website_url: site.origin,
    callback_url: receiver.url,
    options,
    journeys,
  });
  const pages = () => receiver.events.flatMap((event) => event.pages);
  return {
    receiver,
    paths: () => pages().map(({ url }) => pathOf(url)),
    errors: () => Object.fromEntries(pages().flatMap(({ url, error }) => (error ? [[pathOf(url), error.code]] : []))),
  };
};

const noGaps = ({ receiver }: Audit) =>
  expect(receiver.events.map(({ sequence }) => sequence)).toEqual(receiver.events.map((_, index) => index + 1));

test("reloads the page that was open when a worker was killed, and delivers every page once [H1] @long", async () => {
  let killed = 0;
  const site = await serveWithBad((time) => {
    const [worker] = busyWorkers();
    if (time !== 1 || !worker) return;
    killed = worker;
    process.kill(worker, "SIGKILL");
  });
  const { receiver, paths, errors, ...rest } = await audit(site);
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  expect(killed).toBeGreaterThan(0);
  expect(paths().sort()).toEqual(allPaths);
  expect(errors()).toEqual({});
  noGaps({ receiver, paths, errors, ...rest });
  for (const open of [site, receiver]) await open.close();
});

test("reports a page as failed after it has killed two workers, and scans all others normally [H1] @long", async () => {
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
  await expect.poll(() => calm.hits.length).toBeGreaterThan(0);
  [bystanderWorker = 0] = busyWorkers();
  const times: number[] = [];
  const site = await serveWithBad((time) => {
    times.push(time);
    const victim = busyWorkers().find((pid) => pid !== bystanderWorker);
    if (victim) process.kill(victim, "SIGKILL");
  });
  const hostile = await audit(site);
  await expect.poll(() => hostile.receiver.last()).toBe("audit.completed");
  await expect.poll(() => bystander.receiver.last()).toBe("audit.completed");
  expect(times).toEqual([1, 2]);
  expect(hostile.paths().sort()).toEqual(allPaths);
  expect(hostile.errors()).toEqual({ "/bad": "scanner_crashed" });
  expect(bystander.errors()).toEqual({});
  expect(bystander.paths()).toHaveLength(9);
  expect(pageLoads.filter((url) => url === "/calm-3")).toHaveLength(1);
  noGaps(bystander);
  for (const open of [site, calm, hostile.receiver, bystander.receiver]) await open.close();
});

test("repeats a journey whose worker was killed, unless the journey may change something @long", async () => {
  const posted: string[] = [];
  const form = (action: string, name: string) =>
    `<form method="post" action="${action}"><p><button>${name}</button></p></form>`;
  const site = await serveSite(() => ({
    "/": soundPage(form("/basket", "Add") + form("/orders", "Buy")),
    "*": ({ method, url = "" }, response) => {
      const [worker] = busyWorkers();
      if (method === "POST" && worker && !posted.includes(url)) process.kill(worker, "SIGKILL");
      if (method === "POST") posted.push(url);
      response.writeHead(200, { "content-type": "text/html" }).end(soundPage(""));
    },
  }));
  const press = (name: string) => ({ action: "click" as const, element: { role: "button" as const, name } });
  const { receiver } = await audit(site, { depth: "quick", max_pages: 3 }, [
    { name: "Add", steps: [press("Add"), { action: "scan", name: "basket" }] },
    {
      name: "Buy",
      steps: [
        { ...press("Buy"), allow: ["pay"] },
        { action: "scan", name: "thanks" },
      ],
    },
  ]);
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  expect(posted).toEqual(["/basket", "/basket", "/orders"]);
  const pages = receiver.events.flatMap((event) => event.pages);
  expect(pages.map(({ title, error }) => [title, error?.code ?? null])).toEqual([
    ["Add: basket", null],
    ["Buy: thanks", "journey_failed"],
    ["A page of the test site", null],
  ]);
  expect(pages[1]?.error?.message).toContain("isn't repeated");
  expect(receiver.events.at(-1)?.pages_total).toBe(3);
  for (const open of [site, receiver]) await open.close();
});

test("kills a frozen worker and its browser, and completes the worker's audit [H2] [H3] [L9] @long", async () => {
  let stopped: number[] = [];
  const site = await serveWithBad((time) => {
    const [worker] = busyWorkers();
    if (time !== 1 || !worker) return;
    stopped = [worker, ...browsersOf(worker)];
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
  });
  const frozen = await audit(site);
  await expect.poll(() => stopped.length).toBeGreaterThan(1);
  await expect.poll(() => stopped.filter(isAlive)).toEqual([]);
  await expect.poll(() => frozen.receiver.last()).toBe("audit.completed");
  expect(frozen.paths().sort()).toEqual(allPaths);
  expect(frozen.errors()).toEqual({});
  for (const open of [site, frozen.receiver]) await open.close();
});

test("completes the audit if a worker's browser crashes on a page @long", async () => {
  let crashed = 0;
  const site = await serveWithBad((time) => {
    const [worker = 0] = busyWorkers();
    const [browser] = browsersOf(worker);
    if (time !== 1 || !browser) return;
    crashed = browser;
    process.kill(browser, "SIGSEGV");
  });
  const { receiver, paths, errors } = await audit(site);
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  expect(crashed).toBeGreaterThan(0);
  expect(paths().sort()).toEqual(allPaths);
  expect(errors()).toEqual({});
  for (const open of [site, receiver]) await open.close();
});

test("a frozen scanner is killed together with every process it started, and is then restarted [L9] @long", async () => {
  const site = await serveWithBad(() => undefined);
  const { receiver } = await audit(site);
  await expect.poll(() => site.hits.length).toBeGreaterThan(1);
  const before = supervisor();
  const workers = busyWorkers();
  expect(workers.length).toBeGreaterThan(0);
  const restarted = new Promise<void>((resolve) => scanner.onRestart(resolve));
  process.kill(before, "SIGSTOP");
  await restarted;
  expect(supervisor()).not.toBe(before);
  await expect.poll(() => [before, ...workers].filter(isAlive)).toEqual([]);
  await expect.poll(async () => (await scanner.health()).ok).toBe(true);
  for (const open of [site, receiver]) await open.close();
});

test("runs the processes of a low-priority scan, including its browser, with a lower CPU priority [H5] @long", async () => {
  test.skip(process.platform !== "linux", "Only Linux has /proc.");
  const site = await serveWithBad(() => undefined);
  const { receiver } = await audit(site, { low_priority: true });
  const priorities = () =>
    busyWorkers().map((worker) => [...new Set([worker, ...browsersOf(worker)].map((pid) => getPriority(pid)))]);
  await expect.poll(priorities).toEqual([[5]]);
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  await receiver.close();
  await site.close();
});
