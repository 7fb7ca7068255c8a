import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TestSite {
  origin: string;
  host: string;
  /** Requested paths with their queries, in order. */
  hits: string[];
  close(): Promise<void>;
}

const sendHtml = (response: ServerResponse, status: number, html: string) =>
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);

/** Serves pages on loopback. Looks up each request by its path and query, then by its path alone, then under `*`. */
export const serveSite = async (
  pages: (origin: string) => Record<string, Answer>,
  host = "127.0.0.1",
): Promise<TestSite> => {
  const hits: string[] = [];
  const sockets = new Set<Socket>();
  let table: Record<string, Answer> = {};
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    hits.push(url);
    const answer = table[url] ?? table[url.replace(/\?.*$/, "")] ?? table["*"];
    if (answer === undefined) sendHtml(response, 404, "<title>Not found</title>");
    else if (typeof answer === "string") sendHtml(response, 200, answer);
    else answer(request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  table = pages(origin);
  return {
    origin,
    host,
    hits,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

/** Returns a page without findings, so that only the elements that a test adds can have findings. */
export const soundPage = (body: string, head = "", title = "A page of the test site"): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<meta name="description" content="A page that was written for a test and that says so in its description.">${head}</head>` +
  `<body><main><h1>${title}</h1>${body}</main></body></html>`;

export const redirectTo =
  (location: string, status = 302): Answer =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };

/** Responds to a browser's first request for the page in one way, and to later ones in another. */
export const thenLater = (first: string, later: Answer): Answer => {
  let loads = 0;
  return (request, response) => {
    if (request.headers["sec-fetch-dest"] === "document") loads += 1;
    const answer = loads > 1 ? later : first;
    if (typeof answer === "string") sendHtml(response, 200, answer);
    else answer(request, response);
  };
};
