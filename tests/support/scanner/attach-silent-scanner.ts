import type { ScannerPort } from "@/server/adapters/scanner";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { processWide } from "@/server/core/process-wide";
import { scannerSecret } from "@/server/core/secrets";
import { type SilentScanner, startSilentScanner } from "./silent-scanner";

export interface Hooks {
  beforeAll(work: () => Promise<void>): void;
  afterAll(work: () => void | Promise<void>): void;
}

const chosen = processWide<ScannerPort>("scanner");

/**
 * Makes this process use a silent scanner while the tests in a spec run. Returns a function that returns the scanner.
 */
export const attachSilentScanner = ({
  beforeAll,
  afterAll,
}: Hooks): (() => Pick<SilentScanner, "requests" | "stopped">) => {
  let scanner: SilentScanner | undefined;
  beforeAll(async () => {
    scanner = await startSilentScanner();
    chosen.value = createRemoteScanner(scanner.url, scannerSecret());
  });
  afterAll(() => {
    chosen.value = undefined;
    scanner?.close();
  });
  return () => scanner ?? { requests: [], stopped: [] };
};

/** Like `attachSilentScanner`, but returns a function that lists the scans requested so far. */
export const recordScanRequests = (hooks: Hooks): (() => SilentScanner["requests"]) => {
  const scanner = attachSilentScanner(hooks);
  return () => scanner().requests;
};
