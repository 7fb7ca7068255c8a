import { createScannerClient } from "./client";
import type { ScannerPort } from "./port";
import { ScannerProcess } from "./scanner-process";

/** The bundled scanner as a child process on loopback, started by this call and started again whenever it ends. */
export const createEmbeddedScanner = (secret: string): ScannerPort => {
  const child = new ScannerProcess(secret);
  child.start();
  return {
    kind: "embedded",
    location: "child process",
    ...createScannerClient(async () => `http://127.0.0.1:${await child.port()}`, secret),
    onRestart: (listener) => child.onRestart(listener),
    stop: () => child.stop(),
  };
};
