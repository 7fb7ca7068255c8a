import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { log } from "@/server/core/log";
import { DEFAULT_LANGUAGE } from "../language";
import type { Device } from "../page-result";
import type { BrowserSignIn } from "../sign-in/browser-sign-in";
import type { BrowserBinary } from "./browser-binary";
import { BrowserSession } from "./browser-session";
import { findBrowserUser } from "./browser-user";
import { browserProcessId, type LaunchedBrowser, launchBrowser } from "./launch-browser";
import { locateBrowser } from "./locate-browser";
import { type AcquirePermit, Semaphore } from "./semaphore";
import { DEFAULT_TABS } from "./tab-limits";

export interface BrowserPoolOptions {
  browserPath?: string | undefined;
  cacheFolder: string;
  proxyPort: number;
  initScript: string;
  /** Maximum number of concurrent tabs across all scans; defaults to `DEFAULT_TABS`. */
  tabs?: number | undefined;
  /** Controls when tabs can open; replaces the `tabs` limit. */
  enterTab?: AcquirePermit | undefined;
  /** Called for each browser that starts. */
  onBrowser?: ((browser: StartedBrowser) => void) | undefined;
  /** Number of pages after which a tab is replaced; defaults to 100. */
  recycleAfter?: number | undefined;
}

/** A browser's process id and, if it runs without a sandbox, the reason why. */
export interface StartedBrowser {
  processId: number;
  sandbox: boolean;
  reason: string | null;
}

/**
 * Shares one browser between all scans in this process, with a context for each scan. Starts the browser on first use
 * and restarts it if it crashes.
 */
export class BrowserPool {
  readonly tabs: number;
  private readonly enterTab: AcquirePermit;
  private binary: BrowserBinary | null = null;
  private browser: Promise<Browser> | null = null;
  private running: Browser | null = null;
  /** Process id of the most recently started browser. */
  processId: number | null = null;

  constructor(private readonly options: BrowserPoolOptions) {
    this.tabs = options.tabs ?? DEFAULT_TABS;
    const semaphore = new Semaphore(this.tabs);
    this.enterTab = options.enterTab ?? ((signal) => semaphore.enter(signal));
  }

  /**
   * Finds and starts the browser, so that a missing browser is detected before a scan starts. Throws NoBrowserError.
   */
  async warmUp(): Promise<void> {
    await this.getBrowser();
  }

  /** Launches a separate browser behind the same proxy. The caller must close the browser. */
  async launchApart(more: readonly string[]): Promise<Browser> {
    const launched = await launchBrowser(await this.findBinary(), this.options.proxyPort, more);
    await this.noteProcess(launched);
    return launched.browser;
  }

  /**
   * Opens a separate context in the shared browser, with settings that differ from a scan's. The caller must close the
   * context.
   */
  async openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    return (await this.getBrowser()).newContext(options);
  }

  openSession(device: Device, signIn: BrowserSignIn | null = null, language = DEFAULT_LANGUAGE): BrowserSession {
    return new BrowserSession({
      getBrowser: () => this.getBrowser(),
      killBrowser: (browser) => this.kill(browser),
      enterTab: this.enterTab,
      initScript: this.options.initScript,
      device,
      language,
      signIn,
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
    this.binary ??= await locateBrowser({ path, cacheFolder, user: findBrowserUser() });
    return this.binary;
  }

  private async launch(): Promise<Browser> {
    const binary = await this.findBinary();
    const launched = await launchBrowser(binary, this.options.proxyPort);
    const { browser } = launched;
    browser.once("disconnected", () => {
      if (this.running === browser) this.browser = null;
    });
    this.running = browser;
    this.processId = await this.noteProcess(launched);
    log.info({ browser: binary.source, version: browser.version() }, "browser started");
    return browser;
  }

  private async noteProcess({ browser, sandbox, reason }: LaunchedBrowser): Promise<number | null> {
    const processId = await browserProcessId(browser);
    if (processId !== null) this.options.onBrowser?.({ processId, sandbox, reason });
    return processId;
  }

  /** Kills the process, because a browser that hangs can't close normally. */
  private kill(browser: Browser): void {
    if (this.running !== browser || !browser.isConnected()) return;
    log.warn("browser stopped responding; restarting it");
    this.browser = null;
    if (this.processId !== null) process.kill(this.processId, "SIGKILL");
  }
}
