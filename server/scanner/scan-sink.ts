import type { Lighthouse, ScanPhase } from "./contract";
import type { DocumentReport } from "./document-report";
import type { PageResult } from "./page-result";

export interface ScanProgress {
  phase: ScanPhase;
  /** Total number of pages that the scan is currently expected to deliver. */
  pages_total: number;
  pages_done: number;
  pages_failed: number;
  /** URLs found since the previous update. */
  discovered_urls: string[];
}

/** Receives the results of a scan. The scan waits while `page` is pending, so that results don't pile up. */
export interface ScanSink {
  page(result: PageResult, progress: ScanProgress): Promise<void> | void;
  progress?(progress: ScanProgress): void;
  /** Called when a page starts to load. `closed` is called when the scan has finished with the page. */
  opened?(url: string): void;
  closed?(url: string): void;
  /** Called when the scan has nothing to do for at least `ms` milliseconds, until it may contact the website again. */
  paused?(ms: number): void;
  /** Called when Lighthouse starts on this page, after all pages have been scanned. */
  lighthouse?(url: string): void;
  /** Called before a document is downloaded, after all pages have been scanned. */
  documentOpened?(url: string): void;
  /** Receives the result for a document. The scan waits while the promise is pending. */
  document?(report: DocumentReport): Promise<void> | void;
}

export interface ScanSummary {
  pages_total: number;
  pages_done: number;
  pages_failed: number;
  /** Lighthouse's result for the start page, if requested. */
  lighthouse?: Lighthouse;
}
