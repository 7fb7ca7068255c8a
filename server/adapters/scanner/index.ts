import { env } from "@/server/core/env";
import { scannerSecret } from "@/server/core/secrets";
import { createEmbeddedScanner } from "./embedded";
import type { ScannerPort } from "./port";
import { createRemoteScanner } from "./remote";

export type { ScannerPort } from "./port";

const shared = globalThis as typeof globalThis & { curbcutScanner?: ScannerPort };

/** The scanner of this installation. The first call starts the bundled one, unless SCANNER_URL names another. */
export const getScanner = (): ScannerPort => {
  shared.curbcutScanner ??= chooseScanner();
  return shared.curbcutScanner;
};

const chooseScanner = (): ScannerPort => {
  if (!env.SCANNER_URL) return createEmbeddedScanner(scannerSecret());
  if (!env.SCANNER_SECRET) throw new Error("SCANNER_URL is set, so SCANNER_SECRET has to be set as well.");
  return createRemoteScanner(env.SCANNER_URL, env.SCANNER_SECRET);
};
