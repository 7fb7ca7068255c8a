import type { ScanOptionsInput } from "./contract";
import { ScanOptions } from "./contract";
import { discoverSite, ScanFailedError } from "./crawl/discover-site";
import type { ScanEngine } from "./engine";
import type { ScanSink, ScanSummary } from "./scan-sink";
import { SiteScan } from "./site-scan";

export type { ScanProgress, ScanSink, ScanSummary } from "./scan-sink";

export interface ScanJob {
  website_url: string;
  options?: ScanOptionsInput;
  /** Ends the scan at once; scanSite then throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Scans a site: finds its pages, loads each in the browser and gives every result to the sink once, in the order they are
 * ready, and at the end runs Lighthouse on its start page if asked to. Resolves when all are delivered. Throws ScanFailedError when the site as a whole cannot be scanned
 * (`unreachable`, `blocked_address`, `blocked_by_robots`, `not_html`, `left_site`, `no_pages`), NoBrowserError, or the signal's reason.
 */
export const scanSite = async (job: ScanJob, sink: ScanSink, engine: ScanEngine): Promise<ScanSummary> => {
  const options = ScanOptions.parse(job.options ?? {});
  const signal = job.signal ?? new AbortController().signal;
  sink.progress?.({ phase: "discovering", pages_total: 0, pages_done: 0, pages_failed: 0, discovered_urls: [] });
  await engine.browsers.warmUp();
  const { guard, fetcher } = engine;
  const site = await discoverSite(job.website_url, { guard, fetcher, options, signal });
  const scan = new SiteScan(site, options, sink, engine, signal);
  try {
    const summary = await scan.run();
    if (summary.pages_total === 0) {
      throw (
        scan.startFailure ?? new ScanFailedError("no_pages", "No page of the site is to be scanned by these settings.")
      );
    }
    if (!options.lighthouse) return summary;
    await scan.close();
    return { ...summary, lighthouse: await scan.runLighthouse() };
  } finally {
    await scan.close();
  }
};
