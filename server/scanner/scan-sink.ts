import type { Lighthouse, ScanPhase } from "./contract";
import type { PageResult } from "./page-result";

export interface ScanProgress {
  phase: ScanPhase;
  /** Number of pages the scan will deliver in total, as far as is known now. */
  pages_total: number;
  pages_done: number;
  pages_failed: number;
  /** URLs found since the previous update. */
  discovered_urls: string[];
}

/** Receives the results of a scan. While `page` is pending the scan waits too, so that results don't pile up. */
export interface ScanSink {
  page(result: PageResult, progress: ScanProgress): Promise<void> | void;
  progress?(progress: ScanProgress): void;
  /** A page is being loaded; `closed` follows once the scan has finished with it. */
  opened?(url: string): void;
  closed?(url: string): void;
  /** The scan only waits for the website, for at least this long. */
  paused?(ms: number): void;
  /** Lighthouse starts on this page, after all others. */
  lighthouse?(url: string): void;
}

export interface ScanSummary {
  pages_total: number;
  pages_done: number;
  pages_failed: number;
  /** For the start page, when requested. */
  lighthouse?: Lighthouse;
}
