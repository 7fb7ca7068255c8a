import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Dialog, Page } from "playwright-core";
import { installApart, installInPage } from "../page/isolated-world";
import { lateWorkScript } from "../page/probe/late-work";
import { declaredRootsScript, openRootsScript } from "../page/probe/open-roots";
import type { BrowserSignIn } from "../sign-in/browser-sign-in";
import { TabCrashedError } from "./tab-limits";
import { TabWatch } from "./tab-watch";

/** The tab in which a page is scanned. */
export interface Tab {
  page: Page;
  cdp: CDPSession;
  /** Id of the page's main frame. */
  frameId: string;
  watch: TabWatch;
  /** The sign-in's secrets, which screenshots mustn't show. */
  hidden: readonly string[];
  /** Time, as measured by `performance.now()`, by which the work in the tab must be done; otherwise, the work fails. */
  endsAt: number;
}

export interface PooledTab extends Tab {
  used: number;
  /** Rejects when the tab crashes or closes. */
  lost: Promise<never>;
  isAlive(): boolean;
  /** Closes the tab. Resolves to false if the tab doesn't close. */
  close(): Promise<boolean>;
}

const CLOSE_ATTEMPTS = 12;
const CLOSE_WAIT_MS = 400;

/**
 * Returns a promise that never resolves, but rejects when `fail` is called. The promise doesn't need a rejection
 * handler.
 */
export const whenLost = (listen: (fail: () => void) => void, message: string): Promise<never> => {
  const lost = new Promise<never>((_, reject) => listen(() => reject(new TabCrashedError(message))));
  lost.catch(() => undefined);
  return lost;
};

/** Repeats the close command until the page is closed, because the command can get lost while a page navigates. */
const closeTarget = async (page: Page, control: CDPSession, targetId: string): Promise<boolean> => {
  const closed = new Promise<void>((resolve) => page.once("close", () => resolve()));
  for (let attempt = 0; attempt < CLOSE_ATTEMPTS && !page.isClosed(); attempt += 1) {
    control.send("Target.closeTarget", { targetId }).catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_WAIT_MS, undefined, { ref: false })]);
  }
  return page.isClosed();
};

/** Dismisses all dialogs, except those that ask whether to leave the page, which it accepts. */
const answerDialog = (dialog: Dialog): Promise<void> =>
  dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();

export interface TabParts {
  context: BrowserContext;
  /** A CDP session with the browser itself. */
  control: CDPSession;
  sizes: Map<string, number>;
  initScript: string;
  signIn: BrowserSignIn | null;
}

/** Opens a tab that records the page's activity and runs `initScript` in an isolated world of every document. */
export const openTab = async ({ context, control, sizes, initScript, signIn }: TabParts): Promise<PooledTab> => {
  const page = await context.newPage();
  const lost = whenLost((fail) => {
    page.once("crash", fail);
    page.once("close", fail);
  }, "The page crashed.");
  page.on("popup", (popup) => popup.close().catch(() => undefined));
  page.on("dialog", (dialog) => answerDialog(dialog).catch(() => undefined));
  const cdp = await context.newCDPSession(page);
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  const watch = new TabWatch(page, cdp, targetInfo.targetId, sizes);
  await watch.start();
  await installInPage(cdp, lateWorkScript);
  await installInPage(cdp, openRootsScript);
  await installApart(cdp, declaredRootsScript);
  await installApart(cdp, initScript);
  await signIn?.install(context, page);
  return {
    page,
    cdp,
    frameId: targetInfo.targetId,
    watch,
    hidden: signIn?.hidden ?? [],
    endsAt: Number.POSITIVE_INFINITY,
    used: 1,
    lost,
    isAlive: () => !page.isClosed() && (context.browser()?.isConnected() ?? false),
    close: () => closeTarget(page, control, targetInfo.targetId),
  };
};
