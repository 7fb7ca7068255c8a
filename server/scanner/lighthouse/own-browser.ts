import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, CDPSession } from "playwright-core";
import { browserProcessId } from "../browser/launch-browser";

/**
 * A browser that can be controlled through a port on loopback as well as through the pipe. The pipe closes when this
 * process exits, and the browser then exits too.
 */
export interface OwnBrowser {
  browser: Browser;
  processId: number | null;
  port: number;
}

export const LISTENING = ["--remote-debugging-port=0"];
const CLOSE_TIMEOUT_MS = 2_000;

/** Reads the port number that the browser writes to a file in its profile. */
const readPort = async (session: CDPSession): Promise<number> => {
  const { commandLine } = await session.send("SystemInfo.getInfo");
  // Backtracks, but only over the command line that we started the browser with.
  const profile = /--user-data-dir="?(.+?)"?(?= --|$)/.exec(commandLine)?.[1] ?? "";
  const [port] = (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n");
  return Number(port);
};

/** Prepares a browser that was just started with LISTENING: reads its port and disables downloads. */
export const takeBrowser = async (browser: Browser): Promise<OwnBrowser> => {
  const session = await browser.newBrowserCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "deny" });
  return { browser, processId: await browserProcessId(browser), port: await readPort(session) };
};

/** Closes the browser, even while it is still starting, and kills it if necessary. Takes at most two seconds. */
export const endBrowser = async (starting: Promise<OwnBrowser>): Promise<void> => {
  const kill = ({ browser, processId }: OwnBrowser) => {
    if (browser.isConnected() && processId !== null) process.kill(processId, "SIGKILL");
  };
  const closing = starting.then(
    ({ browser }) => browser.close(),
    () => undefined,
  );
  const closed = closing.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, false, { ref: false })])))
    starting.then(kill).catch(() => undefined);
};
