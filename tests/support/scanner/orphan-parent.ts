import { createEmbeddedScanner } from "@/server/adapters/scanner/embedded";

/** Run as a process of its own, which a test then kills: what becomes of the scanner it started? */
const scanner = createEmbeddedScanner("secret-of-the-orphan");
await scanner.healthy();
process.stdout.write(`scanner ${scanner.processId()}\n`);
setInterval(() => undefined, 60_000);
