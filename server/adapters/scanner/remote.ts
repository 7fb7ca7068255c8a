import { createScannerClient } from "./client";
import type { ScannerPort } from "./port";

/**
 * Any service that implements the scanner contract, including our own scanner on another machine. Curbcut doesn't start
 * it.
 */
export const createRemoteScanner = (url: string, secret: string): ScannerPort => ({
  kind: "remote",
  location: url,
  ...createScannerClient(() => Promise.resolve(url), secret),
  onRestart: () => () => undefined,
  stop: () => Promise.resolve(),
});
