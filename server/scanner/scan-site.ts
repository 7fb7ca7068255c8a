import type { Lighthouse, ScanOptionsInput } from "./contract";
import { ScanOptions } from "./contract";
import { discoverSite, ScanFailedError } from "./crawl/discover-site";
import type { ScanEngine } from "./engine";
import { requestLanguage } from "./guard/fetcher";
import type { Journey } from "./journey-contract";
import { ScanRun } from "./scan-run";
import type { ScanSink, ScanSummary } from "./scan-sink";
import { AuditSignIn } from "./sign-in/audit-sign-in";
import { createRedactingSink } from "./sign-in/redacting-sink";
import type { SignIn } from "./sign-in-contract";
import { repeatAfterJump } from "./time-jumps";

export type { ScanProgress, ScanSink, ScanSummary } from "./scan-sink";

export interface ScanJob {
  website_url: string;
  options?: ScanOptionsInput;
  /** Cancels the scan immediately; scanSite then throws the signal's reason. */
  signal?: AbortSignal;
  /** Pages that may crash the process. Each of them is loaded on its own, after all others. */
  suspects?: readonly string[];
  /** How to sign in. If set, the scanner sees what signed-in visitors see. */
  sign_in?: SignIn | undefined;
  /** Steps that lead to further pages. */
  journeys?: readonly Journey[];
}

/**
 * Returns the Lighthouse result of an audit that signs in: an error, because Lighthouse loads pages in a browser of its
 * own, which isn't signed in.
 */
const withoutLighthouse = (url: string): Lighthouse => ({
  url,
  error: { code: "signed_in", message: "Lighthouse doesn't run in audits that sign in." },
});

/**
 * Scans a website: finds its pages, loads each in the browser and passes each result to the sink once, as soon as it is
 * ready. Then checks the PDFs that the pages link to, and runs Lighthouse on the start page if requested. Resolves when
 * everything is delivered. Throws ScanFailedError if the website can't be scanned at all (`unreachable`,
 * `blocked_address`, `blocked_by_robots`, `not_html`, `left_site`, `no_pages`, the code of a wall on the start page, or
 * the reason why signing in failed), NoBrowserError, or the signal's reason.
 */
export const scanSite = async (job: ScanJob, given: ScanSink, shared: ScanEngine): Promise<ScanSummary> => {
  const signIn = job.sign_in ? new AuditSignIn(job.sign_in, job.website_url) : null;
  const sink = signIn ? createRedactingSink(given, signIn.browser.hidden) : given;
  const options = ScanOptions.parse(job.options ?? {});
  const inLanguage = requestLanguage(shared.fetcher, options.language);
  const engine = { ...shared, fetcher: signIn ? signIn.browser.signedFetcher(inLanguage) : inLanguage };
  const signal = job.signal ?? new AbortController().signal;
  const { journeys = [] } = job;
  sink.progress?.({ phase: "discovering", pages_total: 0, pages_done: 0, pages_failed: 0, discovered_urls: [] });
  await engine.browsers.warmUp();
  const { guard, fetcher } = engine;
  const parts = { guard, fetcher, options, signal };
  const site = await repeatAfterJump(() => discoverSite(job.website_url, parts), signal);
  const scan = new ScanRun(site, options, { sink, engine, signal, signIn, held: job.suspects ?? [], journeys });
  try {
    const summary = await scan.run();
    if (summary.pages_total === 0) {
      throw scan.startFailure ?? new ScanFailedError("no_pages", "With these settings, there are no pages to scan.");
    }
    await scan.checkDocuments();
    if (!options.lighthouse) return summary;
    if (signIn) return { ...summary, lighthouse: withoutLighthouse(site.startUrl) };
    await scan.close();
    return { ...summary, lighthouse: await scan.runLighthouse() };
  } finally {
    await scan.close();
  }
};
