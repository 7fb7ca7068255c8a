import { availableParallelism } from "node:os";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { log } from "@/server/core/log";
import type { Device } from "../page-result";
import type { BrowserBinary } from "./browser-binary";
import { BrowserSession } from "./browser-session";
import { browserProcessId, launchBrowser } from "./launch-browser";
import { locateBrowser } from "./locate-browser";
import { Semaphore } from "./semaphore";

export interface BrowserPoolOptions {
  browserPath?: string | undefined;
  cacheFolder: string;
  proxyPort: number;
  initScript: string;
  /** Tabs at work at once, over all scans; two a core unless given. */
  tabs?: number | undefined;
  /** Pages a tab shows before it is renewed. */
  recycleAfter?: number | undefined;
}

/** One browser for all scans of this process, started on first use and again when it died; a context a scan. */
export class BrowserPool {
  readonly tabs: number;
  private readonly places: Semaphore;
  private binary: BrowserBinary | null = null;
  private browser: Promise<Browser> | null = null;
  private running: Browser | null = null;
  /** Process id of the browser that was started last. */
  processId: number | null = null;

  constructor(private readonly options: BrowserPoolOptions) {
    this.tabs = options.tabs ?? 2 * availableParallelism();
    this.places = new Semaphore(this.tabs);
  }

  /** Finds and starts the browser, so that a machine without one is known before a scan begins. Throws NoBrowserError. */
  async warmUp(): Promise<void> {
    await this.getBrowser();
  }

  /** A browser beside the shared one, for who needs it alone, with the same only way out. The caller closes it. */
  async launchApart(more: readonly string[]): Promise<Browser> {
    return launchBrowser(await this.findBinary(), this.options.proxyPort, more);
  }

  /** A context of its own in the shared browser, for who needs other settings than a scan. The caller closes it. */
  async openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    return (await this.getBrowser()).newContext(options);
  }

  openSession(device: Device): BrowserSession {
    return new BrowserSession({
      getBrowser: () => this.getBrowser(),
      killBrowser: (browser) => this.kill(browser),
      enterTab: (signal) => this.places.enter(signal),
      initScript: this.options.initScript,
      device,
      recycleAfter: this.options.recycleAfter ?? 100,
    });
  }

  async close(): Promise<void> {
    const browser = await this.browser?.catch(() => null);
    this.browser = null;
    await browser?.close().catch(() => undefined);
  }

  private getBrowser(): Promise<Browser> {
    this.browser ??= this.launch().catch((error: unknown) => {
      this.browser = null;
      throw error;
    });
    return this.browser;
  }

  private async findBinary(): Promise<BrowserBinary> {
    const { browserPath: path, cacheFolder } = this.options;
    this.binary ??= await locateBrowser({ path, cacheFolder });
    return this.binary;
  }

  private async launch(): Promise<Browser> {
    const binary = await this.findBinary();
    const browser = await launchBrowser(binary, this.options.proxyPort);
    browser.once("disconnected", () => {
      if (this.running === browser) this.browser = null;
    });
    this.running = browser;
    this.processId = await browserProcessId(browser);
    log.info({ browser: binary.source, version: browser.version() }, "browser started");
    return browser;
  }

  /** A browser that hangs does not close when asked to. */
  private kill(browser: Browser): void {
    if (this.running !== browser || !browser.isConnected()) return;
    log.warn("the browser does not answer and is started anew");
    this.browser = null;
    if (this.processId !== null) process.kill(this.processId, "SIGKILL");
  }
}
