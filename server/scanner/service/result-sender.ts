import { log } from "@/server/core/log";
import type { Lighthouse, PageError, ScanCallbackInput, ScanEvent, ScanPhase } from "../contract";
import type { ScanProgress } from "../scan-sink";
import type { Acknowledgement, CallbackParcel } from "./callback-client";
import { toFailedParcel } from "./scan-record";
import { type DocumentParcel, isDocumentParcel, type PageParcel, type Parcel } from "./worker-messages";

export interface SenderOptions {
  audit_id: string;
  first_sequence: number;
  /** Posts an event and retries until it is acknowledged. Throws if the event can't be delivered. */
  deliver: (event: CallbackParcel) => Promise<Acknowledgement>;
  /** Called when the app no longer accepts results for this audit, or when delivery has permanently failed. */
  onOver: (error?: unknown) => void;
  heartbeatMs?: number;
}

const RESULT_REFUSED: PageError = {
  code: "result_refused",
  message: "The page was scanned, but its result couldn't be stored.",
};
const SCAN_FAILED: PageError = { code: "scanner_failed", message: "The website couldn't be scanned." };

type EndOfAudit = Pick<ScanCallbackInput, "error" | "lighthouse">;

const BATCH_PAGES = 5;
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_WAIT_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const MAX_WAITING_PAGES = 200;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const MAX_ADDRESSES = 10_000;

/**
 * Delivers the results of one scan to the app in batches of up to five pages or documents. A batch is held back for up
 * to two seconds, in case more results arrive. Each batch has the next sequence number and is sent only after the
 * previous one is acknowledged. Sends heartbeats in between.
 */
export class ResultSender {
  private waiting: Parcel[] = [];
  private readonly refused = new Set<string>();
  private waitingBytes = 0;
  private discovered: string[] = [];
  private pagesTotal = 0;
  private phase: ScanPhase = "discovering";
  private sequence: number;
  /** Number of pages that the app rejected even after they were reported as failed. */
  private lost = 0;
  private firstWaitingAt = 0;
  private lastSentAt = performance.now();
  private sending: Promise<void> | null = null;
  private room: (() => void)[] = [];
  private over = false;
  private pauseEnds = 0;
  private pauseIsNew = false;
  private usage = { cpu_ms: 0, bytes: 0 };
  private readonly ticker: NodeJS.Timeout;

  constructor(private readonly options: SenderOptions) {
    this.sequence = options.first_sequence;
    this.ticker = setInterval(() => this.tick(), Math.min(250, options.heartbeatMs ?? HEARTBEAT_MS));
  }

  /** Queues a page. Waits while too many results are unacknowledged. */
  async page(page: PageParcel, progress: ScanProgress): Promise<void> {
    this.progress(progress);
    await this.queue(page);
  }

  /** Queues a document. Waits while too many results are unacknowledged. */
  document(document: DocumentParcel): Promise<void> {
    return this.queue(document);
  }

  progress(progress: ScanProgress): void {
    this.pagesTotal = progress.pages_total;
    this.phase = progress.phase;
    for (const url of progress.discovered_urls) this.discovered.push(url);
  }

  /**
   * Records that the scan has nothing to do for `ms` milliseconds, until it may contact the website again; 0 means that
   * the scan has resumed.
   */
  pause(ms: number): void {
    this.pauseEnds = performance.now() + ms;
    this.pauseIsNew = ms > 0;
    this.tick();
  }

  /** Adds the CPU time and bytes that the scan has used since the previous call. */
  use({ cpu_ms, bytes }: { cpu_ms: number; bytes: number }): void {
    this.usage = { cpu_ms: this.usage.cpu_ms + Math.round(cpu_ms), bytes: this.usage.bytes + Math.round(bytes) };
  }

  /**
   * Sends the finished results of a stopped scan. Resolves when they are acknowledged or can no longer be delivered.
   */
  async flush(): Promise<void> {
    await this.drain();
    if (this.usage.cpu_ms + this.usage.bytes > 0)
      await this.send("heartbeat", []).catch((error: unknown) => this.end(error));
    this.stop();
  }

  /** Sends the remaining results and the end of the audit. Resolves when everything is acknowledged. */
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

  /** Stops sending, including heartbeats. */
  stop(): void {
    this.over = true;
    clearInterval(this.ticker);
    for (const go of this.room.splice(0)) go();
  }

  private async queue(parcel: Parcel): Promise<void> {
    if (this.waiting.length === 0) this.firstWaitingAt = performance.now();
    this.waiting.push(parcel);
    this.waitingBytes += parcel.json.length;
    this.tick();
    while (!this.over && (this.waiting.length >= MAX_WAITING_PAGES || this.waitingBytes >= MAX_WAITING_BYTES)) {
      await new Promise<void>((resolve) => this.room.push(resolve));
    }
  }

