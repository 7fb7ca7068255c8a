import { setMaxListeners } from "node:events";
import type { Database } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import type { Guard } from "@/server/outside/guard";
import { runCheck } from "../check/run-check";
import { watchStarvation } from "../check/watch-starvation";
import { monitorGuard } from "../outside";
import { type ClaimedMonitor, claimDue, releaseClaims, releaseClaimsAtStart } from "./claim-due";
import { createOwnNetwork } from "./own-network";
import { ResultWriter } from "./result-writer";

export interface CheckerSettings {
  /** Interval at which due monitors are claimed, and how far ahead they are claimed. */
  pollMs: number;
  aheadMs: number;
  /** Delay before a failed check is repeated. */
  retryMs: number;
  /** Maximum number of checks that run at once. */
  mostAtOnce: number;
  guard: Guard;
  /** Called whenever a check starts, with its delay in milliseconds. */
  onStart: (lateMs: number) => void;
}

export interface Checker {
  /** Stops starting checks, lets running ones finish for up to `graceMs` milliseconds, and writes their results. */
  stop(graceMs: number): Promise<void>;
}

const usual = {
  pollMs: 1_000,
  aheadMs: 3_000,
  retryMs: 5_000,
  mostAtOnce: 2_000,
  onStart: () => undefined,
};

/**
 * Maximum number of monitors claimed at once, so that this process works through a backlog gradually after being
 * suspended.
 */
const mostAClaim = 600;
const spreadMs = 2;
/** Number of checks after which to vacuum the embedded database, which has no autovacuum. */
const vacuumEvery = 20_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

class UptimeChecker implements Checker {
  private readonly watch = watchStarvation();
  private readonly network = createOwnNetwork({ controlHosts: env.UPTIME_CONTROL_HOSTS });
  private readonly cutOff = new AbortController();
  private readonly held = new Map<ClaimedMonitor, NodeJS.Timeout | null>();
  private readonly running = new Set<Promise<void>>();
  private readonly writer: ResultWriter;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private stopped = false;
  private written = 0;

  constructor(
    private readonly database: Database,
    private readonly settings: CheckerSettings,
  ) {
    setMaxListeners(0, this.cutOff.signal);
    this.writer = new ResultWriter(settings.retryMs, (count) => this.vacuumAfter(count));
  }

  begin(): void {
    this.timer = setTimeout(() => {
      this.polling = this.poll();
    }, 0);
  }

  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
    for (const [claim, timer] of this.held) if (timer) this.cancelCheck(claim);
    await Promise.race([Promise.all(this.running), pause(graceMs)]);
    const unfinished = [...this.held.keys()];
    this.cutOff.abort();
    await Promise.all(this.running);
    this.watch.stop();
    await this.writer.flush();
    this.writer.close();
    await releaseClaims(this.database, [...unfinished, ...this.unstarted]);
  }

  /** Claimed monitors whose check didn't start. */
  private readonly unstarted: ClaimedMonitor[] = [];

  private cancelCheck(claim: ClaimedMonitor): void {
    clearTimeout(this.held.get(claim) ?? undefined);
    this.held.delete(claim);
    this.unstarted.push(claim);
  }

  private async poll(): Promise<void> {
    try {
      const room = Math.min(mostAClaim, this.settings.mostAtOnce - this.held.size);
      if (room > 0) this.take(await claimDue(this.database, this.settings.aheadMs, room));
    } catch (error) {
      log.warn({ err: error }, "failed to read due uptime checks");
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.polling = this.poll();
    }, this.settings.pollMs);
  }

  private take(claims: readonly ClaimedMonitor[]): void {
    let late = 0;
    for (const claim of claims) {
      if (claim.wait_ms <= 0) late += 1;
      const wait = claim.wait_ms > 0 ? claim.wait_ms : late * spreadMs;
      this.held.set(
        claim,
        setTimeout(() => this.launch(claim), wait),
      );
    }
  }

  private launch(claim: ClaimedMonitor): void {
    this.held.set(claim, null);
    this.settings.onStart(Date.now() - claim.due_at.getTime());
    const work = this.check(claim).finally(() => {
      this.held.delete(claim);
      this.running.delete(work);
    });
    this.running.add(work);
  }

  private async check(claim: ClaimedMonitor): Promise<void> {
    const tools = { guard: this.settings.guard, watch: this.watch, stop: this.cutOff.signal };
    const result = await runCheck(claim, tools);
    if (result.outcome === "stopped") return;
    this.network.note(result);
    const isOurs = result.outcome === "failed" && (await this.network.isLikelyCause(result));
    this.writer.add({ claim, result: isOurs ? { ...result, outcome: "unsure" } : result });
  }

  private vacuumAfter(count: number): void {
    const before = this.written;
    this.written += count;
    if (this.database.kind !== "pglite") return;
    if (Math.floor(before / vacuumEvery) === Math.floor(this.written / vacuumEvery)) return;
    this.database.sql
      .exec("VACUUM uptime_monitor_settings")
      .catch((error: unknown) => log.warn({ err: error }, "failed to vacuum the monitors table"));
  }
}

/**
 * Starts a checker, which checks every monitor in this database when it is due. On PostgreSQL, several processes can
 * run a checker at the same time, because only one of them claims each check. All times come from the database's clock.
 */
export const startChecker = async (database: Database, settings: Partial<CheckerSettings> = {}): Promise<Checker> => {
  if (database.kind === "pglite") await releaseClaimsAtStart(database);
  const checker = new UptimeChecker(database, { ...usual, guard: monitorGuard(), ...settings });
  checker.begin();
  return checker;
};
