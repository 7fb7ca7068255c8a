import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { createGuestCheckout } from "./guest-checkout";
import { createMembersArea } from "./members";

const site = fileURLToPath(new URL("./site", import.meta.url));

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".xml": "application/xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wav": "audio/wav",
  ".pdf": "application/pdf",
};
const withOrigin = new Set([".html", ".xml", ".txt"]);

const findFile = (path: string): string | null => {
  const file = normalize(join(site, decodeURIComponent(path.endsWith("/") ? `${path}index.html` : path)));
  return file.startsWith(site + sep) && types[extname(file)] ? file : null;
};

const answerNotFound = (response: ServerResponse): void => {
  response.writeHead(404, { "content-type": types[".html"] });
  response.end('<!doctype html><html lang="en"><title>Not found</title><h1>There is no such page</h1></html>');
};

const answer = async (response: ServerResponse, url: string, origin: string): Promise<void> => {
  try {
    const file = findFile(new URL(url, origin).pathname);
    if (!file) return answerNotFound(response);
    const content = await readFile(file);
    const type = extname(file);
    const body = withOrigin.has(type) ? content.toString("utf8").replaceAll("{{origin}}", origin) : content;
    response.writeHead(200, { "content-type": types[type] });
    response.end(body);
  } catch {
    answerNotFound(response);
  }
};

export interface DemoShop {
  /** URL of the start page, without a trailing slash. */
  url: string;
  /** URLs of pages that no other page links to. */
  unlinked: string[];
  close(): Promise<void>;
}

const unlinkedPaths = ["/showroom.html", "/directions.html", "/account/orders"];

/** Serves the demo shop on a free port on loopback. */
export const serveDemo = async (): Promise<DemoShop> => {
  const answerMember = createMembersArea();
  const answerGuest = createGuestCheckout();
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo;
    const isAnswered = (await answerMember(request, response)) || (await answerGuest(request, response));
    if (!isAnswered) await answer(response, request.url ?? "/", `http://127.0.0.1:${port}`);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    unlinked: unlinkedPaths.map((path) => url + path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
