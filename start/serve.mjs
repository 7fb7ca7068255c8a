/**
 * Runs Next.js with a custom server. Next.js loads instrumentation.ts, which starts all components, and start/listen.ts
 * opens the ports. Requires HOST, PORT and NODE_ENV. Written in JavaScript, because TypeScript would have to be
 * compiled at every start.
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { env, exit, stderr } from "node:process";
import next from "next";

const { HOST, NODE_ENV, PORT } = env;
const dev = NODE_ENV === "development";
const server = createServer({ connectionsCheckingInterval: 5_000 });
// Next.js adds an upgrade listener to the server that it is given, but only live reload needs one. Without an upgrade
// listener, Node handles upgrade requests like any other request.
const httpServer = dev ? server : createServer();
const app = next({ dev, httpServer, hostname: HOST, port: Number(PORT) });
const value = { server, handle: app.getRequestHandler(), ready: app.prepare() };
const scannerProgram = dev ? undefined : join(import.meta.dirname, "..", ".next", "scanner", "main.cjs");
globalThis.curbcut = new Map([
  ["next", { value }],
  ["scanner-program", { value: scannerProgram }],
]);

value.ready.catch((error) => {
  stderr.write(`${error.stack}\n`);
  exit(1);
});
