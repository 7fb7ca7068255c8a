import { join } from "node:path";
import { type Browser, chromium, errors } from "playwright-core";
import { asError } from "@/server/core/as-error";
import { env } from "@/server/core/env";
import { environmentForBrowser } from "../process-environment";
import type { BrowserBinary } from "./browser-binary";
import { BrowserRefusedError } from "./browser-refused";
import { findBrowserUser, isRoot, type SystemUser } from "./browser-user";

/**
 * Nothing in the browser may bypass the guard: no direct name lookups, no QUIC, no WebRTC outside the proxy. All frames
 * of a tab share one process, so that the page's CDP session can reach third-party frames: in the full Chromium
 * browser, axe doesn't respond in a frame that has its own process. docs/security.md describes the consequences.
 */
const switches = [
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-site-isolation-trials",
  // Shared workers are disabled because their requests can't be aborted: they don't belong to a tab. Few pages depend
  // on them, because many browsers don't support them.
  "--disable-shared-workers",
  "--block-new-web-contents",
  "--mute-audio",
  // The first two flags make V8 optimise functions later than usual, and less. Optimising our scripts earlier would take
  // more CPU time than it saves, because they run only briefly on each page. Without the third flag, errors thrown while
  // axe-core loads would make V8 parse its source again to find their positions. A small young generation saves about
  // 10 MB per tab and costs no CPU time.
  "--js-flags=--invocation-count-for-maglev=2000,--no-turbofan,--no-enable-lazy-source-positions,--max-semi-space-size=2",
  "--force-color-profile=srgb",
];

/**
 * A way to launch the browser: the user that it runs as (null for this process's user), and whether it uses its
 * sandbox.
 */
interface Way {
  user: SystemUser | null;
  sandbox: boolean;
}

export interface LaunchedBrowser {
  browser: Browser;
  sandbox: boolean;
  /** Reason why the browser runs without a sandbox. */
  reason: string | null;
}

/** Returns the ways to launch the browser, safest first. Chromium's sandbox doesn't work for root. */
const waysToLaunch = (): Way[] => {
  const user = findBrowserUser();
  if (!user && !isRoot()) return [true, false].map((sandbox) => ({ user, sandbox }));
  const asRoot = env.SCAN_AS_ROOT ? [{ user: null, sandbox: false }] : [];
  return user ? [{ user, sandbox: true }, { user, sandbox: false }, ...asRoot] : asRoot;
};

/** The first way that worked, reused for all browsers that this process starts. */
let known: { way: Way; reason: string | null } | null = null;

const asOtherUser = (user: SystemUser, program: string) => ({
  executablePath: join(process.cwd(), "server/scanner/browser/run-as-user.sh"),
  environment: {
    CURBCUT_NODE: process.execPath,
    CURBCUT_BROWSER: program,
    CURBCUT_BROWSER_USER: `${user.uid}:${user.gid}`,
  },
});

type LaunchOptions = { binary: BrowserBinary; proxyPort: number; more: readonly string[] };

const launch = ({ binary, proxyPort, more }: LaunchOptions, { user, sandbox }: Way): Promise<Browser> => {
  const { executablePath, environment } = user
    ? asOtherUser(user, binary.executablePath)
    : { executablePath: binary.executablePath, environment: {} };
  return chromium.launch({
    executablePath,
    args: [...switches, ...more],
    chromiumSandbox: sandbox,
    proxy: { server: `http://127.0.0.1:${proxyPort}`, bypass: "<-loopback>" },
    env: { ...environmentForBrowser(), ...binary.environment, ...environment },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  });
};

/** Returns the browser's own error message, or the first line of Playwright's. */
const reasonOf = (error: Error): string => {
  const lines = error.message.split("\n").map((line) => line.trim());
  const written = lines.find((line) => /\[err\] |sandboxing failed/.test(line));
  return (written ?? lines[0] ?? "").replace(/^.*\[err\] /, "").slice(0, 300);
};

const refusal = (reason: string | null): BrowserRefusedError =>
  new BrowserRefusedError(
    "The scanner won't run its browser as root without a sandbox, and the browser didn't start as " +
      "SCANNER_USER. Run Curbcut as a dedicated user, set SCANNER_USER to a user that can run the browser, or set SCAN_AS_ROOT=true.",
    reason,
  );

/**
 * Starts a headless browser. `more` contains additional switches. The browser can reach the network only through the
 * guard's proxy, which listens on `proxyPort`. Uses the browser's sandbox if the system supports it, and runs the
 * browser as root only if SCAN_AS_ROOT allows it. Throws BrowserRefusedError or Playwright's launch error.
 */
export const launchBrowser = async (
  binary: BrowserBinary,
  proxyPort: number,
  more: readonly string[] = [],
): Promise<LaunchedBrowser> => {
  const options = { binary, proxyPort, more };
  if (known) return { browser: await launch(options, known.way), sandbox: known.way.sandbox, reason: known.reason };
  let failure: Error | null = null;
  for (const way of waysToLaunch()) {
    const reason = failure && reasonOf(failure);
    try {
      const browser = await launch(options, way);
      known = { way, reason };
      return { browser, sandbox: way.sandbox, reason };
    } catch (error) {
      // A timeout isn't a reason to run without a sandbox, because it doesn't mean that the sandbox is unsupported.
      if (error instanceof errors.TimeoutError) throw error;
      failure ??= asError(error);
    }
  }
  if (failure && (!isRoot() || env.SCAN_AS_ROOT)) throw failure;
  throw refusal(failure && reasonOf(failure));
};

/** Returns the process id of the browser, so that it can be killed if it doesn't close. */
export const browserProcessId = async (browser: Browser): Promise<number | null> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.find(({ type }) => type === "browser")?.id ?? null;
};
