import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "@/scripts/support/root";
import { readSiteFile, workshop } from "./sites";

const folder = join(root, "corpus/states");

/** A page with barriers, each of which exists only in one of the page's states. */
export interface StatePage {
  name: string;
  /** The ids of the elements with barriers, without their prefix. */
  seeds: string[];
  html: string;
  /** Content that the page's scripts can fetch, by path. */
  fragments: ReadonlyMap<string, string>;
}

const jsx = /<script type="text\/jsx">([\s\S]*?)<\/script>/;
const fragment = /<script type="text\/fragment" data-name="(\w+)">([\s\S]*?)<\/script>/g;

/** Controls that would change something on the server. The scanner must not use them. */
const traps = ["Delete account", "Pay now", "Buy now", "Sign out", "Send message", "Unsubscribe"]
  .map((name) => `<button type="button" onclick="fetch('/danger/${name.replaceAll(" ", "-")}')">${name}</button>`)
  .join(" ");

const bundle = async (contents: string): Promise<string> => {
  const built = await build({
    stdin: { contents, loader: "jsx", resolveDir: workshop },
    ...{ bundle: true, write: false, format: "iife", jsx: "transform", logLevel: "error", minify: true },
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
  });
  // The script can't contain the end tag of a script, because it is part of a page.
  return (built.outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script");
};

const toPage = async (name: string): Promise<StatePage> => {
  const source = readFileSync(join(folder, `${name}.html`), "utf8");
  const seeds = [...source.matchAll(/(?:id=(?:"|&quot;)seed-|<Seed id=")([\w-]+)(?:"|&quot;)/g)].map(
    ([, id = ""]) => id,
  );
  const code = jsx.exec(source)?.[1];
  const body = source.replace(jsx, "").replace(fragment, "");
  const fragments = [...source.matchAll(fragment)].map(
    ([, path = "", html = ""]) => [`/${name}/${path}`, html] as const,
  );
  const script = code === undefined ? "" : `<script>${await bundle(code)}</script>`;
  return {
    name,
    seeds: [...new Set(seeds)],
    fragments: new Map(fragments),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>States: ${name}</title></head><body><main>${body}</main><footer>${traps}</footer>${script}</body></html>`,
  };
};

/** Reads the pages with these names; all pages if no names are given. */
export const readStatePages = (wanted: readonly string[]): Promise<StatePage[]> =>
  Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith(".html"))
      .map((file) => file.replace(/\.html$/, ""))
      .filter((name) => wanted.length === 0 || wanted.includes(name))
      .sort()
      .map(toPage),
  );

/** Serves the pages and the libraries that they use. `changes` lists the requests that change something. */
export const serveStatePages = async (pages: readonly StatePage[]) => {
  const changes: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    // The scanner checks links with HEAD requests.
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || pathname.startsWith("/danger/")) changes.push(`${request.method} ${pathname}`);
    const page = pages.find(({ name }) => pathname === `/${name}`);
    const part = pages.find(({ fragments }) => fragments.has(pathname))?.fragments.get(pathname);
    const html = pathname === "/fragment" ? "<p>Fetched</p>" : (part ?? page?.html);
    if (html !== undefined) response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    else
      readSiteFile(pathname).then(
        ({ body, headers }) => response.writeHead(200, headers).end(body),
        () => response.writeHead(404).end(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changes,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
