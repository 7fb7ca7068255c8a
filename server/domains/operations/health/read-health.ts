import { getDatabase } from "@/server/adapters/database";
import { getScanner, type ScannerPort } from "@/server/adapters/scanner";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { getKeyRing } from "@/server/domains/identity/auth";
import { jobsHealth } from "@/server/endpoint/jobs-health";
import type { BrowserHealth } from "@/server/scanner/contract";
import type { Ready } from "./contract";
import { probePart } from "./probe-part";

export const readAlive = async (): Promise<{ status: "alive" }> => ({ status: "alive" });

const noSandbox =
  "The scanner's browser is running without a sandbox. See the log for the reason, and docs/operations.md for how to enable the sandbox.";

/** Messages about the browser, by error code. The scanner logs more detailed messages. */
const problems: Readonly<Record<string, string>> = {
  no_browser: "Audits fail, because the scanner found no browser. See the log for what to install.",
  no_sandbox:
    "Audits fail, because the scanner won't run its browser as root without a sandbox. See the log for what to do.",
};
const otherProblem = "Audits fail, because the scanner's browser can't start. See the log for the reason.";

const readScanner = async (scanner: ScannerPort): Promise<Ready["scanner"]> => {
  let browser: BrowserHealth = {};
  const part = await probePart("the scanner", scanner.kind, async () => {
    const health = await scanner.health();
    browser = health.browser;
    if (!health.ok) throw health.error;
  });
  const { sandbox, problem } = browser;
  if (problem !== undefined) return { ...part, ok: false, problem: problems[problem] ?? otherProblem };
  if (sandbox === false) return { ...part, sandbox, problem: noSandbox };
  return sandbox ? { ...part, sandbox } : part;
};

const checkJobs = async (): Promise<void> => {
  if (!jobsHealth().ok) throw new Error("the job engine isn't running, or its last search for due jobs failed");
};

const probeParts = async (): Promise<Ready> => {
  const store = getStore();
  const scanner = getScanner();
  const [database, keys, jobs, storing, scanning] = await Promise.all([
    probePart("the database", env.DATABASE_URL ? "postgresql" : "pglite", async () => {
      await (await getDatabase()).sql.query("SELECT 1");
    }),
    probePart("the token signing key", env.JWT_PRIVATE_KEY ? "environment" : "file", getKeyRing),
    probePart("the job engine", jobsHealth().kind, checkJobs),
    probePart("the object store", store.kind, () => store.check()),
    readScanner(scanner),
  ]);
  const missing = jobsHealth().missing ?? [];
  return {
    database,
    keys,
    jobs: missing.length > 0 ? { ...jobs, missing } : jobs,
    store: storing,
    scanner: scanning,
  };
};

let running: Promise<Ready> | null = null;

/** Probes all parts. Concurrent calls share one probe, because load balancers aren't rate limited. */
const probePartsOnce = (): Promise<Ready> => {
  running ??= probeParts().finally(() => {
    running = null;
  });
  return running;
};

/**
 * Returns the state of all parts. Throws `unavailable`, with this state in its details, if any part other than the
 * scanner isn't ready. A scanner that is down is reported but doesn't cause an error, because audits wait for it and
 * everything else works.
 */
export const readReady = async (): Promise<Ready> => {
  const ready = await probePartsOnce();
  const { scanner: _, ...neededParts } = ready;
  if (Object.values(neededParts).some((part) => !part.ok))
    throw new AppError("unavailable", "Some parts of the service aren't ready.", ready, { isLogged: true });
  return ready;
};
