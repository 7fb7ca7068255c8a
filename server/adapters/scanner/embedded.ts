import { createScannerClient } from "./client";
import type { ScannerPort } from "./port";
import { ScannerProcess } from "./scanner-process";

export interface EmbeddedScanner extends ScannerPort {
  /** Process id of the scanner that runs now, if one does. */
  processId(): number | undefined;
  /** Where it listens; waits for one that is starting. */
  address(): Promise<string>;
}

/** The bundled scanner as a child process on loopback, started by this call and started again whenever it ends. */
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
