import http from "node:http";
import { markClient } from "@/server/core/client-address";
import { env } from "@/server/core/env";
import { answerVisitor } from "@/server/features/rum";
import { refuseEarly } from "./refuse-early";

type Emit = (this: http.Server, event: string, ...rest: unknown[]) => boolean;

interface Ports {
  main: http.Server | undefined;
  second: http.Server | undefined;
}

const isServer = (handle: unknown): handle is http.Server => handle instanceof http.Server && handle.listening;

/** Next offers no way to its server; this is the one that listens when instrumentation runs. */
const findServer = (): http.Server | undefined => {
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  return handles.find(isServer);
};

/** Before any code of Next sees a request, its socket's address is noted: a header can't pass for it. */
const markEveryRequest = (): void => {
  const emit = http.Server.prototype.emit as Emit;
  const seen = new WeakSet<object>();
  const marked: Emit = function (event, ...rest) {
    const [request, response] = rest;
    if ((event === "request" || event === "upgrade") && request instanceof http.IncomingMessage && !seen.has(request)) {
      seen.add(request);
      markClient(request, env.TRUSTED_PROXY_HOPS);
      if (
        response instanceof http.ServerResponse &&
        (refuseEarly(request, response) || answerVisitor(request, response))
      )
        return true;
    }
    return emit.call(this, event, ...rest);
  };
  http.Server.prototype.emit = marked as typeof http.Server.prototype.emit;
};

const listenBeside = (main: http.Server): Promise<http.Server> => {
  const second = http.createServer((request, response) => main.emit("request", request, response));
  second.on("upgrade", (request, socket, head) => main.emit("upgrade", request, socket, head));
  return new Promise((resolve, reject) => {
    second.once("error", reject);
    second.listen(env.REPORT_PORT, env.HOST, () => resolve(second));
  });
};

/** Opens the report service's port: the same application on a second address. */
export const openPorts = async (): Promise<Ports> => {
  markEveryRequest();
  const main = findServer();
  return { main, second: main && (await listenBeside(main)) };
};

/** Takes no new connection, lets running requests end for at most so many milliseconds. */
export const closePorts = async ({ main, second }: Ports, graceMs: number): Promise<void> => {
  const servers = [main, second].filter((server) => server !== undefined);
  const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  for (const server of servers) server.closeIdleConnections();
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    closed,
    new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    }),
  ]);
  clearTimeout(timer);
  for (const server of servers) server.closeAllConnections();
};
