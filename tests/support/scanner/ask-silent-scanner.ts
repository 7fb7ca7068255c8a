import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { scannerSecret } from "@/server/core/secrets";
import { type SilentScanner, startSilentScanner } from "./silent-scanner";

interface Hooks {
  beforeAll(work: () => Promise<void>): void;
  afterAll(work: () => void): void;
}

const globals = globalThis as { curbcutScanner?: unknown };

/** Has this process ask a silent scanner while the tests of a spec run; answers the scans asked for up to now. */
export const askSilentScanner = ({ beforeAll, afterAll }: Hooks): (() => SilentScanner["asked"]) => {
  let scanner: SilentScanner | undefined;
  beforeAll(async () => {
    scanner = await startSilentScanner();
    globals.curbcutScanner = createRemoteScanner(scanner.url, scannerSecret());
  });
  afterAll(() => {
    delete globals.curbcutScanner;
    scanner?.close();
  });
  return () => scanner?.asked ?? [];
};
