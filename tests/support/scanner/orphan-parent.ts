import { createEmbeddedScanner } from "@/server/adapters/scanner/embedded";

/** Run as a separate process, which a test kills to see what happens to the scanner it started. */
const scanner = createEmbeddedScanner("secret-of-the-orphan");
const print = (): void => void process.stdout.write(`scanner ${scanner.processId()}\n`);
scanner.onRestart?.(print);
await scanner.health();
print();
setInterval(() => undefined, 60_000);
