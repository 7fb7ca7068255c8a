// Imported first, because the Inngest client is created only once, by the first module that loads it.
import "@/tests/support/jobs/use-forgetful-engine";

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { serveJobs } from "@/inngest";
import { getDatabase } from "@/server/adapters/database";
import { processWide } from "@/server/core/process-wide";
import { drainOutbox } from "@/server/endpoint/event-outbox";
import { jobsHealth } from "@/server/endpoint/jobs-health";
import { type Jobs, startJobs } from "@/start/start-jobs";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { kindsOfWork, type World } from "@/tests/support/jobs/kinds-of-work";
import { engine } from "@/tests/support/jobs/use-forgetful-engine";
import { type SilentScanner, startSilentScanner } from "@/tests/support/scanner/silent-scanner";
import { type GoogleServer, startGoogle, useGoogle } from "@/tests/support/search-console";

test.use({ alone: "forgetful engine" });

let google: GoogleServer;
let scanner: SilentScanner;
let app: Server;
let jobs: Jobs | undefined;

/** Serves the endpoint where the engine calls this process's jobs. */
const serveApp = async (): Promise<void> => {
  app = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = new Headers(request.headers as Record<string, string>);
    const init = { method: request.method ?? "POST", headers, body: new Uint8Array(body) };
    const answer = await serveJobs(new Request(`http://${request.headers.host}${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  // With a short timeout, the engine could reuse an idle connection just as it is being closed.
  app.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
};
const appUrl = (): string => `http://127.0.0.1:${(app.address() as AddressInfo).port}`;

test.beforeAll(async () => {
  [google, scanner] = [await startGoogle(), await startSilentScanner()];
  useGoogle(google);
  configure({
    SCAN_PRIVATE_HOSTS: ["127.0.0.1"],
    SCANNER_URL: scanner.url,
    SCANNER_SECRET: "nobody signs with it",
    SCANNER_CONCURRENCY: 1_000,
  });
  await serveApp();
  jobs = await startJobs(await getDatabase());
});
test.afterAll(async () => {
  await jobs?.stop(0);
  await engine.stop();
  app.closeAllConnections();
  app.close();
  google.stop();
  scanner.close();
});

test.beforeEach(() => {
  engine.loses = () => false;
  engine.losesRunBefore = () => false;
  engine.losesRunAfter = () => false;
  engine.listsFunctions = true;
  engine.received.length = 0;
});

const acceptEverything = async (world: World) => {
  const checks: { kind: string; check: () => Promise<void> }[] = [];
  for (const [kind, accept] of Object.entries(kindsOfWork)) checks.push({ kind, check: await accept(world) });
  return checks;
};

const expectAllDone = async (checks: Awaited<ReturnType<typeof acceptEverything>>): Promise<void> => {
  for (const { kind, check } of checks)
    await test.step(kind, () => expect(check).toPass({ intervals: [200], timeout: 200_000 }));
  const { prisma } = await getDatabase();
  await expect
    .poll(
      () => prisma.pendingJob.findMany({ where: { job: { not: "run-audit" } }, select: { job: true, error: true } }),
      {
        timeout: 100_000,
      },
    )
    .toEqual([]);
  // Repeated runs must not have changed anything.
  for (const { check } of checks) await check();
};

/** Resets this process to its state before the engine's first call. */
const clearEngineCalls = (): void => {
  const registration = processWide<{ calledAt: number }>("job-registration");
  if (registration.value) registration.value.calledAt = 0;
};

/** Returns a predicate that is true the first time it is called with a given name. */
const onceEach = () => {
  const seen = new Set<string>();
  return (name: string): boolean => !seen.has(name) && Boolean(seen.add(name));
};

const readWorld = ({ as, visitor, org_id, db }: Pick<World, "as" | "visitor" | "org_id" | "db">): World => ({
  as,
  visitor,
  org_id,
  db,
  google,
  scanner,
});

test("while the engine has no functions registered, stores accepted work and reports the missing functions, and later runs the work @long", async ({
  as,
  visitor,
  org_id,
  db,
}) => {
  await engine.loseState();
  await expect.poll(() => jobsHealth().missing ?? []).toContain("send-email");
  const checks = await acceptEverything(readWorld({ as, visitor, org_id, db }));
  await drainOutbox();
  expect(engine.received.filter(({ name }) => name !== "engine/probed")).toEqual([]);
  expect(jobsHealth()).toMatchObject({ kind: "inngest", ok: true });
  await engine.register(appUrl());
  await expectAllDone(checks);
  expect(jobsHealth().missing).toEqual([]);
});

test("runs accepted work even if the engine loses every event on receipt @long", async ({
  as,
  visitor,
  org_id,
  db,
}) => {
  await engine.register(appUrl());
  const isFirst = onceEach();
  engine.loses = ({ id }) => isFirst(id.replace(/\.\d+$/, ""));
  await expectAllDone(await acceptEverything(readWorld({ as, visitor, org_id, db })));
});

test("runs accepted work even if the engine loses runs before calling their functions @long", async ({
  as,
  visitor,
  org_id,
  db,
}) => {
  await engine.register(appUrl());
  engine.losesRunBefore = onceEach();
  await expectAllDone(await acceptEverything(readWorld({ as, visitor, org_id, db })));
});

for (const step of [1, 2])
  test(`runs accepted work only once even if the engine loses runs after step ${step} @long`, async ({
    as,
    visitor,
    org_id,
    db,
  }) => {
    await engine.register(appUrl());
    const isFirst = onceEach();
    engine.losesRunAfter = (id, steps) => steps === step && isFirst(id);
    await expectAllDone(await acceptEverything(readWorld({ as, visitor, org_id, db })));
  });

test("still runs accepted work after the engine loses its entire state @long", async ({ as, visitor, org_id, db }) => {
  await engine.register(appUrl());
  engine.losesRunBefore = () => true;
  const checks = await acceptEverything(readWorld({ as, visitor, org_id, db }));
  await drainOutbox();
  await engine.loseState();
  engine.losesRunBefore = () => false;
  await engine.register(appUrl());
  await expectAllDone(checks);
});

test("waits for a call from an engine that does not list its registered functions @long", async () => {
  await engine.loseState();
  await expect.poll(() => jobsHealth().missing ?? []).toContain("send-email");
  engine.listsFunctions = false;
  clearEngineCalls();
  await engine.register(appUrl());
  await expect.poll(() => jobsHealth().missing).toEqual([]);
  expect(engine.received.map(({ name }) => name)).toContain("engine/probed");
});
