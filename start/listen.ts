import { readFile } from "node:fs/promises";
import type http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { inLanguage } from "@/messages/runtime/in-language";
import { listLanguages } from "@/messages/runtime/language";
import { markClient } from "@/server/core/client-address";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { processWide } from "@/server/core/process-wide";
import { createVisitorHandler } from "@/server/domains/monitoring/rum";
import { chooseLanguage } from "./choose-language";
import { endSlowRequests } from "./end-slow-requests";
import { PortError } from "./port-error";
import { refuseEarly } from "./refuse-early";
import { addSecurityHeaders } from "./security-headers";

/** Returns the script that `npm run build` bundled. With `npm run dev`, which doesn't build, bundles the script. */
const readRumScript = async (): Promise<Buffer> => {
  const base = process.cwd();
  // biome-ignore lint/style/noProcessEnv: Next.js replaces this at build time, which keeps esbuild out of the production server.
  if (process.env["NODE_ENV"] === "development") {
    const { bundleRum } = await import("@/rum/bundle");
    return bundleRum(base);
  }
  return readFile(join(/* turbopackIgnore: true */ base, ".next", "rum.js"));
};

/**
 * Provided by start/serve.mjs: a server that isn't listening yet, and the handler of Next.js, which can be used once
 * `ready` resolves.
 */
interface Next {
  server: http.Server;
  handle: http.RequestListener<typeof http.IncomingMessage, typeof http.ServerResponse>;
  ready: Promise<void>;
}

interface Ports {
  main: http.Server;
  second: net.Server;
}

const next = processWide<Next>("next");

const getNext = (): Next => {
  if (!next.value) throw new Error("Next.js was started without Curbcut's own server. Start Curbcut with `npm start`.");
  return next.value;
};

const passToNext = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
  const { handle, ready } = getNext();
  try {
    await ready;
    await handle(request, response);
  } catch (error) {
    log.error({ err: error }, "failed to handle request");
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
};

const answerVisitor = createVisitorHandler(readRumScript);

/**
 * Receives all requests on both ports before Next.js does. Records the client's IP address, so that clients can't fake
 * it in a header.
 */
const receive = (request: http.IncomingMessage, response: http.ServerResponse): void => {
  markClient(request, env.TRUSTED_PROXY_HOPS);
  addSecurityHeaders(request, response);
  if (refuseEarly(request, response) || answerVisitor(request, response)) return;
  void inLanguage(chooseLanguage(request.headers, listLanguages()), () => passToNext(request, response));
};

/**
 * How long an idle connection is kept open: longer than the 60 s that is usual for load balancers, so that they never
 * send a request to a connection we have closed.
 */
const idleMs = 75_000;

const listen = (server: net.Server, name: "PORT" | "REPORT_PORT"): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) => reject(new PortError(name, env[name], code)));
    server.listen(env[name], env.HOST, resolve);
  });

/** Opens both ports, which serve the same application. Throws a `PortError` if a port can't be opened. */
export const openPorts = async (): Promise<Ports> => {
  const { server: main } = getNext();
  endSlowRequests(main);
  main.keepAliveTimeout = idleMs;
  main.on("request", receive);
  // Uses the same options as Node's HTTP server does for its own sockets.
  const second = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => main.emit("connection", socket));
  await listen(main, "PORT");
  await listen(second, "REPORT_PORT");
  return { main, second };
};

/** Stops accepting connections and gives running requests at most `graceMs` milliseconds to finish. */
export const closePorts = async ({ main, second }: Ports, graceMs: number): Promise<void> => {
  const closed = Promise.all([main, second].map((server) => new Promise((resolve) => server.close(resolve))));
  main.closeIdleConnections();
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    closed,
    new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    }),
  ]);
  clearTimeout(timer);
  main.closeAllConnections();
};
