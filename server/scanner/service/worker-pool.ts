import { availableParallelism } from "node:os";
import { log } from "@/server/core/log";
import type { BrowserState } from "./browser-state";
import { deleteOrphanedFolders } from "./worker-folders";
import { WorkerProcess } from "./worker-process";
import type { WorkerProgram } from "./worker-program";

/**
 * Delay before a spare worker is started. Loading its code takes one or two seconds of CPU time, which an audit that
 * has just started needs for its own work.
 */
const SPARE_DELAY_MS = 5_000;
/**
 * No spare is started when at least this many workers are in use: the machine is busy enough, and a spare needs 90 MB.
 */
const MOST_IN_USE = 2 * availableParallelism();
/** How long a worker may take to load its code. Until then, the worker can't notice that its supervisor has exited. */
const ORPHANED_AFTER_MS = 60_000;

/** Keeps one worker ready unless the machine is busy, so that audits don't have to wait for a worker to start. */
export class WorkerPool {
  private spare: WorkerProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;
  private inUse = 0;

  constructor(
    private readonly program: WorkerProgram,
    private readonly browserState: BrowserState,
  ) {
    setTimeout(() => void deleteOrphanedFolders(), ORPHANED_AFTER_MS).unref();
    this.prepare();
  }

  take(): WorkerProcess {
    const worker = this.spare?.isAlive ? this.spare : new WorkerProcess(this.program, this.browserState);
    this.spare = null;
    this.inUse += 1;
    void worker.ended.then(() => {
      this.inUse -= 1;
      if (!this.timer) this.prepareLater();
    });
    this.prepareLater();
    return worker;
  }

  /** Finds out whether the browser starts, before an audit needs it. */
  tryBrowser(): void {
    if (Object.keys(this.browserState.read()).length === 0) this.spare?.send({ type: "try_browser" });
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.spare?.kill();
  }

  private prepareLater(): void {
    if (this.timer) clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => this.prepare(), SPARE_DELAY_MS);
  }

  private prepare(): void {
    this.timer = null;
    if (this.closed || this.spare?.isAlive || this.inUse >= MOST_IN_USE) return;
    const spare = new WorkerProcess(this.program, this.browserState);
    this.spare = spare;
    void spare.ended.then(({ reason, ...end }) => {
      if (this.spare !== spare) return;
      this.spare = null;
      if (reason !== "killed") log.error({ reason, ...end }, "spare scanning process exited");
    });
  }
}
