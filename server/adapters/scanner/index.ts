import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { scannerSecret } from "@/server/core/secrets";
import { createEmbeddedScanner } from "./embedded";
import type { ScannerPort } from "./port";
import { createRemoteScanner } from "./remote";

export type { ScannerPort } from "./port";

/** Returns this installation's scanner. The first call starts the bundled scanner, unless SCANNER_URL is set. */
export const getScanner = (): ScannerPort => oncePerProcess("scanner", chooseScanner);

const chooseScanner = (): ScannerPort => {
  if (!env.SCANNER_URL) return createEmbeddedScanner(scannerSecret());
  if (!env.SCANNER_SECRET) throw new Error("SCANNER_URL is set, but SCANNER_SECRET isn't. Set both.");
  return createRemoteScanner(env.SCANNER_URL, env.SCANNER_SECRET);
};
