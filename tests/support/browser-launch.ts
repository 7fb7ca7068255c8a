import { homedir } from "node:os";
import { join } from "node:path";
import type { LaunchOptions } from "@playwright/test";
import { locateBrowser } from "@/server/scanner/browser/locate-browser";

/**
 * Returns the launch options for the scanner's browser: the system's browser or, if there is none, the one from the npm
 * packages.
 */
export const browserLaunchOptions = async (): Promise<LaunchOptions> => {
  const { executablePath, environment } = await locateBrowser({
    path: process.env["CHROMIUM_PATH"],
    cacheFolder: join(homedir(), ".cache", "curbcut"),
  });
  return { executablePath, env: { ...process.env, ...environment } as Record<string, string>, args: ["--no-sandbox"] };
};
