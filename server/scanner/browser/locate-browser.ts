import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { BrowserBinary } from "./browser-binary";
import { bundledChromium } from "./bundled-chromium";
import { environmentForBrowser } from "./process-environment";

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

/** The headless shell that Playwright keeps beside the full browser needs half the CPU. */
const playwrightCache = (): BrowserBinary | null => {
  const full = chromium.executablePath();
  const revision = /chromium-(\d+)/.exec(full)?.[1];
  const shellFolder = revision ? full.replace(/chromium-\d+[\s\S]*$/, `chromium_headless_shell-${revision}`) : "";
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

/**
 * Finds the browser to scan with: CHROMIUM_PATH, Google Chrome, Playwright's cache, the system's Chromium, the one that
 * comes from npm (unpacked into `cacheFolder` on first use). Throws NoBrowserError, which says what to install.
 */
export const locateBrowser = async (settings: {
  path?: string | undefined;
  cacheFolder: string;
}): Promise<BrowserBinary> => {
  const binary =
    configured(settings.path) ??
    installedChrome() ??
    playwrightCache() ??
    system() ??
    (await bundledChromium(settings.cacheFolder));
  if (binary) return binary;
  throw new NoBrowserError(
    "No browser was found to scan with. Install one (`npx playwright install chromium`, or the package " +
      "chromium-headless-shell or chromium of your system), or set CHROMIUM_PATH to one.",
  );
};
