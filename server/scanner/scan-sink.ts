import type { Lighthouse, ScanPhase } from "./contract";
import type { PageResult } from "./page-result";

export interface ScanProgress {
  phase: ScanPhase;
  /** Pages the scan will have delivered in the end, as far as is known now. */
  pages_total: number;
  pages_done: number;
  pages_failed: number;
  /** Addresses found since the last time. */
  discovered_urls: string[];
}

/** Where a scan puts what it finds. While `page` waits, the scan waits too, so that nothing piles up. */
export interface ScanSink {
  page(result: PageResult, progress: ScanProgress): Promise<void> | void;
  progress?(progress: ScanProgress): void;
}

export interface ScanSummary {
  pages_total: number;
  pages_done: number;
  pages_failed: number;
  /** Of the start page, when it was asked for. */
  lighthouse?: Lighthouse;
}
