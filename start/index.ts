import { closeDatabase, FolderInUseError, getDatabase } from "@/server/adapters/database";
import { getScanner } from "@/server/adapters/scanner";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { drainOutbox } from "@/server/core/outbox";
import { resumeAudits } from "@/server/features/audits";
import { startChecker } from "@/server/features/monitors";
import { warmRenderer } from "@/server/features/reports";
import { startDueSchedules } from "@/server/features/schedules";
import { closePorts, openPorts } from "./listen";
import { printStart } from "./print-start";
import { repeat } from "./repeat";
import { startJobs } from "./start-jobs";

/** How often stored events are looked for that a failure or a crash has left behind. */
const outboxMs = 5_000;
/** How often schedules are looked for that are due. Not a cron job: a clock that is set back would hold that up. */
const schedulesMs = 15_000;
/** Of the ten seconds a stop may take: for running requests, job steps and uptime checks, and for all of it. */
const requestGraceMs = 2_000;
const jobGraceMs = 5_000;
const checkGraceMs = 3_000;
const stopMs = 9_000;

const globals = globalThis as typeof globalThis & { curbcutStarted?: boolean };

/** Not at once: the first callers come first. */
const scheduleWarmUp = (seconds: number): (() => void) => {
  if (seconds === 0) return () => undefined;
  const timer = setTimeout(() => {
    warmRenderer().catch((error: unknown) => log.warn({ err: error }, "the report renderer could not be warmed up"));
  }, seconds * 1_000);
  return () => clearTimeout(timer);
};

const open = async (): Promise<void> => {
  const database = await getDatabase();
  const ports = await openPorts();
  const scanner = getScanner();
  const jobs = await startJobs(database);
  const checker = await startChecker(database);
  const sweep = setInterval(() => void drainOutbox(), outboxMs);
  const stopSchedules = repeat(startDueSchedules, schedulesMs);
  const stopWarmUp = scheduleWarmUp(env.REPORT_WARM_UP_SECONDS);
  scanner.onRestart(() => void resumeAudits());
  void drainOutbox();
  void resumeAudits();
  printStart(database);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    clearInterval(sweep);
    stopSchedules();
    stopWarmUp();
    setTimeout(() => {
      log.error("not everything ended in time; it goes on at the next start");
      process.exit(1);
    }, stopMs);
    const parts = [
      scanner.stop(),
      closePorts(ports, requestGraceMs),
      jobs.stop(jobGraceMs),
      checker.stop(checkGraceMs),
    ];
    for (const part of await Promise.allSettled(parts))
      if (part.status === "rejected") log.error({ err: part.reason }, "a part could not be stopped");
    await closeDatabase();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
};

/** Opens every part once a process; a part that can't be opened ends the process with a message that says why. */
export const start = async (): Promise<void> => {
  if (globals.curbcutStarted) return;
  globals.curbcutStarted = true;
  try {
    await open();
  } catch (error) {
    if (error instanceof FolderInUseError) log.fatal(error.message);
    else log.fatal({ err: error }, "Curbcut can't start");
    process.exit(1);
  }
};
