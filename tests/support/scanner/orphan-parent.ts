import { createEmbeddedScanner } from "@/server/adapters/scanner/embedded";

/** Runs in a separate process, which a test kills to see what happens to the scanner that the process started. */
const scanner = createEmbeddedScanner("secret-of-the-orphan");
const print = (): void => void process.stdout.write(`scanner ${scanner.processId()}\n`);
scanner.onRestart?.(print);
await scanner.health();
print();
setInterval(() => undefined, 60_000);
