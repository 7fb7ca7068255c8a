import { type Browser, chromium } from "playwright-core";
import { log } from "@/server/core/log";
import type { BrowserBinary } from "./browser-binary";
import { environmentForBrowser } from "./process-environment";

/**
 * Nothing of the browser may go around the guard: no direct name look-ups, no QUIC, no WebRTC outside the proxy. One
 * process for all frames of a tab keeps foreign frames within reach of the page's own session.
 */
const switches = [
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-site-isolation-trials",
  "--block-new-web-contents",
  "--mute-audio",
  "--force-color-profile=srgb",
];

/** Decided by the first launch: containers and root have no sandbox of their own to give. */
let sandbox = process.getuid?.() !== 0;

type LaunchOptions = { binary: BrowserBinary; proxyPort: number; more: readonly string[] };

const launch = ({ binary, proxyPort, more }: LaunchOptions, chromiumSandbox: boolean): Promise<Browser> =>
  chromium.launch({
    executablePath: binary.executablePath,
    args: [...switches, ...more],
    chromiumSandbox,
    proxy: { server: `http://127.0.0.1:${proxyPort}`, bypass: "<-loopback>" },
    env: { ...environmentForBrowser(), ...binary.environment },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  });

/**
 * Starts a headless browser whose only way out is the guard's proxy on this port, with `more` switches on top. Throws
 * Playwright's launch error.
 */
export const launchBrowser = async (
  binary: BrowserBinary,
  proxyPort: number,
  more: readonly string[] = [],
): Promise<Browser> => {
  const options = { binary, proxyPort, more };
  if (!sandbox) return launch(options, false);
  try {
    return await launch(options, true);
  } catch (error) {
    const browser = await launch(options, false);
    sandbox = false;
    log.warn({ reason: (error as Error).message.split("\n")[0] }, "this system gives the browser no sandbox");
    return browser;
  }
};

/** For ending a browser that does not close when asked to. */
export const browserProcessId = async (browser: Browser): Promise<number | null> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.find(({ type }) => type === "browser")?.id ?? null;
};
