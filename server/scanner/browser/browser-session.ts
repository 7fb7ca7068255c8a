import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession } from "playwright-core";
import { log } from "@/server/core/log";
import { leaveSealed } from "../page/without-requests";
import type { Device } from "../page-result";
import type { BrowserSignIn } from "../sign-in/browser-sign-in";
import { PRODUCT } from "../user-agent";
import { openTab, type PooledTab, type Tab, whenLost } from "./open-tab";
import { type Limits, TabCrashedError, TabTimeoutError, within } from "./tab-limits";

export interface SessionParts {
  /** Returns the running browser, restarting it first if it has crashed. */
  getBrowser(): Promise<Browser>;
  /** Kills a browser that no longer responds. */
  killBrowser(browser: Browser): void;
  enterTab(signal: AbortSignal): Promise<() => void>;
  initScript: string;
  device: Device;
  /** BCP 47 tag of the language that the browser asks for. */
  language: string;
  signIn: BrowserSignIn | null;
  recycleAfter: number;
}

interface OpenContext {
  browser: Browser;
  context: BrowserContext;
  /** A CDP session with the browser itself. */
  control: CDPSession;
  lost: Promise<never>;
}

const screens = {
  desktop: { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 },
  mobile: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;

/**
 * Browser settings, which are the same on every machine, so that a website sends the same page whichever machine scans
 * it. Pages that respect reduced motion don't animate.
 */
const surroundings = {
  timezoneId: "UTC",
  colorScheme: "light",
  reducedMotion: "reduce",
  bypassCSP: true,
  serviceWorkers: "block",
  acceptDownloads: false,
} as const;

const platforms = { desktop: "X11; Linux x86_64", mobile: "Linux; Android 10; K" } as const;

const BROWSER_LOST = "The browser stopped while the page was open.";
const OPEN_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** How long a tab waits for the next page. An idle tab uses up to 100 MB. */
const IDLE_MS = 2_000;

/** Returns the browser's usual user agent on this kind of device, followed by the product name. */
export const userAgentOf = (browser: Browser, device: Device): string => {
  const major = browser.version().split(".")[0];
  const mobile = device === "mobile" ? " Mobile" : "";
  return `Mozilla/5.0 (${platforms[device]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36 ${PRODUCT}`;
};

const isQuick = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    sleep(ANSWER_TIMEOUT_MS, false, { ref: false }),
  ]);

/**
 * The tabs of one scan, in a separate browser context. Each tab is used for up to `recycleAfter` pages, provided that
 * each page follows soon after the previous one.
 */
export class BrowserSession {
  private readonly sizes = new Map<string, number>();
  /** Tabs that are waiting for a page, each with the timer that closes it. */
  private readonly idle = new Map<PooledTab, NodeJS.Timeout>();
  private opening: Promise<OpenContext> | null = null;
  private closed = false;

  constructor(private readonly parts: SessionParts) {}

  /**
   * Runs `work` in a tab for at most `timeoutMs`, or until the signal is aborted. If the work fails or is stopped,
   * discards the tab and throws TabTimeoutError, TabCrashedError (also if the browser crashed), the signal's reason or
   * the error from `work`.
   */
  async withTab<T>(work: (tab: Tab) => Promise<T>, limits: Limits): Promise<T> {
    const leave = await this.parts.enterTab(limits.signal);
    try {
      const tab = await this.takeTab(limits.signal);
      try {
        tab.endsAt = performance.now() + limits.timeoutMs;
        const result = await within(work(tab), limits, tab.lost);
        const isLeft = await leaveSealed(tab);
        if (!isLeft || this.closed || tab.used >= this.parts.recycleAfter) await this.discard(tab);
        else this.keep(tab);
        return result;
      } catch (error) {
        const crashed = !tab.isAlive() && !limits.signal.aborted && !(error instanceof TabCrashedError);
        // Leaves the page while its requests are still being aborted. Otherwise, the page could send requests when its
        // tab closes.
        await leaveSealed(tab);
        await this.discard(tab);
        throw crashed ? new TabCrashedError(BROWSER_LOST, { cause: error }) : error;
      }
    } finally {
      leave();
    }
  }

