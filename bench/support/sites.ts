import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { runCommand } from "@/scripts/support/run-command";

/** Folder in which the tools and websites in bench/package.json are installed. */
export const workshop = join(root, ".bench");
const modules = join(workshop, "node_modules");

/**
 * Installs the tools and websites, unless they already match the lock file. No browser is downloaded, because install
 * scripts don't run.
 */
export const installWorkshop = async (): Promise<void> => {
  const lock = readFileSync(join(root, "bench", "package-lock.json"), "utf8");
  const stamp = join(workshop, "installed-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing the tools for the comparison, which later runs reuse …");
  mkdirSync(workshop, { recursive: true });
  writeFileSync(join(workshop, "package.json"), readFileSync(join(root, "bench", "package.json")));
  writeFileSync(join(workshop, "package-lock.json"), lock);
  // --legacy-peer-deps leaves out unlisted peer dependencies. One of them needs Sass. npm would reject the lock
  // file, because it doesn't contain Sass's builds for other systems.
  const options = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const { code, output } = await runCommand("npm", ["ci", ...options], { cwd: workshop });
  if (code !== 0) throw new Error(`npm ci failed in ${workshop}.\n${output}`);
  writeFileSync(stamp, lock);
};

const pagesOf = (folder: string, names: string): string[] => names.split(" ").map((name) => `/${folder}/${name}.html`);

/** Forty pages of third-party websites. */
export const pagePaths: readonly string[] = [
  ...pagesOf(
    "startbootstrap-sb-admin-2",
    "404 blank buttons cards charts forgot-password index login register tables utilities-animation utilities-border utilities-color utilities-other",
  ),
  ...pagesOf("startbootstrap-clean-blog/dist", "about contact index post"),
  ...pagesOf("startbootstrap-agency/dist", "index"),
  ...pagesOf("startbootstrap-grayscale/dist", "index"),
  ...pagesOf(
    "startbootstrap-modern-business/dist",
    "about blog-home blog-post contact faq index portfolio-item portfolio-overview pricing",
  ),
  ...pagesOf(
    "gentelella/dist/production",
    "contacts e_commerce faq form general_elements invoice plain_page pricing_tables profile tables typography",
  ),
];

/** Packages with pages that are used only to test whether ordinary pages are mistaken for walls. */
const pagePackages = ["uikit"];

const websites = [...new Set([...pagePaths.map((path) => path.split("/")[1] ?? ""), ...pagePackages])];

/** URLs of all pages of the third-party websites, including both the source and the build of a page. */
export const listSitePages = (origin: string): string[] =>
  websites
    .flatMap((name) => listFiles(modules, name))
    .filter((path) => path.endsWith(".html"))
    .map((path) => `${origin}/${path}`);

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** Blocks resources from other hosts, so that the benchmark doesn't measure the network. */
const ownOnly = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:";

const findFile = (url: string): string | null => {
  const { pathname } = new URL(url, "http://localhost");
  const file = normalize(join(modules, decodeURIComponent(pathname)));
  return file.startsWith(modules + sep) && types[extname(file)] ? file : null;
};

/** Reads a file from one of the websites, by its path or URL. Throws if there is no such file. */
export const readSiteFile = async (url: string): Promise<{ body: Buffer; headers: Record<string, string> }> => {
  const file = findFile(url);
  if (!file) throw new Error(`No such file: ${url}`);
  const headers = { "content-type": types[extname(file)] ?? "", "content-security-policy": ownOnly };
  return { body: await readFile(file), headers };
};

export const serveSites = async (): Promise<{ urls: string[]; close(): void }> => {
  const server = createServer((request, response) => {
    readSiteFile(request.url ?? "/").then(
      ({ body, headers }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: pagePaths.map((path) => origin + path),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
