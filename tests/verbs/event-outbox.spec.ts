import { embeddedGateway } from "@/inngest/embedded/gateway";
import type { Database } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { processWide } from "@/server/core/process-wide";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { drainOutbox } from "@/server/endpoint/event-outbox";
import { missingJobs, setJobs, setMissingJobs } from "@/server/endpoint/job-registration";
import { claimJob, endJob, readSentId, recordProgress } from "@/server/endpoint/pending-jobs";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { resendEvents } from "@/start/resend-events";
import { expect, test } from "@/tests/support/api";

test.use({ alone: "event outbox" });

type Db = Database["prisma"];

/** Events sent to the engine, in order. */
const sent: { id: string; name: string }[] = [];
let engineIsAway = false;

test.beforeAll(() =>
  embeddedGateway().attach({
    ingest: async (events) => {
      if (engineIsAway) throw new Error("The engine is unreachable.");
      const taken = events.map(({ id, name }) => ({ id: String(id), name }));
      sent.push(...taken);
      return taken.map(({ id }) => id);
    },
    checkpoint: async () => true,
  }),
);

test.beforeEach(async ({ db }) => {
  await drainOutbox();
  await db.pendingJob.deleteMany();
  sent.length = 0;
  engineIsAway = false;
  // Jobs begun in an earlier test must not count as evidence that the queue is moving.
  processWide<Map<string, unknown>>("begun-jobs").value?.clear();
  setMissingJobs([]);
  setJobs(new Map([["email/queued", ["send-email"]]]));
});

const knowsNothing = async (): Promise<Set<string>> => new Set();

const queueWelcome = async (): Promise<string> => {
  const id = await inUnscopedTransaction((ctx) =>
    queueEmail(ctx, { to: `${newId()}@example.org`, template: "welcome", data: { name: "Ada" } }),
  );
  await drainOutbox();
  return id;
};

const theOnlyJob = (db: Db) => db.pendingJob.findFirstOrThrow();

/** Sets the due time of every job to a second ago. */
const makeOverdue = (db: Db) => db.pendingJob.updateMany({ data: { due_at: new Date(Date.now() - 1_000) } });

test("sends all stored events in order, even if there are more than 100 [K05] @long", async ({ db }) => {
  const ids = Array.from({ length: 250 }, () => newId());
  await db.outboxEvent.createMany({ data: ids.map((id) => ({ id, name: "website/removed", data: {} })) });
  await drainOutbox();
  expect(sent.map(({ id }) => id)).toEqual(ids);
  expect(await db.outboxEvent.count()).toBe(0);
});

test("keeps events in the event outbox while their job is not registered, and sends the others", async ({ db }) => {
  setMissingJobs(["send-email"]);
  await db.outboxEvent.create({ data: { id: newId(), name: "website/removed", data: {} } });
  await queueWelcome();
  expect(sent.map(({ name }) => name)).toEqual(["website/removed"]);
  expect(await db.outboxEvent.findMany({ select: { name: true } })).toEqual([{ name: "email/queued" }]);
  expect(missingJobs()).toEqual(["send-email"]);
  setMissingJobs([]);
  await drainOutbox();
  expect(sent.map(({ name }) => name)).toEqual(["website/removed", "email/queued"]);
});

test("records an event's job only once, however often sending the event fails @long", async ({ db }) => {
  engineIsAway = true;
  await queueWelcome();
  await drainOutbox();
  expect(await db.pendingJob.count()).toBe(1);
  expect(await db.outboxEvent.count()).toBe(1);
  await db.pendingJob.deleteMany();
  engineIsAway = false;
  await drainOutbox();
  expect(await db.pendingJob.count()).toBe(0);
  expect(sent).toHaveLength(1);
});

test("if a job makes no progress, resends its event under a new id, but only once, however many processes check", async ({
  db,
}) => {
  await queueWelcome();
  await resendEvents(knowsNothing);
  expect(sent).toHaveLength(1);
  await makeOverdue(db);
  await Promise.all([resendEvents(knowsNothing), resendEvents(knowsNothing), resendEvents(knowsNothing)]);
  const { event_id, round, due_at } = await theOnlyJob(db);
  expect(sent.map(({ id }) => id)).toEqual([`${event_id}.0`, `${event_id}.1`]);
  expect(sent.map(({ id }) => readSentId(id))).toEqual([event_id, event_id]);
  expect(round).toBe(1);
  const waitMs = due_at.getTime() - Date.now();
  expect(waitMs).toBeGreaterThan(env.JOB_PATIENCE_SECONDS * 1_900);
  expect(waitMs).toBeLessThan(env.JOB_PATIENCE_SECONDS * 2_001);
});

