import { drainOutbox } from "@/server/endpoint/event-outbox";
import { type Jobs, startJobs } from "@/start/start-jobs";
import { expect, test } from "@/tests/support/api";
import { kindsOfWork } from "@/tests/support/jobs/kinds-of-work";
import { type SilentScanner, startSilentScanner } from "@/tests/support/scanner/silent-scanner";
import { type GoogleServer, startGoogle } from "@/tests/support/search-console";

test.use({ alone: "tracked jobs" });

let jobs: Jobs | undefined;
let google: GoogleServer;
let scanner: SilentScanner;

test.beforeAll(async ({ database }) => {
  [google, scanner] = [await startGoogle(), await startSilentScanner()];
  jobs = await startJobs(database);
});
test.afterAll(async () => {
  await jobs?.stop(5_000);
  google.stop();
  scanner.close();
});

test("keeps a record of each of the embedded job engine's jobs until the job is done @long", async ({
  as,
  visitor,
  org_id,
  db,
}) => {
  const world = { as, visitor, org_id, db, google, scanner };
  const names = ["an email", "a chat notification", "a password reset", "a data export"];
  for (const name of names) {
    const accept = kindsOfWork[name];
    if (!accept) throw new Error(`There is no work called ${name}.`);
    const check = await accept(world);
    await drainOutbox();
    await expect(async () => check()).toPass({ intervals: [100] });
  }
  await expect.poll(() => db.pendingJob.count()).toBe(0);
  expect(await db.outboxEvent.count()).toBe(0);
});
