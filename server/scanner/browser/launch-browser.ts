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

const launch = (binary: BrowserBinary, proxyPort: number, chromiumSandbox: boolean): Promise<Browser> =>
  chromium.launch({
    executablePath: binary.executablePath,
    args: switches,
    chromiumSandbox,
    proxy: { server: `http://127.0.0.1:${proxyPort}`, bypass: "<-loopback>" },
    env: { ...environmentForBrowser(), ...binary.environment },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  });

/** Starts a headless browser whose only way out is the guard's proxy on this port. Throws Playwright's launch error. */
export const launchBrowser = async (binary: BrowserBinary, proxyPort: number): Promise<Browser> => {
  if (!sandbox) return launch(binary, proxyPort, false);
  try {
    return await launch(binary, proxyPort, true);
  } catch (error) {
    const browser = await launch(binary, proxyPort, false);
    sandbox = false;
    log.warn({ reason: (error as Error).message.split("\n")[0] }, "this system gives the browser no sandbox");
    return browser;
  }
};
