/** Pages found, and pages wrongly counted, in single-page apps with real routers that keep routes in the fragment */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { runCommand } from "@/scripts/support/run-command";
import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { type RouteApp, routeApps, routePackages } from "./support/route-apps";
import { workshop } from "./support/sites";

const folder = join(workshop, "routers");
const types: Record<string, string> = { ".js": "text/javascript", ".md": "text/markdown; charset=utf-8" };
const html = { "content-type": "text/html; charset=utf-8" };

/** Installs the routers, unless these versions are already installed. Install scripts don't run. */
const installRouters = async (): Promise<void> => {
  const stamp = join(folder, "installed.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === routePackages.join("\n")) return;
  console.log("Installing the routers, which later runs reuse …");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  const { code, output } = await runCommand("npm", ["install", ...options, ...routePackages], { cwd: folder });
  if (code !== 0) throw new Error(`npm install failed in ${folder}.\n${output}`);
  writeFileSync(stamp, routePackages.join("\n"));
};

const sendFile = (response: ServerResponse, path: string): void => {
  const file = normalize(join(folder, decodeURIComponent(path)));
  const isServed = file.startsWith(join(folder, "node_modules")) && existsSync(file);
  if (isServed)
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  else response.writeHead(404).end();
};

const serveApp = async (app: RouteApp) => {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = app.files?.[pathname.slice(1)];
    if (pathname === "/") response.writeHead(200, html).end(app.html);
    else if (file !== undefined) response.writeHead(200, { "content-type": types[extname(pathname)] }).end(file);
    else sendFile(response, pathname);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

await installRouters();
const engine = await createScanEngine({ privateHosts: ["*"] });
const wanted = process.argv.slice(2);

/** Returns what follows `#` or `#!` in the URL of each page that a scan finds, except the start page. */
const findPages = async (app: RouteApp): Promise<string[]> => {
  const { origin, close } = await serveApp(app);
  const found: string[] = [];
  const options = { max_pages: 30, depth: "templates" as const, include_rules: ["image-alt"], respect_robots: false };
  try {
    const page = ({ final_url }: { final_url: string }) => void found.push(final_url.slice(origin.length));
    await scanSite({ website_url: origin, options }, { page }, engine);
  } catch (error) {
    console.log(`${app.name}: ${String(error)}`);
  } finally {
    close();
  }
  return found.filter((path) => path !== "/").map((path) => path.replace(/^\/#!?/, ""));
};

let [hits, all, wrong] = [0, 0, 0];
try {
  for (const app of routeApps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const found = await findPages(app);
    const missed = app.pages.filter((path) => !found.includes(path));
    const more = found.filter((path) => !app.pages.includes(path));
    hits += app.pages.length - missed.length;
    all += app.pages.length;
    wrong += more.length;
    const notes = [...missed.map((path) => `missed ${path}`), ...more.map((path) => `wrongly counted ${path}`)];
    const figures = app.isOrdinary ? "no pages expected" : `${app.pages.length - missed.length}/${app.pages.length}`;
    console.log(`${app.name.padEnd(16)} ${figures}${notes.map((note) => `\n  ${note}`).join("")}`);
  }
} finally {
  await engine.close();
}
console.log(`${hits} of ${all} routes found, ${wrong} wrongly counted`);
