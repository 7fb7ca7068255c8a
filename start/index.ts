import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, FolderInUseError, getDatabase, JobsInUseError } from "@/server/adapters/database";
import { getScanner } from "@/server/adapters/scanner";
import { awakeSince } from "@/server/core/awake";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { processWide } from "@/server/core/process-wide";
import { endAuditsOverBudget, resumeAudits } from "@/server/domains/audits";
import { discountDowntime, tendSlots } from "@/server/domains/audits/queue";
import { startDueSchedules } from "@/server/domains/audits/schedules";
import { getKeyRing } from "@/server/domains/identity/auth";
import { startChecker } from "@/server/domains/monitoring/monitors";
import { saveCounts } from "@/server/domains/monitoring/rum";
import { warmRenderer } from "@/server/domains/reports";
import { drainOutbox } from "@/server/endpoint/event-outbox";
import { closePorts, openPorts } from "./listen";
import { offerLanguages } from "./offer-languages";
import { PortError } from "./port-error";
import { printStart } from "./print-start";
import { repeat } from "./repeat";
import { startJobs } from "./start-jobs";

/** How often to check for stored events that are still unsent after an error or a crash. */
const outboxMs = 5_000;
/** How often to check for due schedules. A cron job would be delayed if the clock were set back. */
const schedulesMs = 15_000;
/** How often to check the scanner's slots and the audits' budgets. */
const slotsMs = 2_000;
/**
 * How long a shutdown waits for open requests, job steps, uptime checks, repeated work and the last events, and how
 * long it can take in total. The total must be less than ten seconds.
 */
const requestGraceMs = 2_000;
const jobGraceMs = 5_000;
const checkGraceMs = 3_000;
const repeatGraceMs = 5_000;
const eventGraceMs = 1_000;
const stopMs = 9_000;

const started = processWide<boolean>("started");

/** Warms up the report renderer after a delay, so that it doesn't slow down the first requests. */
const scheduleWarmUp = (seconds: number): (() => void) => {
  if (seconds === 0) return () => undefined;
  const timer = setTimeout(() => {
    warmRenderer().catch((error: unknown) => log.warn({ err: error }, "failed to warm up the report renderer"));
  }, seconds * 1_000);
  return () => clearTimeout(timer);
};

/**
 * The value that `awakeSince` returned when downtime was last deducted from the time used by audits; null if that
 * hasn't happened yet.
 */
let setFor: number | null = null;

const tendAudits = async (): Promise<void> => {
  const awake = awakeSince().getTime();
  if (awake !== setFor) await discountDowntime();
  setFor = awake;
  await endAuditsOverBudget();
  await tendSlots();
};

/**
 * Loads the key that signs access tokens. On the first start, creating the key can block the process for several
 * seconds, which mustn't happen during a request.
 */
const prepareKeys = async (): Promise<void> => {
  try {
    await getKeyRing();
  } catch (error) {
    log.error({ err: error }, "failed to load the key that signs access tokens");
  }
};

const open = async (): Promise<void> => {
  offerLanguages(env.LANGUAGES);
  const database = await getDatabase();
  await prepareKeys();
  const ports = await openPorts();
  const scanner = getScanner();
  const jobs = await startJobs(database);
  const checker = await startChecker(database);
  const stopOutbox = repeat(drainOutbox, outboxMs);
  const stopSchedules = repeat(startDueSchedules, schedulesMs);
  const stopWarmUp = scheduleWarmUp(env.REPORT_WARM_UP_SECONDS);
  const stopSlots = repeat(tendAudits, slotsMs);
  const ending = new AbortController();
  scanner.onRestart(() => void resumeAudits("scanner", ending.signal));
  void resumeAudits("app", ending.signal);
  printStart(database);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    ending.abort();
    log.info({ signal }, "stopping");
    stopWarmUp();
    setTimeout(() => {
      log.error("shutdown timed out; unfinished work will resume the next time Curbcut starts");
      process.exit(1);
    }, stopMs);
    const parts = [
      Promise.race([Promise.all([stopOutbox(), stopSchedules(), stopSlots()]), pause(repeatGraceMs)]),
      // Close these ports after the scanner has stopped, because it delivers its finished results to them.
      scanner.stop().finally(() => closePorts(ports, requestGraceMs)),
      jobs.stop(jobGraceMs),
      checker.stop(checkGraceMs),
    ];
    for (const part of await Promise.allSettled(parts))
      if (part.status === "rejected") log.error({ err: part.reason }, "failed to stop a component");
    // Waits for the events that the last requests and jobs may still be sending.
    await Promise.race([drainOutbox(), pause(eventGraceMs)]);
    await saveCounts();
    await closeDatabase();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
};

/** Starts all components, once per process. If a component fails to start, exits with an error message. */
export const start = async (): Promise<void> => {
  if (started.value) return;
  started.value = true;
  try {
    await open();
  } catch (error) {
    if (error instanceof FolderInUseError || error instanceof JobsInUseError || error instanceof PortError)
      log.fatal(error.message);
    else log.fatal({ err: error }, "failed to start Curbcut");
    process.exit(1);
  }
};
