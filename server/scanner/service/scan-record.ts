import {
  type Device,
  type Lighthouse,
  mostAddresses,
  type PageResult,
  type ScanOptions,
  type ScanOptionsInput,
} from "../contract";
import type { ScanProgress } from "../scan-sink";
import { DocumentRecord } from "./document-record";
import type { PageParcel, WorkerMessage } from "./worker-messages";

/**
 * A page is skipped after this many workers have exited while scanning it, and Lighthouse after this many have exited
 * while running it.
 */
const MAX_STRIKES = 2;
const LIGHTHOUSE_LOST = "Lighthouse was skipped because it crashed the scanner twice.";

/** Returns the result of a page that the supervisor gave up on. */
export const toFailedParcel = (
  page: { url: string; final_url?: string; device: Device },
  error: { code: string; message: string },
): PageParcel => {
  const { url, final_url = url, device } = page;
  const result: PageResult = {
    url,
    final_url,
    http_status: null,
    title: null,
    template: null,
    depth: null,
    device,
    started_at: new Date().toISOString(),
    duration_ms: 0,
    axe: null,
    performance: null,
    seo: null,
    quality: null,
    error,
  };
  return { url, final_url, device, failed: true, json: JSON.stringify(result) };
};

/** The supervisor's record of a scan, with which another worker can continue the scan. */
export class ScanRecord {
  private readonly done = new Set<string>();
  private readonly discovered: Set<string>;
  private readonly open = new Set<string>();
  private readonly strikes = new Map<string, number>();
  private readonly given: number;
  private pagesDone: number;
  private pagesFailed = 0;
  private pagesTotal = 0;
  private atLighthouse = false;
  private lighthouseStrikes = 0;
  private lighthouseUrl: string | null = null;
  readonly documents: DocumentRecord;

  constructor(private readonly options: ScanOptions) {
    this.given = options.pages_done ?? options.skip_urls.length;
    this.pagesDone = this.given;
    this.discovered = new Set(options.known_urls ?? []);
    this.documents = new DocumentRecord(options);
  }

  /** True if nothing in progress (a page, a document or Lighthouse) could have caused the worker to exit. */
  get isIdle(): boolean {
    return this.open.size === 0 && !this.atLighthouse && this.documents.isIdle;
  }

  note(message: WorkerMessage): void {
    this.documents.note(message);
    switch (message.type) {
      case "opened":
        this.open.add(message.url);
        break;
      case "closed":
        this.open.delete(message.url);
        break;
      case "lighthouse":
        this.atLighthouse = true;
        this.lighthouseUrl = message.url;
        break;
      case "progress":
        this.recordProgress(message.progress);
        break;
      case "page":
        this.recordProgress(message.progress);
        this.finish(message.page);
        break;
    }
  }

  openPages(): string[] {
    return [...this.open];
  }

  /** Returns the pages that must be loaded separately from all others. */
  suspects(): string[] {
    return [...this.strikes.keys()].filter((url) => !this.done.has(url));
  }

  /** Clears the open pages after a worker has exited for a reason unrelated to them. */
  clearOpenPages(): void {
    this.open.clear();
    this.atLighthouse = false;
    this.documents.clearOpen();
  }

  /**
   * Counts a strike against everything that was in progress when the worker exited. Returns a failed result for each
   * page that the supervisor now gives up on.
   */
  countStrikes(): PageParcel[] {
    if (this.atLighthouse) this.lighthouseStrikes += 1;
    this.atLighthouse = false;
    const suspects = this.openPages().filter((url) => {
      const strikes = (this.strikes.get(url) ?? 0) + 1;
      this.strikes.set(url, strikes);
      return strikes >= MAX_STRIKES;
    });
    this.open.clear();
    const error = { code: "scanner_crashed", message: "The page was skipped because it crashed the scanner twice." };
    return suspects.map((url) => {
      const parcel = toFailedParcel({ url, device: this.options.device }, error);
      this.finish(parcel);
      return parcel;
    });
  }

  progress(): ScanProgress {
    return {
      phase: "scanning",
      pages_total: Math.max(this.pagesTotal, this.pagesDone),
      pages_done: this.pagesDone,
      pages_failed: this.pagesFailed,
      discovered_urls: [],
    };
  }

  /** Returns the options for a worker that continues the scan. */
  remaining(): ScanOptionsInput {
    const { options } = this;
    const known = [...this.discovered].slice(0, mostAddresses);
    return {
      ...options,
      lighthouse: options.lighthouse && this.lighthouseStrikes < MAX_STRIKES,
      skip_urls: [...options.skip_urls, ...this.done].slice(0, mostAddresses),
      pages_done: this.pagesDone,
      ...this.documents.remaining(),
      ...(known.length > 0 ? { known_urls: known } : {}),
    };
  }

  /** Returns the error to report if the supervisor gave up on Lighthouse. */
  lostLighthouse(): Lighthouse | undefined {
    if (!this.options.lighthouse || this.lighthouseUrl === null) return undefined;
    return { url: this.lighthouseUrl, error: { code: "crashed", message: LIGHTHOUSE_LOST } };
  }

  private recordProgress({ pages_total, discovered_urls }: ScanProgress): void {
    this.pagesTotal = Math.max(this.pagesTotal, pages_total);
    for (const url of discovered_urls) this.discovered.add(url);
  }

  private finish({ url, final_url, failed }: PageParcel): void {
    this.open.delete(url);
    this.done.add(url).add(final_url);
    this.pagesDone += 1;
    if (failed) this.pagesFailed += 1;
  }
}
