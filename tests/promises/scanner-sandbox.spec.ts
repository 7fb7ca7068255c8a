import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { canUse, findBrowserUser, type SystemUser } from "@/server/scanner/browser/browser-user";
import { locateBrowser } from "@/server/scanner/browser/locate-browser";
import { freshFolder } from "../support/app/data-folder";
import { receiveCallbacks } from "../support/scanner/callback-receiver";
import { test as scanTest } from "../support/scanner/scan";
import { serveSite, soundPage } from "../support/scanner/serve-site";

const secret = "a-secret-for-this-test";
const isRoot = process.getuid?.() === 0;
const needsRoot = "only root can start the browser as another user";

const statusOf = (pid: number): Record<string, string> => {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
    return Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  } catch {
    return {};
  }
};

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
};

const offspring = (pid: number): number[] => {
  const children = readdirSync("/proc").filter((name) => statusOf(Number(name))["PPid"] === String(pid));
  return children.map(Number).flatMap((child) => [child, ...offspring(child)]);
};

/**
 * Reports, without starting a browser, whether Linux lets the browser's user create the namespaces that a sandbox
 * needs.
 */
const hasNamespaces = (): boolean => {
  const user = findBrowserUser();
  const { status } = spawnSync("unshare", ["--user", "--pid", "true"], user ? { uid: user.uid, gid: user.gid } : {});
  return status === 0;
};

scanTest("runs the browser as an unprivileged user, and its renderers in a sandbox [M10]", async ({ engine }) => {
  const context = await engine.browsers.openContext({});
  await (await context.newPage()).setContent("<h1>A page</h1>");
  const browser = engine.browsers.processId ?? 0;
  const all = [browser, ...offspring(browser)];
  const renderers = all.filter((pid) => commandOf(pid).includes("--type=renderer"));
  expect(renderers.length).toBeGreaterThan(0);
  const user = String(isRoot ? findBrowserUser()?.uid : process.getuid?.());
  for (const pid of all) expect(statusOf(pid)["Uid"]?.split("\t"), commandOf(pid)).toEqual([user, user, user, user]);
  if (isRoot) for (const pid of all) expect(statusOf(pid)["Groups"]?.trim(), commandOf(pid)).toBe("");
  await context.close();
  scanTest.skip(
    !hasNamespaces(),
    "this system doesn't let the browser's user create the namespaces that a sandbox needs",
  );
  expect(commandOf(browser)).not.toContain("--no-sandbox");
});

scanTest("runs renderers in processes with a system call filter [M10]", async ({ engine }) => {
  scanTest.skip(
    !hasNamespaces(),
    "this system doesn't let the browser's user create the namespaces that a sandbox needs",
  );
  const context = await engine.browsers.openContext({});
  await (await context.newPage()).setContent("<h1>A page</h1>");
  const renderers = offspring(engine.browsers.processId ?? 0).filter((pid) =>
    commandOf(pid).includes("--type=renderer"),
  );
  expect(renderers.length).toBeGreaterThan(0);
  for (const pid of renderers) expect(statusOf(pid)).toMatchObject({ Seccomp: "2", NoNewPrivs: "1" });
  await context.close();
});

/** Creates a folder for one test, accessible to every user. */
const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "curbcut-sandbox-"));
  chmodSync(folder, 0o755);
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Writes a script that acts as a browser on a system without a sandbox: it exits at once unless given --no-sandbox. It
 * records which users ran it.
 */
const browserWithoutSandbox = async (folder: string): Promise<{ path: string; users(): string[] }> => {
  const { executablePath } = await locateBrowser({ path: process.env["CHROMIUM_PATH"], cacheFolder: folder });
  const [path, note] = [join(folder, "browser"), join(folder, "users")];
  writeFileSync(
    path,
    `#!/bin/sh
     case "$*" in *--no-sandbox*) ;; *) echo "No usable sandbox!" >&2; exit 1;; esac
     id -u >>"${note}"
     exec "${executablePath}" "$@"
    `,
    { mode: 0o755 },
  );
  writeFileSync(note, "");
  chmodSync(note, 0o666);
  return { path, users: () => readFileSync(note, "utf8").split("\n").filter(Boolean) };
};

