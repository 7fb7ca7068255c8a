import { log } from "@/server/core/log";
import { tickCrons } from "./crons";
import type { Engine } from "./engine";
import { claimJobs, type Job, msUntilDue, releaseJob, renewLeases } from "./queue";
import { workOnJob } from "./work-on-job";

/** Longest sleep between checks, in case the machine is suspended or another process sends events. */
const longestSleepMs = 5_000;
const afterErrorMs = 1_000;
/**
 * Shortest sleep before the cron expressions are checked again. A run may not be due in the database yet, because the
 * database's clock may be slightly behind.
 */
const shortestCronSleepMs = 25;

/** Claims and runs due jobs. Woken by events and by a timer for the next job. */
export class JobLoop {
  private readonly flights = new Map<number, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private heart: NodeJS.Timeout | undefined;
  private turning: Promise<void> | null = null;
  private again = false;
  private nextCron: Date | null = new Date(0);
  private error: string | null = null;

  constructor(private readonly engine: Engine) {}

  start(): void {
    this.heart = setInterval(() => void this.beat(), this.engine.settings.leaseMs / 3);
    this.wake();
  }

  /** Checks for due jobs now. */
  wake(): void {
    if (this.engine.draining) return;
    this.again = true;
    this.turning ??= this.turn().finally(() => {
      this.turning = null;
      if (this.again) this.wake();
    });
  }

  /** Stops claiming jobs and waits up to `graceMs` for those in progress. Resolves to true if all of them ended. */
  async stop(graceMs: number): Promise<boolean> {
    clearTimeout(this.timer);
    await this.turning;
    clearTimeout(this.timer);
    let limit: NodeJS.Timeout | undefined;
    const patience = new Promise<boolean>((resolve) => {
      limit = setTimeout(() => resolve(false), graceMs);
    });
    const ended = Promise.all(this.flights.values()).then(() => true);
    const drained = await Promise.race([ended, patience]);
    clearTimeout(limit);
    clearInterval(this.heart);
    return drained;
  }

  health(): { running: number; error: string | null } {
    return { running: this.flights.size, error: this.error };
  }

  private async turn(): Promise<void> {
    clearTimeout(this.timer);
    let sleepMs = afterErrorMs;
    try {
      await this.takeAll();
      sleepMs = await this.sleepMs();
      this.error = null;
    } catch (error) {
      // On a busy machine, a connection may time out once. Only repeated failures need attention.
      const isRepeated = this.error !== null;
      this.error = error instanceof Error ? error.message : String(error);
      log[isRepeated ? "warn" : "info"]({ err: error }, "failed to find due jobs");
    }
    if (!this.engine.draining) this.timer = setTimeout(() => this.wake(), sleepMs);
  }

  private async takeAll(): Promise<void> {
    while (this.again && !this.engine.draining) {
      this.again = false;
      await this.engine.takeTurn();
      if (this.nextCron && this.nextCron.getTime() <= Date.now()) this.nextCron = await tickCrons(this.engine);
      const free = this.engine.settings.slots - this.flights.size;
      const jobs = free > 0 ? await this.claim(free) : [];
      // `stop` may have been called while the jobs were being claimed.
      if (this.engine.draining) return this.release(jobs);
      for (const job of jobs) this.launch(job);
      if (jobs.length > 0) this.again = true;
    }
  }

  private claim(count: number): Promise<Job[]> {
    const { database, registry, settings, worker } = this.engine;
    const mine = [...this.flights.keys()];
    return database.transaction((sql) =>
      claimJobs(sql, { worker, count, leaseMs: settings.leaseMs, mine, hasLimits: registry.hasLimits }),
    );
  }

  private async release(jobs: readonly Job[]): Promise<void> {
    for (const { id } of jobs) await releaseJob(this.engine.database, id);
  }

  private launch(job: Job): void {
    const flight = this.engine
      .takeTurn()
      .then(() => workOnJob(this.engine, job))
      .catch((error: unknown) => log.error({ err: error, run_id: job.run_id }, "failed to store a job result"))
      .finally(() => {
        this.flights.delete(job.id);
        this.wake();
      });
    this.flights.set(job.id, flight);
  }

  private async sleepMs(): Promise<number> {
    const untilDue = (await msUntilDue(this.engine.database)) ?? longestSleepMs;
    const untilCron = this.nextCron ? this.nextCron.getTime() - Date.now() : longestSleepMs;
    return Math.min(Math.max(1, untilDue), Math.max(shortestCronSleepMs, untilCron), longestSleepMs);
  }

  private async beat(): Promise<void> {
    if (this.flights.size === 0) return;
    const { database, settings, worker } = this.engine;
    await renewLeases(database, worker, [...this.flights.keys()], settings.leaseMs).catch((error: unknown) =>
      log.warn({ err: error }, "failed to renew job leases"),
    );
  }
}
