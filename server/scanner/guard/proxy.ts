import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BlockedAddressError, type Guard } from "@/server/outside/guard";

export interface GuardProxy {
  /** Port on 127.0.0.1. */
  port: number;
  /** Hosts that were refused, as a count for the log. */
  refused(): number;
  close(): Promise<void>;
}

/** Sent with every answer that the proxy gives itself, so that a 403 of ours is not taken for the site's. */
export const GUARD_HEADER = "x-curbcut-guard";

const hopHeaders = new Set(["proxy-connection", "proxy-authorization", "keep-alive", "te", "trailer"]);

const forwardedHeaders = (message: IncomingMessage): string[] => {
  const headers: string[] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] ?? "";
    if (!hopHeaders.has(name.toLowerCase())) headers.push(name, message.rawHeaders[index + 1] ?? "");
  }
  return headers;
};

const refuse = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const blocked = error instanceof BlockedAddressError;
  response.writeHead(blocked ? 403 : 502, { [GUARD_HEADER]: blocked ? "blocked" : "unreachable" }).end();
};

/** Keeps connections to each host open; a new one asks the guard. */
class GuardedAgent extends Agent {
  constructor(private readonly guard: Guard) {
    super({ keepAlive: true, maxSockets: 64 });
  }

  override createConnection(
    options: { host?: string | null | undefined; port?: string | number | null | undefined },
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.guard.connect(options.host ?? "", Number(options.port)).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
  }
}

const forward = (agent: Agent, request: IncomingMessage, response: ServerResponse, fail: (error: Error) => void) => {
  const url = new URL(request.url ?? "");
  if (url.protocol !== "http:") throw new BlockedAddressError(url.host, url.protocol);
  const upstream = httpRequest({
    host: url.hostname,
    port: Number(url.port || 80),
    agent,
    method: request.method,
    path: url.pathname + url.search,
    headers: forwardedHeaders(request),
  });
  upstream.on("error", fail);
  upstream.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardedHeaders(answer));
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
};

const tunnel = async (guard: Guard, target: string, client: Duplex, head: Buffer) => {
  const match = /^(.+):(\d{1,5})$/.exec(target);
  if (!match?.[1] || !match[2]) throw new BlockedAddressError(target, "no port");
  const upstream = await guard.connect(match[1], Number(match[2]));
  upstream.on("error", () => client.destroy());
  upstream.on("close", () => client.destroy());
  client.on("close", () => upstream.destroy());
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  if (head.length > 0) upstream.write(head);
  upstream.pipe(client);
  client.pipe(upstream);
};

/** A forward proxy on loopback through which the browser has to go; it connects by the guard and by nothing else. */
export const startGuardProxy = async (guard: Guard): Promise<GuardProxy> => {
  let refused = 0;
  const sockets = new Set<Socket>();
  const agent = new GuardedAgent(guard);
  const note = (error: unknown) => {
    if (error instanceof BlockedAddressError) refused += 1;
  };
  const server = createServer((request, response) => {
    request.on("error", () => response.destroy());
    const fail = (error: unknown) => {
      note(error);
      refuse(response, error);
    };
    try {
      forward(agent, request, response, fail);
    } catch (error) {
      fail(error);
    }
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    tunnel(guard, request.url ?? "", client, head).catch((error: unknown) => {
      note(error);
      const blocked = error instanceof BlockedAddressError;
      client.end(`HTTP/1.1 ${blocked ? "403 Blocked" : "502 Unreachable"}\r\n${GUARD_HEADER}: refused\r\n\r\n`);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    close: async () => {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
