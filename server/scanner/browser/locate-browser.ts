import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { environmentForBrowser } from "../process-environment";
import type { BrowserBinary } from "./browser-binary";
import { canUse, type SystemUser } from "./browser-user";
import { bundledChromium } from "./bundled-chromium";

export class NoBrowserError extends Error {
  override readonly name = "NoBrowserError";
  readonly code = "no_browser";
}

const chromeInstallations: Readonly<Partial<Record<NodeJS.Platform, string[]>>> = {
  linux: ["/opt/google/chrome/chrome"],
  darwin: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
  win32: ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"],
};

const found = (executablePath: string | undefined, source: string): BrowserBinary | null =>
  executablePath && existsSync(executablePath) ? { executablePath, source, environment: {} } : null;

/** False for a browser in a folder that `user` can't access, such as one below /root. */
const isUsable = (binary: BrowserBinary | null, user: SystemUser | null): boolean =>
  binary !== null && canUse(binary.executablePath, user);

const configured = (path: string | undefined): BrowserBinary | null => {
  if (!path) return null;
  const binary = found(path, "CHROMIUM_PATH");
  if (!binary) throw new NoBrowserError(`CHROMIUM_PATH is ${path}, but there is no such file.`);
  return binary;
};

const installedChrome = (): BrowserBinary | null =>
  found(
    chromeInstallations[process.platform]?.find((path) => existsSync(path)),
    "Google Chrome",
  );

/** Prefers Playwright's headless shell to the full browser, because the shell uses half as much CPU time. */
const playwrightCache = (): BrowserBinary | null => {
  const full = chromium.executablePath();
  const build = /chromium-(\d+)/.exec(full);
  const shellFolder = build ? `${full.slice(0, build.index)}chromium_headless_shell-${build[1]}` : "";
  const shell = existsSync(shellFolder)
    ? readdirSync(shellFolder, { recursive: true, encoding: "utf8" }).find((name) =>
        /(?:^|[\\/])(?:chrome-)?headless[-_]shell(?:\.exe)?$/.test(name),
      )
    : undefined;
  return found(shell && join(shellFolder, shell), "Playwright's cache") ?? found(full, "Playwright's cache");
};

const systemNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

const system = (): BrowserBinary | null => {
  const folders = (environmentForBrowser()["PATH"] ?? "").split(delimiter).filter(Boolean);
  for (const name of systemNames) {
    const folder = folders.find((candidate) => existsSync(join(candidate, name)));
    if (folder) return found(join(folder, name), "the system");
  }
  return null;
};

export interface BrowserSearch {
  path?: string | undefined;
  cacheFolder: string;
  /** The user that runs the browser; defaults to this process's user. */
  user?: SystemUser | null;
}

/**
 * Finds the browser to scan with, in this order: CHROMIUM_PATH, Google Chrome, Playwright's cache, the system's
 * Chromium, then the Chromium from npm (unpacked on first use). A browser that `user` can't run is the last resort.
 * Throws NoBrowserError, which says what to install.
 */
export const locateBrowser = async ({ path, cacheFolder, user = null }: BrowserSearch): Promise<BrowserBinary> => {
  const chosen = configured(path);
  if (chosen) return chosen;
  const installed = [installedChrome(), playwrightCache(), system()];
  const binary =
    installed.find((each) => isUsable(each, user)) ??
    (await bundledChromium(cacheFolder, user)) ??
    installed.find((each) => each !== null);
  if (binary) return binary;
  throw new NoBrowserError(
    "No browser found. Install one (run `npx playwright install chromium`, or install your system's package " +
      "chromium-headless-shell or chromium), or set CHROMIUM_PATH.",
  );
};
