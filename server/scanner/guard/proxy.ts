import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BlockedAddressError, type Guard, PrivateNameError } from "@/server/outside/guard";
import { listeningPort } from "../listening-port";
import { passOnHeaders } from "./foreign-headers";

export interface GuardProxy {
  /** Port on 127.0.0.1. */
  port: number;
  /** Returns the number of refused connections, for the log. */
  refused(): number;
  close(): Promise<void>;
}

/** Sent with every response that the proxy itself creates, so that its 403 isn't mistaken for one from the website. */
export const GUARD_HEADER = "x-curbcut-guard";

/** Maximum number of interim responses (1xx) to a request. */
const MAX_INTERIM_ANSWERS = 20;

/** Wraps a handler so that an error that it throws ends only one connection. */
const contain =
  <Args extends unknown[]>(handler: (...args: Args) => void, fail: (error: unknown) => void) =>
  (...args: Args): void => {
    try {
      handler(...args);
    } catch (error) {
      fail(error);
    }
  };

const refuse = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const blocked = error instanceof BlockedAddressError;
  response.writeHead(blocked ? 403 : 502, { [GUARD_HEADER]: blocked ? "blocked" : "unreachable" }).end();
};

/** Opens connections through the guard, and keeps them open for further requests to the same host. */
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

const requestHeaders = (request: IncomingMessage): string[] => {
  const headers = passOnHeaders(request.rawHeaders);
  return request.headers["transfer-encoding"] === undefined ? headers : [...headers, "Transfer-Encoding", "chunked"];
};

/** Passes on only the status code and valid headers of a response, because the reason phrase can contain anything. */
const passOn = (answer: IncomingMessage, response: ServerResponse): void => {
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 599) throw new Error(`The server returned status ${statusCode}.`);
  response.writeHead(statusCode, passOnHeaders(answer.rawHeaders, [GUARD_HEADER]));
  answer.on("error", () => response.destroy());
  answer.pipe(response);
};

const forward = (agent: Agent, request: IncomingMessage, response: ServerResponse, fail: (error: unknown) => void) => {
  const url = new URL(request.url ?? "");
  if (url.protocol !== "http:") throw new BlockedAddressError(url.host, url.protocol);
  const upstream = httpRequest({
    host: url.hostname,
    port: Number(url.port || 80),
    agent,
    method: request.method,
    path: url.pathname + url.search,
    headers: requestHeaders(request),
  });
  const end = (error: unknown): void => {
    upstream.destroy();
    fail(error);
  };
  let interim = 0;
  upstream.on("error", fail);
  upstream.on("information", () => {
    interim += 1;
    if (interim > MAX_INTERIM_ANSWERS) end(new Error("The server sent too many interim responses."));
  });
  upstream.on("upgrade", (_answer, socket) => {
    socket.destroy();
    end(new Error("The server switched to another protocol."));
  });
  upstream.on(
    "response",
    contain((answer) => passOn(answer, response), end),
  );
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
  if (client.destroyed) {
    upstream.destroy();
    return;
  }
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  if (head.length > 0) upstream.write(head);
  upstream.pipe(client);
  client.pipe(upstream);
};

/** Starts a forward proxy on loopback for the browser. The proxy connects only through the guard. */
export const startGuardProxy = async (guard: Guard): Promise<GuardProxy> => {
  let refused = 0;
  const sockets = new Set<Socket>();
  const agent = new GuardedAgent(guard);
  const note = (error: unknown) => {
    if (error instanceof BlockedAddressError || error instanceof PrivateNameError) refused += 1;
  };
  const server = createServer((request, response) => {
    const fail = (error: unknown): void => {
      note(error);
      refuse(response, error);
    };
    request.on("error", () => response.destroy());
    response.on("error", () => response.destroy());
    contain(() => forward(agent, request, response, fail), fail)();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(guard, request.url ?? "", client, head).catch((error: unknown) => {
      note(error);
      const blocked = error instanceof BlockedAddressError;
      client.end(`HTTP/1.1 ${blocked ? "403 Blocked" : "502 Unreachable"}\r\n${GUARD_HEADER}: refused\r\n\r\n`);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: listeningPort(server),
    refused: () => refused,
    close: async () => {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
