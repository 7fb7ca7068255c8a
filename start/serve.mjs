/**
 * Runs Next as a custom server. Next loads instrumentation.ts, which starts everything, and start/listen.ts opens the
 * ports. Expects HOST, PORT and NODE_ENV. Written in JavaScript, because TypeScript would be compiled at every start.
 */
import { createServer } from "node:http";
import { env, exit, stderr } from "node:process";
import next from "next";

const { HOST, NODE_ENV, PORT } = env;
const dev = NODE_ENV === "development";
const server = createServer({ connectionsCheckingInterval: 5_000 });
// Next adds its own upgrade listener to the server it is given, and only live reload needs one. Without such a
// listener, Node handles upgrade requests like any others.
const httpServer = dev ? server : createServer();
const app = next({ dev, httpServer, hostname: HOST, port: Number(PORT) });
const value = { server, handle: app.getRequestHandler(), ready: app.prepare() };
globalThis.curbcut = new Map([["next", { value }]]);

value.ready.catch((error) => {
  stderr.write(`${error.stack}\n`);
  exit(1);
});
