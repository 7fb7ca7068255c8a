import { spawn } from "node:child_process";
import { expect, test } from "@playwright/test";
import { createEmbeddedScanner } from "@/server/adapters/scanner/embedded";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { rounds } from "../support/rounds";
import { receiveCallbacks } from "../support/scanner/callback-receiver";
import { browsersOf, commandOf, environmentOf, isAlive, offspring } from "../support/scanner/processes";
import { pathOf } from "../support/scanner/scan";
import { serveSite, soundPage } from "../support/scanner/serve-site";
import { allPaths, serveWithBad } from "../support/scanner/serve-with-bad";

// Each of these tests has its own scanner. They are in a separate file from those that share one, because the two files
// can run at the same time.

const secret = "a-secret-for-this-test";
/** Longer than the time limit for a server's response or, with FULL_FIGURES=1, for a page. */
const stoppedSeconds = rounds("SCANNER_STOPPED_SECONDS", { usual: 35, promised: 100 });

test.beforeAll(() => {
  process.env.SCAN_PRIVATE_HOSTS = "127.0.0.1";
  process.env.LOG_LEVEL = "silent";
});

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

test("stops a page that uses too much memory, and reports it as failed after one more attempt [H2] @long", async () => {
  process.env.SCAN_MEMORY_MB = "800";
  const own = createEmbeddedScanner(secret);
  await expect.poll(async () => (await own.health()).ok).toBe(true);
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
    await expect.poll(() => receiver.last()).toBe("audit.completed");
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

/** A process that was just listed may have exited, because a browser keeps starting and stopping processes. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  if (isAlive(pid)) process.kill(pid, name);
};

test("resumes after the scanner, its workers and their browsers were all frozen [L9] @long", async () => {
  const site = await serveWithBad(() => undefined);
  const lonely = spawnScanner();
  try {
    const port = await lonely.port;
    const remote = createRemoteScanner(`http://127.0.0.1:${port}`, secret);
    const receiver = await receiveCallbacks(secret);
    await remote.start({ audit_id: "suspended", website_url: site.origin, callback_url: receiver.url });
    await expect.poll(() => site.hits.length).toBeGreaterThan(1);
    const everyone = [lonely.processId, ...offspring(lonely.processId)];
    for (const pid of everyone) signal(pid, "SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, stoppedSeconds * 1_000));
    for (const pid of everyone) signal(pid, "SIGCONT");
    await expect.poll(() => receiver.last()).toBe("audit.completed");
    const pages = receiver.events.flatMap((event) => event.pages);
    expect(pages.map(({ url }) => pathOf(url)).sort()).toEqual(allPaths);
    expect(pages.filter(({ error }) => error)).toEqual([]);
    await receiver.close();
  } finally {
    lonely.kill();
    await site.close();
  }
});

test("doesn't pass secrets or internal URLs to the scanning processes [M10] @long", async () => {
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
    await expect.poll(async () => (await other.health()).ok).toBe(true);
    const top = other.processId() ?? 0;
    const receiver = await receiveCallbacks(secret);
    await other.start({ audit_id: "environment", website_url: site.origin, callback_url: receiver.url });
    const workers = () => offspring(top).filter((pid) => commandOf(pid).includes("scan-worker"));
    await expect.poll(() => workers().flatMap(browsersOf).length).toBeGreaterThan(0);
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
