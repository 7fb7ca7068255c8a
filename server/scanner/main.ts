import type { AddressInfo } from "node:net";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { createSnippetChecker } from "./check-snippet";
import { createScanEngine } from "./engine";
import { createAuditRunner } from "./service/audit-runner";
import { createScannerServer } from "./service/http-server";

const STOP_TIMEOUT_MS = 5_000;

/** Told to the parent process once the scanner takes requests. */
export interface ListeningMessage {
  type: "listening";
  port: number;
}

const requireSecret = (): string => {
  if (env.SCANNER_SECRET) return env.SCANNER_SECRET;
  throw new Error("SCANNER_SECRET is not set. Give the scanner the same value as the app.");
};

/** The scanner as a process of its own. As a child it listens on loopback only, and ends when its parent does. */
const main = async (): Promise<void> => {
  const isChild = process.send !== undefined;
  const secret = requireSecret();
  const engine = await createScanEngine({ privateHosts: env.SCAN_PRIVATE_HOSTS });
  const audits = createAuditRunner(engine, secret);
  const server = createScannerServer({ secret, audits, checkSnippet: createSnippetChecker(engine.browsers) });

  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "scanner stops");
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    server.close();
    audits
      .close()
      .then(() => engine.close())
      .finally(() => process.exit(0));
  };
  // A page that is closed in the middle of a call may leave a rejection behind; the other audits go on.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a failure nobody waited for"));
  process.once("disconnect", () => stop("the parent process ended"));
  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));

  server.listen(env.SCANNER_PORT, isChild ? "127.0.0.1" : env.HOST, () => {
    const { port } = server.address() as AddressInfo;
    const message: ListeningMessage = { type: "listening", port };
    process.send?.(message);
    log.info({ port }, "scanner listens");
  });
};

main().catch((error: unknown) => {
  log.fatal({ err: error }, "scanner cannot start");
  process.exitCode = 1;
});
