import { createScannerClient } from "./client";
import type { ScannerPort } from "./port";
import { ScannerProcess } from "./scanner-process";

export interface EmbeddedScanner extends ScannerPort {
  /** Returns the process id of the running scanner, if there is one. */
  processId(): number | undefined;
  /** Returns the URL that the scanner listens on. Waits if the scanner is starting. */
  address(): Promise<string>;
}

/** Starts the bundled scanner as a child process on loopback, and restarts it whenever it exits. */
export const createEmbeddedScanner = (secret: string): EmbeddedScanner => {
  const child = new ScannerProcess(secret);
  child.start();
  const address = async () => `http://127.0.0.1:${await child.port()}`;
  return {
    kind: "embedded",
    location: "child process",
    ...createScannerClient(address, secret),
    onRestart: (listener) => child.onRestart(listener),
    stop: () => child.stop(),
    address,
    processId: () => child.processId,
  };
};
