import { join } from "node:path";
import { env } from "@/server/core/env";
import { createGuard, type Guard, type Resolve } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { BrowserPool } from "./browser/browser-pool";
import { createFetcher, type Fetcher } from "./guard/fetcher";
import { startGuardProxy } from "./guard/proxy";
import { createLighthouse, type RunLighthouse } from "./lighthouse/run-lighthouse";
import { createProbeScript } from "./page/probe/probe-script";
import { PRODUCT } from "./user-agent";

const PAGE_TIMEOUT_MS = 90_000;

export interface ScanEngineOptions {
  /** Private hosts, addresses and CIDR ranges that may be scanned; `*` allows every one. */
  privateHosts?: readonly string[];
  browserPath?: string | undefined;
  /** Tabs at work at once; two a core unless given. */
  tabs?: number;
  /** Pages a tab shows before it is renewed. */
  recycleAfter?: number;
  /** After this a page is given up and its tab thrown away; 90 s unless given. */
  pageTimeoutMs?: number;
  /** After this Lighthouse is given up; 90 s unless given. */
  lighthouseTimeoutMs?: number;
  /** Instead of the system's name resolution. */
  resolve?: Resolve;
}

/** What all scans of a process share: the way out, the HTTP client and the browser. */
export interface ScanEngine {
  guard: Guard;
  fetcher: Fetcher;
  browsers: BrowserPool;
  lighthouse: RunLighthouse;
  pageTimeoutMs: number;
  /** Connections refused so far because they led to a private address. */
  refused(): number;
  close(): Promise<void>;
}

/** Starts the guard's proxy; the browser follows with the first scan. Close it when done. */
export const createScanEngine = async (options: ScanEngineOptions = {}): Promise<ScanEngine> => {
  const guard = createGuard(parsePrivateHosts(options.privateHosts ?? []), options.resolve);
  const proxy = await startGuardProxy(guard);
  const fetcher = createFetcher(guard, PRODUCT);
  const browsers = new BrowserPool({
    browserPath: options.browserPath ?? env.CHROMIUM_PATH,
    cacheFolder: join(env.DATA_DIR, "cache"),
    proxyPort: proxy.port,
    initScript: createProbeScript(),
    tabs: options.tabs,
    recycleAfter: options.recycleAfter,
  });
  return {
    guard,
    fetcher,
    browsers,
    lighthouse: createLighthouse(browsers, options.lighthouseTimeoutMs),
    pageTimeoutMs: options.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
    refused: () => proxy.refused(),
    close: async () => {
      await browsers.close();
      await Promise.all([fetcher.close(), proxy.close()]);
    },
  };
};