interface LogLine {
  level: string;
  msg: string;
}

/** Starts a scanner as the current user or as another user. */
const startScanner = async (settings: Record<string, string>, user?: SystemUser) => {
  const child = spawn(process.execPath, ["--import", "tsx", "server/scanner/main.ts"], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    env: {
      ...process.env,
      SCAN_PRIVATE_HOSTS: "127.0.0.1",
      LOG_LEVEL: "warn",
      SCANNER_SECRET: secret,
      SCANNER_PORT: "0",
      ...settings,
    },
  });
  let text = "";
  child.stdout?.on("data", (chunk) => (text += chunk));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The scanner ended with ${code}:\n${text}`)));
    child.on("message", (message: { type: string; port?: number }) => {
      if (message.type === "listening") resolve(message.port ?? 0);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const scanner = createRemoteScanner(url, secret);
  const scan = async (audit_id: string) => {
    const site = await serveSite(() => ({ "*": soundPage("<p>A page.</p>") }));
    const receiver = await receiveCallbacks(secret);
    try {
      await scanner.start({ audit_id, website_url: site.origin, callback_url: receiver.url });
      await expect.poll(() => receiver.last()).toMatch(/^audit\.(?:completed|failed)$/);
      return receiver.events;
    } finally {
      await receiver.close();
      await site.close();
    }
  };
  const lines = () =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine);
  return {
    scan,
    lines,
    pid: child.pid ?? 0,
    health: () => scanner.health(),
    ready: () => readReady(url),
    stop: async () => {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
};

/** Returns what an app using this scanner reports at /api/ready. */
const readReady = async (url: string): Promise<unknown> => {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/health/print-ready.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: await freshFolder(),
      LOG_LEVEL: "silent",
      SCANNER_URL: url,
      SCANNER_SECRET: secret,
    },
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  return (JSON.parse(text) as { parts: { scanner: unknown } }).parts.scanner;
};

test("logs once, and reports in /api/ready, that the browser has no sandbox [M10] @long", () =>
  withFolder(async (folder) => {
    const browser = await browserWithoutSandbox(folder);
    const scanner = await startScanner({ CHROMIUM_PATH: browser.path });
    try {
      for (const audit of ["first", "second"])
        expect((await scanner.scan(audit)).at(-1)).toMatchObject({ event: "audit.completed" });
      expect(scanner.lines().map(({ level, msg }) => `${level} ${msg}`)).toEqual([
        expect.stringMatching(/^warn started the scanner's browser without a sandbox/),
      ]);
      expect(await scanner.health()).toEqual({ ok: true, browser: { sandbox: false } });
      await expect.poll(scanner.ready).toMatchObject({
        ok: true,
        kind: "remote",
        sandbox: false,
        problem: expect.stringContaining("without a sandbox"),
      });
      const user = String(isRoot ? findBrowserUser()?.uid : process.getuid?.());
      expect(new Set(browser.users())).toEqual(new Set([user]));
    } finally {
      await scanner.stop();
    }
  }));

test("reports before the first audit whether the browser has a sandbox [M10] @long", () =>
  withFolder(async (folder) => {
    const { path } = await browserWithoutSandbox(folder);
    const scanner = await startScanner({ CHROMIUM_PATH: path });
    try {
      await expect.poll(async () => (await scanner.health()).browser).toEqual({ sandbox: false });
    } finally {
      await scanner.stop();
    }
  }));

test("refuses to run the browser as root without a sandbox, and explains what to do [M10] @long", () =>
  withFolder(async (folder) => {
    test.skip(!isRoot, needsRoot);
    const browser = await browserWithoutSandbox(folder);
    const scanner = await startScanner({ CHROMIUM_PATH: browser.path, SCANNER_USER: "root" });
    try {
      expect((await scanner.scan("refused")).at(-1)).toMatchObject({
        event: "audit.failed",
        error: { code: "no_sandbox", message: expect.stringContaining("set SCANNER_USER to a user that can run") },
      });
      expect(browser.users()).toEqual([]);
      const refusals = () => scanner.lines().filter(({ msg }) => msg.includes("as root without a sandbox"));
      expect(refusals()).toMatchObject([{ level: "error", code: "no_sandbox" }]);
      await expect.poll(scanner.ready).toMatchObject({ ok: false, problem: expect.stringContaining("Audits fail") });
    } finally {
      await scanner.stop();
    }
  }));

test("rejects a browser that only root can run, rather than running it as root [M10] @long", () =>
  withFolder(async (folder) => {
    test.skip(!isRoot, needsRoot);
    const browser = await browserWithoutSandbox(folder);
    chmodSync(browser.path, 0o700);
    const scanner = await startScanner({ CHROMIUM_PATH: browser.path });
    try {
      expect((await scanner.scan("closed")).at(-1)).toMatchObject({
        event: "audit.failed",
        error: { code: "no_sandbox" },
      });
      expect(browser.users()).toEqual([]);
      expect(scanner.lines().find(({ msg }) => msg.includes("as root without a sandbox"))).toMatchObject({
        reason: expect.stringContaining("EACCES"),
      });
    } finally {
      await scanner.stop();
    }
  }));

test("runs the browser as root if that is allowed, and reports that it has no sandbox [M10] @long", () =>
  withFolder(async (folder) => {
    test.skip(!isRoot, needsRoot);
    const browser = await browserWithoutSandbox(folder);
    const scanner = await startScanner({ CHROMIUM_PATH: browser.path, SCANNER_USER: "root", SCAN_AS_ROOT: "true" });
    try {
      expect((await scanner.scan("allowed")).at(-1)).toMatchObject({ event: "audit.completed" });
      expect(new Set(browser.users())).toEqual(new Set(["0"]));
      expect((await scanner.health()).browser).toEqual({ sandbox: false });
    } finally {
      await scanner.stop();
    }
  }));

test("fails an audit with an error that names SCANNER_USER when that user doesn't exist [M10] @long", () =>
  withFolder(async (folder) => {
    test.skip(!isRoot, needsRoot);
    const browser = await browserWithoutSandbox(folder);
    const scanner = await startScanner({ CHROMIUM_PATH: browser.path, SCANNER_USER: "not-there" });
    try {
      expect((await scanner.scan("unknown")).at(-1)).toMatchObject({
        event: "audit.failed",
        error: { code: "no_sandbox", message: expect.stringContaining("SCANNER_USER is not-there") },
      });
      expect(browser.users()).toEqual([]);
    } finally {
      await scanner.stop();
    }
  }));

test("runs the browser as the scanner's own user if that isn't root, and reports whether it has a sandbox [M10] @long", () =>
  withFolder(async (folder) => {
    test.skip(!isRoot, needsRoot);
    const user = findBrowserUser();
    if (!user) throw new Error("SCANNER_USER is root");
    test.skip(!canUse(process.cwd(), user), "other users can't read this folder");
    chownSync(folder, user.uid, user.gid);
    const settings = { HOME: folder, TMPDIR: folder, DATA_DIR: join(folder, "data"), SCANNER_USER: "root" };
    const scanner = await startScanner(settings, user);
    try {
      const users = new Set<string | undefined>();
      const watch = setInterval(() => {
        for (const pid of offspring(scanner.pid)) users.add(statusOf(pid)["Uid"]?.split("\t")[0]);
      }, 200);
      try {
        expect((await scanner.scan("unprivileged")).at(-1)).toMatchObject({ event: "audit.completed" });
      } finally {
        clearInterval(watch);
      }
      expect([...users].filter(Boolean)).toEqual([String(user.uid)]);
      expect(await scanner.health()).toMatchObject({ ok: true, browser: { sandbox: hasNamespaces() } });
      expect(scanner.lines()).toHaveLength(hasNamespaces() ? 0 : 1);
    } finally {
      await scanner.stop();
    }
  }));
