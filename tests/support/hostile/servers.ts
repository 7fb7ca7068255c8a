import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { soundPage } from "../scanner/serve-site";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const page = soundPage("", "", "A hostile server's page");
const html = { "content-type": "text/html; charset=utf-8" };

/** Writes a chunk every `everyMs` milliseconds until the other side disconnects. */
const drip = (socket: Socket | ServerResponse, everyMs: number, chunk: () => string): void => {
  const timer = setInterval(() => socket.write(chunk()), everyMs);
  socket.on("close", () => clearInterval(timer)).on("error", () => clearInterval(timer));
};

const redirectTo = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { location }).end();
};

const flood = (response: ServerResponse, chunk: Buffer): void => {
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", write);
  write();
};

const bomb = gzipSync(Buffer.alloc(300_000_000, "<p>again</p>"));

/** Servers that speak HTTP but misbehave, keyed by what they do. */
export const hostileServers: Readonly<Record<string, Answer>> = {
  "a body sent at one character per second": (_, response) => {
    response.writeHead(200, html).write(page.slice(0, 200));
    drip(response, 1_000, () => "x");
  },
  "an endless body": (_, response) => flood(response.writeHead(200, html), Buffer.alloc(65_536, "<p>again</p>")),
  "three hundred megabytes, compressed": (_, response) => {
    response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(bomb);
  },
  "a redirect to itself": (request, response) => redirectTo(response, request.url ?? "/"),
  "endless redirects": (_, response) => redirectTo(response, `/${Math.random()}`),
  "a redirect to the internal network": (_, response) =>
    redirectTo(response, "http://169.254.169.254/latest/meta-data/"),
  "a redirect to a file": (_, response) => redirectTo(response, "file:///etc/passwd"),
  "no response": () => undefined,
  "two thousand cookies": (_, response) => {
    const cookies = Array.from({ length: 2_000 }, (_each, index) => `c${index}=x; Path=/`);
    response.writeHead(200, { ...html, "set-cookie": cookies }).end(page);
  },
  "a file to download": (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment" });
    flood(response, Buffer.alloc(65_536));
  },
  "a request for a password": (_, response) => {
    response.writeHead(401, { ...html, "www-authenticate": 'Basic realm="x"' }).end(page);
  },
  "a refresh in a header": (_, response) => response.writeHead(200, { ...html, refresh: "0" }).end(page),
  "entities within entities": (_, response) => {
    const entities = Array.from(
      { length: 12 },
      (_each, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(12)}">`,
    );
    response
      .writeHead(200, { "content-type": "application/xhtml+xml" })
      .end(
        `<!DOCTYPE html [<!ENTITY e0 "x">${entities.join("")}]><html xmlns="http://www.w3.org/1999/xhtml"><body>&e12;</body></html>`,
      );
  },
  "endless links": (request, response) => {
    const at = request.url ?? "/";
    const links = Array.from({ length: 2_000 }, (_each, index) => `<a href="/${Math.random()}/${index}">Page</a>`);
    response.writeHead(200, html).end(soundPage(`<p>${at.slice(0, 50)}</p>${links.join(" ")}`));
  },
  "an endless robots.txt": (request, response) => {
    if (request.url !== "/robots.txt") response.writeHead(200, html).end(page);
    else
      flood(
        response.writeHead(200, { "content-type": "text/plain" }),
        Buffer.from(`Disallow: /${"*a".repeat(500)}$\n`),
      );
  },
  "a robots.txt with a crawl delay of an hour": (request, response) => {
    if (request.url === "/robots.txt") response.writeHead(200).end("User-agent: *\nCrawl-delay: 3600\n");
    else response.writeHead(200, html).end(soundPage('<a href="/1">One</a> <a href="/2">Two</a>'));
  },
  "endless sitemaps": (request, response) => {
    if (request.url === "/") return response.writeHead(200, html).end(page);
    const loc = `http://${request.headers.host}/sitemap-${Math.random()}.xml`;
    return response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<sitemapindex>${`<sitemap><loc>${loc}</loc></sitemap>`.repeat(1_000)}</sitemapindex>`);
  },
  "a sitemap that never ends": (request, response) => {
    if (request.url === "/") response.writeHead(200, html).end(page);
    else flood(response.writeHead(200, { "content-type": "application/xml" }), Buffer.alloc(60_000, "<url><loc>"));
  },
};

const headerFlood = (socket: Socket): void => {
  socket.write("HTTP/1.1 200 OK\r\n");
  for (let index = 0; index < 20_000 && !socket.destroyed; index += 1)
    socket.write(`x-${index}: ${"y".repeat(100)}\r\n`);
  socket.end(`content-type: text/html\r\n\r\n${page}`);
};

const hints = (socket: Socket): void => {
  for (let index = 0; index < 5_000; index += 1)
    socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n");
  socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n${page}`);
};

/** Servers that violate HTTP itself, keyed by what they do. */
export const brokenServers: Readonly<Record<string, (socket: Socket) => void>> = {
  "a status of 42": (socket) => socket.end("HTTP/1.1 042 Low\r\ncontent-length: 5\r\n\r\nhello"),
  "twenty thousand headers": headerFlood,
  "a connection closed before the response": (socket) => socket.destroy(),
  "a wrong content length": (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 9999999\r\n\r\n${page}`),
  "invalid chunks": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nzzzz\r\n<p>\r\n-5\r\n"),
  "five thousand early hints": hints,
  "headers sent at one character per second": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    drip(socket, 1_000, () => "x");
  },
};
