import type { Lighthouse, PageError, PageResult, ScanCallbackInput, ScanEvent, ScanPhase } from "../contract";
import type { ScanProgress, ScanSink } from "../scan-sink";
import type { Acknowledgement } from "./callback-client";

export interface CourierOptions {
  audit_id: string;
  first_sequence: number;
  /** Posts one event until it is acknowledged; throws when that is hopeless. */
  deliver: (event: ScanCallbackInput) => Promise<Acknowledgement>;
  /** The app wants no more of this audit, or cannot be reached for good. */
  onOver: (error?: unknown) => void;
  heartbeatMs?: number;
}

type EndOfAudit = Pick<ScanCallbackInput, "error" | "lighthouse">;

const BATCH_PAGES = 5;
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_WAIT_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const MAX_WAITING_PAGES = 200;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const MAX_ADDRESSES = 10_000;

/**
 * Brings the results of one scan to the app: in batches of five pages or two seconds, one after the other, each under
 * the next number of the sequence and only after the one before was acknowledged. Between them a heartbeat.
 */
export class ResultCourier implements ScanSink {
  private waiting: { page: PageResult; bytes: number }[] = [];
  private waitingBytes = 0;
  private discovered: string[] = [];
  private pagesTotal = 0;
  private phase: ScanPhase = "discovering";
  private sequence: number;
  private firstWaitingAt = 0;
  private lastSentAt = performance.now();
  private sending: Promise<void> | null = null;
  private room: (() => void)[] = [];
  private over = false;
  private readonly ticker: NodeJS.Timeout;

  constructor(private readonly options: CourierOptions) {
    this.sequence = options.first_sequence;
    this.ticker = setInterval(() => this.tick(), Math.min(250, options.heartbeatMs ?? HEARTBEAT_MS));
  }

  /** Takes a page; waits while too much has not been acknowledged yet. */
  async page(result: PageResult, progress: ScanProgress): Promise<void> {
    this.progress(progress);
    const bytes = JSON.stringify(result).length;
    if (this.waiting.length === 0) this.firstWaitingAt = performance.now();
    this.waiting.push({ page: result, bytes });
    this.waitingBytes += bytes;
    this.tick();
    while (!this.over && (this.waiting.length >= MAX_WAITING_PAGES || this.waitingBytes >= MAX_WAITING_BYTES)) {
      await new Promise<void>((resolve) => this.room.push(resolve));
    }
  }

  progress(progress: ScanProgress): void {
    this.pagesTotal = progress.pages_total;
    this.phase = progress.phase;
    for (const url of progress.discovered_urls) this.discovered.push(url);
  }

  /** Sends what is left and the end of the audit. Resolves when all is acknowledged. */
  async complete(lighthouse?: Lighthouse): Promise<void> {
    await this.drain();
    await this.send("audit.completed", [], lighthouse ? { lighthouse } : {});
    this.stop();
  }

  async fail(error: PageError): Promise<void> {
    await this.drain();
    await this.send("audit.failed", [], { error });
    this.stop();
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.over = true;
    clearInterval(this.ticker);
    for (const go of this.room.splice(0)) go();
  }

  private tick(): void {
    if (this.sending || this.over) return;
    const now = performance.now();
    const full = this.waiting.length >= BATCH_PAGES || this.waitingBytes >= BATCH_BYTES;
    const late = this.waiting.length > 0 && now - this.firstWaitingAt >= BATCH_WAIT_MS;
    if (full || late) this.start("pages.completed", this.takeBatch());
    else if (now - this.lastSentAt >= (this.options.heartbeatMs ?? HEARTBEAT_MS)) this.start("heartbeat", []);
  }

  private async drain(): Promise<void> {
    while (this.sending || (this.waiting.length > 0 && !this.over)) {
      if (!this.sending) this.start("pages.completed", this.takeBatch());
      await this.sending;
    }
  }

  private takeBatch(): PageResult[] {
    const batch: PageResult[] = [];
    let size = 0;
    while (
      this.waiting[0] &&
      batch.length < BATCH_PAGES &&
      (size === 0 || size + this.waiting[0].bytes <= BATCH_BYTES)
    ) {
      size += this.waiting[0].bytes;
      batch.push(this.waiting[0].page);
      this.waiting.shift();
    }
    this.waitingBytes -= size;
    this.firstWaitingAt = performance.now();
    for (const go of this.room.splice(0)) go();
    return batch;
  }

  private start(event: ScanEvent, pages: PageResult[]): void {
    this.sending = this.send(event, pages)
      .catch((error: unknown) => this.end(error))
      .finally(() => {
        this.sending = null;
        this.tick();
      });
  }

  private async send(event: ScanEvent, pages: PageResult[], end: EndOfAudit = {}): Promise<void> {
    if (this.over) return;
    const acknowledgement = await this.options.deliver({
      audit_id: this.options.audit_id,
      sequence: this.sequence++,
      event,
      pages_total: this.pagesTotal,
      pages,
      phase: this.phase,
      discovered_urls: this.discovered.splice(0, MAX_ADDRESSES),
      ...end,
    });
    this.lastSentAt = performance.now();
    if (acknowledgement === "ignored") this.end();
  }

  private end(error?: unknown): void {
    if (this.over) return;
    this.stop();
    this.options.onOver(error);
  }
}