  private tick(): void {
    if (this.sending || this.over) return;
    const now = performance.now();
    const full = this.waiting.length >= BATCH_PAGES || this.waitingBytes >= BATCH_BYTES;
    const late = this.waiting.length > 0 && now - this.firstWaitingAt >= BATCH_WAIT_MS;
    if (full || late) this.start("pages.completed", this.takeBatch());
    else if (this.pauseIsNew || now - this.lastSentAt >= (this.options.heartbeatMs ?? HEARTBEAT_MS))
      this.start("heartbeat", []);
  }

  private async drain(): Promise<void> {
    while (this.sending || (this.waiting.length > 0 && !this.over)) {
      if (!this.sending) this.start("pages.completed", this.takeBatch());
      await this.sending;
    }
  }

  private takeBatch(): Parcel[] {
    const batch: Parcel[] = [];
    let size = 0;
    while (
      this.waiting[0] &&
      batch.length < BATCH_PAGES &&
      (size === 0 || size + this.waiting[0].json.length <= BATCH_BYTES)
    ) {
      size += this.waiting[0].json.length;
      batch.push(this.waiting[0]);
      this.waiting.shift();
    }
    this.waitingBytes -= size;
    this.firstWaitingAt = performance.now();
    for (const go of this.room.splice(0)) go();
    return batch;
  }

  private start(event: ScanEvent, results: Parcel[]): void {
    this.sending = this.send(event, results)
      .catch((error: unknown) => this.end(error))
      .finally(() => {
        this.sending = null;
        this.tick();
      });
  }

  private async send(
    event: ScanEvent,
    results: Parcel[],
    end: EndOfAudit = {},
    discovered_urls = this.discovered.splice(0, MAX_ADDRESSES),
  ): Promise<void> {
    if (this.over) return;
    const pauseMs = this.pauseEnds - performance.now();
    const { usage } = this;
    this.pauseIsNew = false;
    this.usage = { cpu_ms: 0, bytes: 0 };
    const acknowledgement = await this.options.deliver({
      audit_id: this.options.audit_id,
      sequence: this.sequence++,
      event,
      pages_total: Math.max(0, this.pagesTotal - this.lost),
      pages: results.filter((parcel): parcel is PageParcel => !isDocumentParcel(parcel)),
      documents: results.filter(isDocumentParcel),
      phase: this.phase,
      discovered_urls,
      ...(usage.cpu_ms + usage.bytes > 0 ? { usage } : {}),
      ...(pauseMs > 0 ? { pause_seconds: Math.ceil(pauseMs / 1_000) } : {}),
      ...end,
    });
    this.lastSentAt = performance.now();
    if (acknowledgement === "ignored") this.end();
    if (acknowledgement !== "refused") return;
    this.use(usage);
    await this.sendLess(event, results, end, discovered_urls);
  }

  /** Resends a rejected event in parts, so that only the faulty part is lost. */
  private async sendLess(event: ScanEvent, results: Parcel[], end: EndOfAudit, discovered: string[]): Promise<void> {
    const [first] = results;
    if (first && discovered.length > 0) {
      await this.send(event, results, end, []);
      await this.send("heartbeat", [], {}, discovered);
    } else if (first && results.length > 1) {
      for (const single of results) await this.send(event, [single], end, []);
    } else if (first) await this.replace(event, first);
    else if (event !== "heartbeat") await this.sendBareEnd(event, end, discovered);
  }

  /**
   * If the app rejected a page's result, reports the page as failed. If the app rejects that too, omits the page. Omits
   * a document immediately: the app then lists it as not checked.
   */
  private async replace(event: ScanEvent, page: Parcel): Promise<void> {
    const { audit_id } = this.options;
    if (isDocumentParcel(page)) {
      log.error({ audit_id, url: page.url, length: page.json.length }, "app rejected the result of a document");
      return;
    }
    if (this.refused.has(page.url)) {
      this.lost += 1;
      log.error({ audit_id, url: page.url }, "left out a page after the app rejected both its result and its error");
      return;
    }
    this.refused.add(page.url);
    log.error({ audit_id, url: page.url, length: page.json.length }, "app rejected the result of a page");
    await this.send(event, [toFailedParcel(page, RESULT_REFUSED)], {}, []);
  }

  /** Reports the end of the audit, without details if the app rejected them. */
  private async sendBareEnd(event: ScanEvent, end: EndOfAudit, discovered: string[]): Promise<void> {
    const isBare = discovered.length === 0 && end.lighthouse === undefined && (!end.error || end.error === SCAN_FAILED);
    if (isBare) return this.end(new Error("The app rejected the audit's final event."));
    await this.send(event, [], event === "audit.failed" ? { error: SCAN_FAILED } : {}, []);
  }

  private end(error?: unknown): void {
    if (this.over) return;
    this.stop();
    this.options.onOver(error);
  }
}