  /**
   * Like `withTab`, but in a separate tab that is closed afterwards. The tab starts with the cookies and local storage
   * of a sign-in, but otherwise shares nothing with other tabs: nothing that happens in it affects them. The tab may
   * emulate another device.
   */
  async withFreshTab<T>(work: (tab: Tab) => Promise<T>, limits: Limits, device = this.parts.device): Promise<T> {
    const { signIn } = this.parts;
    const leave = await this.parts.enterTab(limits.signal);
    try {
      await signIn?.remember();
      const { browser, context, control, lost } = await this.newContext({ isShared: false, device });
      try {
        const opening = openTab({ ...this.parts, context, control, sizes: this.sizes });
        const tab = await within(opening, { ...limits, timeoutMs: OPEN_TIMEOUT_MS }, lost);
        tab.endsAt = performance.now() + limits.timeoutMs;
        return await within(work(tab), limits, Promise.race([tab.lost, lost]));
      } finally {
        const isClosed = await isQuick(context.close());
        if (!isClosed && !(await isQuick(control.send("Browser.getVersion")))) this.parts.killBrowser(browser);
      }
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.idle.values()) clearTimeout(timer);
    this.idle.clear();
    const open = await this.opening?.catch(() => null);
    if (open && !(await isQuick(open.context.close()))) this.parts.killBrowser(open.browser);
  }

  private async takeTab(signal: AbortSignal): Promise<PooledTab> {
    // Newest first, so that tabs that aren't needed stay idle and are closed.
    for (const [tab, timer] of [...this.idle].toReversed()) {
      clearTimeout(timer);
      this.idle.delete(tab);
      if (!tab.isAlive()) continue;
      tab.used += 1;
      return tab;
    }
    try {
      return await this.newTab(signal);
    } catch (error) {
      if (!(error instanceof TabCrashedError)) throw error;
      return this.newTab(signal);
    }
  }

  /**
   * Keeps a tab for the next page. Closes the tab if no page needs it soon, for example because it's another audit's
   * turn.
   */
  private keep(tab: PooledTab): void {
    const close = () => {
      this.idle.delete(tab);
      this.discard(tab).catch((error: unknown) => log.warn({ err: error }, "failed to close an idle tab"));
    };
    this.idle.set(tab, setTimeout(close, IDLE_MS).unref());
  }

  private async newTab(signal: AbortSignal): Promise<PooledTab> {
    const { browser, context, control, lost } = await this.openContext();
    try {
      return await within(
        openTab({ ...this.parts, context, control, sizes: this.sizes }),
        { timeoutMs: OPEN_TIMEOUT_MS, signal },
        lost,
      );
    } catch (error) {
      if (error instanceof TabTimeoutError) this.parts.killBrowser(browser);
      throw browser.isConnected() || signal.aborted ? error : new TabCrashedError(BROWSER_LOST, { cause: error });
    }
  }

  private openContext(): Promise<OpenContext> {
    if (this.opening) return this.opening;
    const opening = this.newContext();
    const clearOpening = () => {
      if (this.opening === opening) this.opening = null;
    };
    opening.then(({ browser }) => browser.once("disconnected", clearOpening), clearOpening);
    this.opening = opening;
    return opening;
  }

  /** `isShared` is false for a context that doesn't continue the sign-in's session. */
  private async newContext({ isShared = true, device = this.parts.device } = {}): Promise<OpenContext> {
    const { signIn, language: locale } = this.parts;
    const browser = await this.parts.getBrowser();
    const lost = whenLost((fail) => browser.once("disconnected", fail), BROWSER_LOST);
    const build = async (): Promise<OpenContext> => {
      const userAgent = userAgentOf(browser, device);
      const own = { ...surroundings, ...screens[device], locale, userAgent, ...signIn?.contextOptions() };
      const context = await browser.newContext(own);
      if (isShared) signIn?.opened(context);
      return { browser, context, control: await browser.newBrowserCDPSession(), lost };
    };
    return Promise.race([build(), lost]);
  }

  private async discard(tab: PooledTab): Promise<void> {
    if (!tab.isAlive() || (await tab.close())) return;
    const open = await this.opening?.catch(() => null);
    if (open && !(await isQuick(open.control.send("Browser.getVersion")))) this.parts.killBrowser(open.browser);
  }
}
