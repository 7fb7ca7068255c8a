import { join } from "node:path";
import { env } from "@/server/core/env";
import { createGuard, type Guard, type Resolve } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { BrowserPool, type StartedBrowser } from "./browser/browser-pool";
import type { AcquirePermit } from "./browser/semaphore";
import { createDocumentChecker, type DocumentChecker } from "./document/document-checker";
import { createFetcher, type Fetcher } from "./guard/fetcher";
import { meterGuard } from "./guard/meter-guard";
import { startGuardProxy } from "./guard/proxy";
import { createLighthouse, type RunLighthouse } from "./lighthouse/run-lighthouse";
import { createProbeScript } from "./page/probe/probe-script";
import { PRODUCT } from "./user-agent";

const PAGE_TIMEOUT_MS = 90_000;

export interface ScanEngineOptions {
  /** Private hosts, IP addresses and CIDR ranges that can be scanned; `*` allows all. */
  privateHosts?: readonly string[];
  browserPath?: string | undefined;
  /** Maximum number of concurrent tabs; defaults to three per core. */
  tabs?: number;
  /** Number of pages after which a tab is replaced. */
  recycleAfter?: number;
  /** Milliseconds after which a page fails and its tab is discarded; defaults to 90 s. */
  pageTimeoutMs?: number;
  /** Milliseconds after which Lighthouse is cancelled; defaults to 90 s. */
  lighthouseTimeoutMs?: number;
  /** Permits that limit concurrent pages and Lighthouse runs when several processes share the machine. */
  permits?: { tab: AcquirePermit; lighthouse: AcquirePermit };
  /** Called for each browser that starts. */
  onBrowser?: (browser: StartedBrowser) => void;
  /**
   * Rules whose failures are reported only as needing review. By default, these are the rules that axe calls
   * experimental and the rules whose precision is too low or unknown.
   */
  demotedRules?: readonly string[];
  /** Function to use instead of the system's name resolution. */
  resolve?: Resolve;
}

/** The parts that all scans in a process share, such as the guard, the HTTP client and the browser. */
export interface ScanEngine {
  guard: Guard;
  fetcher: Fetcher;
  browsers: BrowserPool;
  lighthouse: RunLighthouse;
  openDocumentChecker(): DocumentChecker;
  pageTimeoutMs: number;
  /** Returns the number of connections that were refused because they led to a private address. */
  refused(): number;
  /** Returns the number of bytes received from websites. */
  downloaded(): number;
  close(): Promise<void>;
}

/**
 * Starts the guard's proxy. The browser doesn't start until the first scan does. Close the engine when you are done.
 */
export const createScanEngine = async (options: ScanEngineOptions = {}): Promise<ScanEngine> => {
  const { guard, downloaded } = meterGuard(createGuard(parsePrivateHosts(options.privateHosts ?? []), options.resolve));
  const proxy = await startGuardProxy(guard);
  const fetcher = createFetcher(guard, PRODUCT);
  const browsers = new BrowserPool({
    browserPath: options.browserPath ?? env.CHROMIUM_PATH,
    cacheFolder: join(env.DATA_DIR, "cache"),
    proxyPort: proxy.port,
    initScript: createProbeScript(options.demotedRules),
    tabs: options.tabs,
    enterTab: options.permits?.tab,
    onBrowser: options.onBrowser,
    recycleAfter: options.recycleAfter,
  });
  return {
    guard,
    fetcher,
    browsers,
    lighthouse: createLighthouse(browsers, options.lighthouseTimeoutMs, options.permits?.lighthouse),
    openDocumentChecker: () => createDocumentChecker(options.permits?.tab ?? (async () => () => undefined)),
    pageTimeoutMs: options.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
    refused: () => proxy.refused(),
    downloaded,
    close: async () => {
      await browsers.close();
      await Promise.all([fetcher.close(), proxy.close()]);
    },
  };
};
