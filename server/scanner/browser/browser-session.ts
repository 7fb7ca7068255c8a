import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { Device } from "../page-result";
import { PRODUCT } from "../user-agent";
import { TabWatch } from "./tab-watch";

export interface Tab {
  page: Page;
  cdp: CDPSession;
  watch: TabWatch;
}

export class TabCrashedError extends Error {
  override readonly name = "TabCrashedError";
}
export class TabTimeoutError extends Error {
  override readonly name = "TabTimeoutError";
}

interface PooledTab extends Tab {
  context: BrowserContext;
  used: number;
  crashed: Promise<never>;
}

export interface SessionParts {
  /** The running browser, started anew when it died. */
  getBrowser(): Promise<Browser>;
  /** Ends the browser at once; used when it no longer answers. */
  killBrowser(browser: Browser): void;
  enterTab(signal: AbortSignal): Promise<() => void>;
  initScript: string;
  device: Device;
  recycleAfter: number;
}

/** Pages run in a tab of 1280 × 800, or of a phone's 390 × 844. Motion is reduced, so that pictures stand still. */
const screens = {
  desktop: { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 },
  mobile: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;

const platforms = {
  desktop: "X11; Linux x86_64",
  mobile: "Linux; Android 10; K",
} as const;

const userAgentOf = (browser: Browser, device: Device): string => {
  const major = browser.version().split(".")[0];
  const mobile = device === "mobile" ? " Mobile" : "";
  return `Mozilla/5.0 (${platforms[device]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36 ${PRODUCT}`;
};

const CLOSE_TIMEOUT_MS = 5_000;

const within = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    late,
  ]);
  clearTimeout(timer);
  return done;
};

/** The tabs of one scan, in a browser context of its own. Tabs are used again and renewed every `recycleAfter` pages. */
export class BrowserSession {
  private readonly sizes = new Map<string, number>();
  private readonly idle: PooledTab[] = [];
  private context: Promise<BrowserContext> | null = null;
  private closed = false;

  constructor(private readonly parts: SessionParts) {}

  /**
   * Runs `work` in a tab and takes the tab away from it after `timeoutMs` or when the signal is aborted. Throws
   * TabTimeoutError, TabCrashedError (also when the browser died) or the signal's reason; the tab is then thrown away.
   */
  async withTab<T>(work: (tab: Tab) => Promise<T>, limits: { timeoutMs: number; signal: AbortSignal }): Promise<T> {
    const leave = await this.parts.enterTab(limits.signal);
    try {
      const tab = await this.takeTab();
      try {
        const result = await this.guarded(tab, work, limits);
        await this.putBack(tab);
        return result;
      } catch (error) {
        await this.discard(tab);
        throw error;
      }
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    const context = await this.context?.catch(() => null);
    if (context) await this.closeOrKill(context, context.close());
  }

  private async guarded<T>(
    tab: PooledTab,
    work: (tab: Tab) => Promise<T>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<T> {
    signal.throwIfAborted();
    let stop: () => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => {
      const timer = setTimeout(
        () => reject(new TabTimeoutError(`The page took more than ${timeoutMs / 1_000} s.`)),
        timeoutMs,
      );
      const abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
    });
    try {
      return await Promise.race([work(tab), stopped, tab.crashed]);
    } catch (error) {
      const gone = tab.page.isClosed() || !tab.context.browser()?.isConnected();
      throw gone ? new TabCrashedError("The browser stopped while it showed the page.", { cause: error }) : error;
    } finally {
      stop();
    }
  }

  private async takeTab(): Promise<PooledTab> {
    for (let tab = this.idle.pop(); tab; tab = this.idle.pop()) {
      if (!tab.page.isClosed() && tab.context.browser()?.isConnected()) {
        tab.used += 1;
        return tab;
      }
    }
    try {
      return await this.openTab(await this.openContext());
    } catch {
      return this.openTab(await this.openContext());
    }
  }

  private openContext(): Promise<BrowserContext> {
    this.context ??= this.newContext().catch((error: unknown) => {
      this.context = null;
      throw error;
    });
    return this.context;
  }

  private async newContext(): Promise<BrowserContext> {
    const browser = await this.parts.getBrowser();
    const context = await browser.newContext({
      ...screens[this.parts.device],
      userAgent: userAgentOf(browser, this.parts.device),
      locale: "en-GB",
      timezoneId: "UTC",
      colorScheme: "light",
      reducedMotion: "reduce",
      bypassCSP: true,
      serviceWorkers: "block",
      acceptDownloads: false,
    });
    context.once("close", () => {
      this.context = null;
    });
    await context.addInitScript(this.parts.initScript);
    return context;
  }

  private async openTab(context: BrowserContext): Promise<PooledTab> {
    const page = await context.newPage();
    const crashed = new Promise<never>((_, reject) => {
      const fail = () => reject(new TabCrashedError("The page crashed its tab."));
      page.once("crash", fail);
      page.once("close", fail);
    });
    crashed.catch(() => undefined);
    page.on("popup", (popup) => popup.close().catch(() => undefined));
    page.on("dialog", (dialog) => dialog.dismiss().catch(() => undefined));
    const cdp = await context.newCDPSession(page);
    const watch = new TabWatch(page, cdp, this.sizes);
    await watch.start();
    return { page, cdp, watch, context, used: 1, crashed };
  }

  private async putBack(tab: PooledTab): Promise<void> {
    if (this.closed || tab.used >= this.parts.recycleAfter) await this.discard(tab);
    else this.idle.push(tab);
  }

  private async discard(tab: PooledTab): Promise<void> {
    if (!tab.page.isClosed()) await this.closeOrKill(tab.context, tab.page.close());
  }

  private async closeOrKill(context: BrowserContext, closing: Promise<void>): Promise<void> {
    const browser = context.browser();
    if (!(await within(closing, CLOSE_TIMEOUT_MS)) && browser) this.parts.killBrowser(browser);
  }
}
