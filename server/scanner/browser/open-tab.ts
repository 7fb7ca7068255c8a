import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Dialog, Page } from "playwright-core";
import { TabCrashedError } from "./tab-limits";
import { TabWatch } from "./tab-watch";

/** What a page's scan works with. */
export interface Tab {
  page: Page;
  cdp: CDPSession;
  watch: TabWatch;
}

export interface PooledTab extends Tab {
  used: number;
  /** Rejects when the tab is no more. */
  lost: Promise<never>;
  isAlive(): boolean;
  /** Closes the tab; false when it does not close. */
  close(): Promise<boolean>;
}

const CLOSE_ATTEMPTS = 12;
const CLOSE_WAIT_MS = 400;

/** A promise that never resolves and that nobody has to catch. */
export const whenLost = (listen: (fail: () => void) => void, message: string): Promise<never> => {
  const lost = new Promise<never>((_, reject) => listen(() => reject(new TabCrashedError(message))));
  lost.catch(() => undefined);
  return lost;
};

/** A page that keeps navigating can miss the order to close, so it is given again until the page is gone. */
const closeTarget = async (page: Page, control: CDPSession, targetId: string): Promise<boolean> => {
  const closed = new Promise<void>((resolve) => page.once("close", () => resolve()));
  for (let attempt = 0; attempt < CLOSE_ATTEMPTS && !page.isClosed(); attempt += 1) {
    control.send("Target.closeTarget", { targetId }).catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_WAIT_MS, undefined, { ref: false })]);
  }
  return page.isClosed();
};

/** Asks nobody, and leaves a page that would rather be stayed on. */
const answerDialog = (dialog: Dialog): Promise<void> =>
  dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();

/** Opens a tab that listens to its page. `control` is a session with the browser itself. */
export const openTab = async (
  context: BrowserContext,
  control: CDPSession,
  sizes: Map<string, number>,
): Promise<PooledTab> => {
  const page = await context.newPage();
  const lost = whenLost((fail) => {
    page.once("crash", fail);
    page.once("close", fail);
  }, "The page crashed its tab.");
  page.on("popup", (popup) => popup.close().catch(() => undefined));
  page.on("dialog", (dialog) => answerDialog(dialog).catch(() => undefined));
  const cdp = await context.newCDPSession(page);
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  const watch = new TabWatch(page, cdp, targetInfo.targetId, sizes);
  await watch.start();
  return {
    page,
    cdp,
    watch,
    used: 1,
    lost,
    isAlive: () => !page.isClosed() && (context.browser()?.isConnected() ?? false),
    close: () => closeTarget(page, control, targetInfo.targetId),
  };
};
