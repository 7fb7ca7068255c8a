import { databaseProblem } from "@/server/core/database-problem";
import { log } from "@/server/core/log";
import { applyResults, type ClaimedResult } from "./apply-results";

const flushMs = 250;
const batchSize = 500;
/** Retry delay while the database is unavailable. A result whose claim expires in the meantime is discarded. */
const againMs = 1_000;
const mostKept = 20_000;

/** Collects results and writes them in batches, one batch at a time. */
export class ResultWriter {
  private waiting: ClaimedResult[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;

  constructor(
    private readonly retryMs: number,
    private readonly onWritten: (count: number) => void,
  ) {}

  add(result: ClaimedResult): void {
    this.waiting.push(result);
    if (this.waiting.length > mostKept) this.waiting.splice(0, this.waiting.length - mostKept);
    this.schedule(flushMs);
  }

  /** Writes all waiting results. Resolves when they are written or the database is unavailable. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = null;
      if (this.waiting.length > 0) this.schedule(againMs);
    });
    await this.writing;
  }

  close(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private schedule(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, ms);
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, batchSize);
      if (await this.write(batch)) continue;
      this.waiting.unshift(...batch);
      return;
    }
  }

  /** Returns false if the database is unavailable. If one result can't be written, the others are still written. */
  private async write(batch: readonly ClaimedResult[]): Promise<boolean> {
    try {
      await applyResults(batch, this.retryMs);
      this.onWritten(batch.length);
      return true;
    } catch (error) {
      if (databaseProblem(error)?.code === "unavailable") {
        log.warn({ err: error }, "failed to store uptime check results; will retry");
        return false;
      }
      if (batch.length > 1) {
        const middle = batch.length >> 1;
        return (await this.write(batch.slice(0, middle))) && (await this.write(batch.slice(middle)));
      }
      log.error({ err: error, monitor_id: batch[0]?.claim.id }, "lost the result of an uptime check");
      return true;
    }
  }
}
