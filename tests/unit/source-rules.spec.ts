import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";

/** Code that runs in production. */
const everywhere = ["app", "emails", "inngest", "rum", "server", "start", "proxy.ts", "instrumentation.ts"];

const files = everywhere
  .flatMap((folder) => listFiles(root, folder))
  .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
  .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").split("\n") }));

/** Returns `path: line` for every line that matches, except comments. */
const findLines = (pattern: RegExp, folders: readonly string[] = everywhere): string[] =>
  files
    .filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
    .flatMap(({ path, lines }) => lines.map((line) => ({ path, line: line.trim() })))
    .filter(({ line }) => pattern.test(line) && !/^(?:\/?\*|\/\/)/.test(line))
    .map(({ path, line }) => `${path}: ${line}`);

const pathsOf = (lines: readonly string[]): string[] => [...new Set(lines.map((line) => line.split(": ")[0] ?? ""))];

test("reads every file that runs in production", () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(findLines(/from "node:crypto"/).length).toBeGreaterThan(50);
});

test("no process is started through a shell", () => {
  const uses = findLines(/child_process/);
  const safe = /: import (?:type )?\{(?: (?:type )?(?:ChildProcess|execFile|execFileSync|fork|spawn),?)+ \} from/;
  expect(uses.length).toBeGreaterThan(2);
  expect(uses.filter((line) => !safe.test(line))).toEqual([]);
  expect(findLines(/\bshell: (?!string)/)).toEqual([]);
});

test("no component or page script inserts text as HTML", () => {
  const asHtml =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|srcdoc\b|document\.write|HTMLUnsafe/i;
  const found = findLines(asHtml, ["app", "emails", "rum", "proxy.ts"]);
  // Shows an email of the email preview in a frame in which no script can run.
  expect(found).toEqual(["app/(site)/outbox/email-view.tsx: srcDoc={email.html}"]);
  const sandbox = findLines(/sandbox=/, ["app/(site)/outbox/email-view.tsx"]);
  expect(sandbox).toHaveLength(1);
  expect(sandbox[0]).not.toContain("allow-scripts");
});

test("no source file evaluates a string as code", () => {
  expect(findLines(/(?<!redis\.)\beval\(|\bFunction\(|"node:vm"/)).toEqual([]);
});

test("hashes and signatures use SHA-256, and SHA-1 only where it protects nothing", () => {
  const calls = findLines(/\bcreate(?:Hash|Hmac)\(/);
  const others = calls.filter((line) => !/create(?:Hash|Hmac)\("sha256"/.test(line));
  expect(calls.length - others.length).toBeGreaterThan(40);
  expect(pathsOf(others)).toEqual([
    "inngest/embedded/read-answer.ts",
    "server/adapters/limiter/redis-log.ts",
    "server/domains/monitoring/rum/daily-quota.ts",
    "server/endpoint/rest.ts",
    "server/scanner/page/read-animation.ts",
    // The website that is scanned chooses the algorithm of its one-time passwords.
    "server/scanner/sign-in/totp.ts",
  ]);
  const sha1 = others.filter((line) => !line.includes("totp.ts"));
  expect(sha1.filter((line) => !line.includes('createHash("sha1")'))).toEqual([]);
});

test("Math.random, which is predictable, is used only to spread work over time and to take samples", () => {
  expect(pathsOf(findLines(/Math\.random/))).toEqual([
    "inngest/embedded/time.ts",
    "server/adapters/database/claim-folder.ts",
    "server/domains/messaging/delivery/limit-chat.ts",
    "server/domains/monitoring/monitors/checker/assess-check.ts",
    "server/domains/monitoring/rum/daily-quota.ts",
    "server/domains/monitoring/rum/receive-beacon.ts",
  ]);
});

test("the HTTP parser is never lenient", () => {
  expect(findLines(/insecureHTTPParser|insecure-http-parser/)).toEqual([]);
});
