import { createEmbeddedScanner } from "@/server/adapters/scanner/embedded";

/** Run as a separate process, which a test kills to see what happens to the scanner it started. */
const scanner = createEmbeddedScanner("secret-of-the-orphan");
await scanner.health();
process.stdout.write(`scanner ${scanner.processId()}\n`);
setInterval(() => undefined, 60_000);