test("does not resend an event that the engine still has, that has no registered job, or that is waiting behind jobs that make progress", async ({
  db,
}) => {
  await queueWelcome();
  await queueWelcome();
  const [first, second] = await db.pendingJob.findMany({ orderBy: { event_id: "asc" } });
  if (!first || !second) throw new Error("Fewer than two jobs are pending.");
  await makeOverdue(db);
  await resendEvents(async (ids) => new Set(ids));
  setMissingJobs(["send-email"]);
  await makeOverdue(db);
  await resendEvents(knowsNothing);
  setMissingJobs([]);
  expect(sent).toHaveLength(2);

  await claimJob({ event_id: first.event_id, job: "send-email", run_id: "run of the first" });
  await endJob(first);
  await makeOverdue(db);
  await resendEvents(knowsNothing);
  expect(sent).toHaveLength(2);
});

test("does not count an attempt in which the event could not be resent @long", async ({ db }) => {
  await queueWelcome();
  await makeOverdue(db);
  engineIsAway = true;
  await resendEvents(knowsNothing);
  expect((await theOnlyJob(db)).round).toBe(0);
  engineIsAway = false;
  await makeOverdue(db);
  await resendEvents(knowsNothing);
  expect((await theOnlyJob(db)).round).toBe(1);
});

test("only one run works on a job; another can take over when the first falls silent, but not after the job is done", async ({
  db,
}) => {
  await queueWelcome();
  const { event_id } = await theOnlyJob(db);
  const [one, two] = [
    { event_id, job: "send-email", run_id: "one" },
    { event_id, job: "send-email", run_id: "two" },
  ];
  expect(await claimJob(one)).toBe(true);
  expect(await claimJob(two)).toBe(false);
  expect(await claimJob(one)).toBe(true);
  await makeOverdue(db);
  await recordProgress(one);
  expect(await claimJob(two)).toBe(false);
  await makeOverdue(db);
  expect(await claimJob(two)).toBe(true);
  expect(await claimJob(one)).toBe(false);
  await endJob(two);
  expect(await claimJob(two)).toBe(false);
});

test("gives up on a job after resending its event seven times, and marks the job's email as failed", async ({ db }) => {
  const id = await queueWelcome();
  for (let round = 0; round < 8; round += 1) {
    expect((await db.emailMessage.findUniqueOrThrow({ where: { id } })).status).toBe("queued");
    await makeOverdue(db);
    await resendEvents(knowsNothing);
  }
  expect(sent).toHaveLength(8);
  expect(new Set(sent.map((event) => event.id)).size).toBe(8);
  expect(await db.emailMessage.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: "failed",
    error: "The job engine lost this job repeatedly.",
  });
  expect(await db.pendingJob.count()).toBe(0);
});

test("keeps an abandoned job that has no status of its own, and marks it as failed", async ({ db }) => {
  setJobs(new Map([["website/removed", ["delete-objects"]]]));
  await inUnscopedTransaction(async (ctx) => ctx.emit({ name: "website/removed", data: { website_id: newId() } }));
  await drainOutbox();
  await db.pendingJob.updateMany({ data: { round: 7 } });
  await makeOverdue(db);
  await resendEvents(knowsNothing);
  const { failed_at, error } = await theOnlyJob(db);
  expect(failed_at).not.toBeNull();
  expect(error).toBe("The job engine lost this job repeatedly.");
  await makeOverdue(db);
  await resendEvents(knowsNothing);
  expect(sent).toHaveLength(1);
});

test("marks a job as failed if its record was deleted, and still sends the events of later jobs", async ({ db }) => {
  await queueWelcome();
  await db.pendingJob.updateMany({ data: { round: 7, job: "create-report", data: { job_id: newId() } } });
  await queueWelcome();
  sent.length = 0;
  await makeOverdue(db);
  await resendEvents(knowsNothing);
  const jobs = await db.pendingJob.findMany({ orderBy: { round: "asc" } });
  expect(jobs.map(({ job, round, failed_at }) => [job, round, failed_at !== null])).toEqual([
    ["send-email", 1, false],
    ["create-report", 7, true],
  ]);
  expect(sent).toHaveLength(1);
});
