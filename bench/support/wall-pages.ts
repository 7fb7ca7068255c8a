import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { ScanFailedError } from "@/server/scanner/crawl/discover-site";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { corpusFolder } from "./corpus-cases";

const AT_ONCE = 4;

/** A wall, or an ordinary page that could be mistaken for one. `requested` is the URL that redirects to `url`. */
const WallPage = z.object({
  name: z.string().min(1),
  kind: z.string().min(1),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  url: z.url(),
  requested: z.url(),
  html: z.string(),
});
export type WallPage = z.infer<typeof WallPage>;

/** Error codes by kind; null for pages that must be scanned. */
const codes: Readonly<Record<string, string | null>> = {
  bot_wall: "bot_wall",
  consent_wall: "consent_wall",
  soft_404: "soft_404",
  login_page: "login_page",
  parked: "parked_domain",
  maintenance: "maintenance",
  empty_shell: "empty_page",
  wrong_place: "wrong_place",
  ordinary: null,
};

export const codeOf = ({ kind }: WallPage): string | null => {
  const code = codes[kind];
  if (code === undefined) throw new Error(`Unknown kind of page: ${kind}`);
  return code;
};

export const isOrdinary = (page: WallPage): boolean => codeOf(page) === null;

export const readWallPages = (file: "pages.json" | "held-out.json" = "pages.json"): WallPage[] =>
  z.array(WallPage).parse(JSON.parse(readFileSync(join(corpusFolder, "walls", file), "utf8")));

/** Returns the page's URL on the local server, which serves all hosts without TLS. */
const toLocal = (address: string, port: number): string => {
  const url = new URL(address);
  url.protocol = "http:";
  url.port = String(port);
  url.hash = "";
  return url.href;
};

const send = (response: ServerResponse, { status, headers, html }: WallPage): void => {
  // The server sets its own Connection header. Retry-After becomes 0, so that the scanner doesn't wait.
  const { connection: _, "retry-after": retryAfter, ...rest } = headers;
  response.writeHead(status, retryAfter === undefined ? rest : { ...rest, "retry-after": "0" }).end(html);
};

/** Serves only this page, at `url`, and redirects `requested` to `url`. */
const serve = async (page: WallPage) => {
  const [url, requested] = [new URL(page.url), new URL(page.requested)];
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const { hostname, pathname, search } = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const isAt = (address: URL): boolean => address.pathname + address.search === pathname + search;
    // A website with soft 404s responds in the same way to all URLs that don't exist.
    const isMissing = codeOf(page) === "soft_404" && pathname.startsWith("/curbcut-");
    if ((isAt(url) && hostname === url.hostname) || isMissing) send(response, page);
    // After a redirect to another host, the scanner requests the original path from that host.
    else if (isAt(requested)) response.writeHead(302, { location: toLocal(page.url, port) }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: toLocal(page.requested, port),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export interface WallOutcome {
  page: WallPage;
  /** Code of the page's error, or null if the page was scanned. */
  code: string | null;
  message: string | null;
  /** Code with which the audit would fail. */
  failure: string | null;
  score: number | null;
}

const scanOne = async (engine: ScanEngine, page: WallPage): Promise<WallOutcome> => {
  const site = await serve(page);
  const outcome: WallOutcome = { page, code: null, message: null, failure: null, score: null };
  const options = { max_pages: 1, depth: "quick" as const, include_rules: ["html-has-lang"] };
  const sink = {
    page: ({
      error,
      axe,
    }: {
      error: { code: string; message: string } | null;
      axe: { score: number | null } | null;
    }) => {
      outcome.code = error?.code ?? null;
      outcome.message = error?.message ?? null;
      outcome.score = axe?.score ?? null;
      return Promise.resolve();
    },
  };
  try {
    await scanSite({ website_url: site.address, options }, sink, engine);
  } catch (error) {
    if (!(error instanceof ScanFailedError)) throw error;
    outcome.failure = error.code;
  } finally {
    site.close();
  }
  return outcome;
};

/** Scans each page as the start page of its own website, with quick checks only and without screenshots. */
export const scanWallPages = async (pages: readonly WallPage[]): Promise<WallOutcome[]> => {
  const engine = await createScanEngine({ privateHosts: ["*"], resolve: async () => ["127.0.0.1"], tabs: AT_ONCE });
  const outcomes: WallOutcome[] = [];
  const waiting = [...pages];
  const work = async (): Promise<void> => {
    for (let page = waiting.shift(); page; page = waiting.shift()) outcomes.push(await scanOne(engine, page));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await engine.close();
  }
  return outcomes;
};
