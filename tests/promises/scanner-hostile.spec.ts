import { setTimeout as sleep } from "node:timers/promises";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { untilStuck } from "@/server/scanner/page/until-stuck";
import { scanSite } from "@/server/scanner/scan-site";
import { expect, pathOf, scan, test } from "../support/scanner/scan";
import { redirectTo, soundPage } from "../support/scanner/serve-site";

let engine: ScanEngine;
test.beforeAll(async () => {
  engine = await createScanEngine({ privateHosts: ["127.0.0.1"], pageTimeoutMs: 60_000, tabs: 3 });
});
test.afterAll(() => engine.close());

const linksTo = (paths: string[]) => paths.map((path) => `<p><a href="${path}">Page ${path}</a></p>`).join("");
const flaw = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">';

test("hostile pages affect only their own results @long", async ({ serve }) => {
  const pages: Record<string, string> = {
    "/dialogs": soundPage(`<script>alert(1); confirm(2); prompt(3); onbeforeunload = () => "stay";</script>${flaw}`),
    "/popups": soundPage(`<script>for (let i = 0; i < 5; i += 1) open("/popup" + i);</script>${flaw}`),
    "/never-idle": soundPage(
      `<script>setInterval(() => { fetch("/beat"); document.title = Math.random(); }, 20);</script>${flaw}`,
    ),
    "/moves-once": soundPage(`<script>if (!location.search) location.replace("/moves-once?there=1");</script>${flaw}`),
    "/moves-always": soundPage(
      `<script>setTimeout(() => location.replace("/moves-always?n=" + Math.random()), 5);</script>`,
    ),
    "/breaks-globals": soundPage(
      `<script>window.axe = null; Array.prototype.toJSON = () => "broken"; define = () => {}; define.amd = {};</script>${flaw}`,
    ),
    "/download-link": soundPage(`${flaw}<script>location.href = "/file.bin";</script>`),
    "/slow-image": soundPage(`<img alt="Never comes" src="/hangs" loading="lazy">${flaw}`),
  };
  const site = await serve(() => ({
    "/": soundPage(linksTo([...Object.keys(pages), "/loop", "/huge", "/download", "/last"])),
    ...pages,
    "/last": soundPage(flaw),
    "/loop": redirectTo("/loop"),
    "/hangs": () => undefined,
    "/beat": (_, response) => response.end("x"),
    "/download": (_, response) => {
      response
        .writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment" })
        .end("x".repeat(999));
    },
    "/file.bin": (_, response) => response.writeHead(200, { "content-type": "application/octet-stream" }).end("x"),
    "/huge": (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const line = `<p>${"many words ".repeat(6_000)}</p>`;
      for (let size = 0; size < 50_000_000; size += line.length) response.write(line);
      response.end();
    },
  }));
  const { byPath, summary } = await scan(engine, site.origin, { max_pages: 50 });
  const flawed = [...Object.keys(pages).filter((path) => path !== "/moves-always"), "/last"];
  for (const path of flawed) {
    const rules = byPath[path]?.axe?.violations.map((rule) => rule.rule_id);
    expect.soft(rules, path).toEqual(["image-alt"]);
  }
  expect(byPath["/moves-once"]?.final_url).toBe(`${site.origin}/moves-once?there=1`);
  expect(byPath["/moves-always"]?.error?.code).toBe("navigated_away");
  expect(byPath["/loop"]?.error?.code).toBe("too_many_redirects");
  expect(byPath["/huge"]?.error?.code).toBe("too_large");
  expect(byPath["/download"]).toBeUndefined();
  expect(site.hits.some((hit) => hit.startsWith("/popup0"))).toBe(false);
  expect(summary.pages_done).toBe(Object.keys(byPath).length);
});

test("gives up on a page that never responds, and closes its tab @long", async ({ serve }) => {
  const impatient = await createScanEngine({ privateHosts: ["127.0.0.1"], pageTimeoutMs: 12_000, tabs: 2 });
  const site = await serve(() => ({
    "/": soundPage(linksTo(["/hangs", "/spins", "/fine"])),
    "/spins": soundPage("<script>addEventListener('load', () => setTimeout(() => { for (;;); }, 1));</script>"),
    "/hangs": () => undefined,
    "/fine": soundPage(flaw),
  }));
  try {
    const { byPath } = await scan(impatient, site.origin);
    expect(byPath["/hangs"]?.error?.code).toBe("timeout");
    expect(byPath["/spins"]?.error?.code).toBe("timeout");
    expect(byPath["/fine"]).toMatchObject({ error: null, axe: { violations: [{ rule_id: "image-alt" }] } });
  } finally {
    await impatient.close();
  }
});

test("stops interacting with a page in time to report what it has found @long", async () => {
  const { signal } = new AbortController();
  const session = engine.browsers.openSession("desktop");
  try {
    await session.withTab((tab) => untilStuck(tab, signal), { timeoutMs: 12_000, signal });
  } finally {
    await session.close();
  }
});

test("if the browser crashes, scans the affected pages again @long", async ({ serve }) => {
  const names = Array.from({ length: 12 }, (_, index) => `/page-${index}`);
  let kills = 0;
  const site = await serve(() => ({
    "/": soundPage(linksTo(names)),
    "/page-4": (_, response) => {
      kills += 1;
      if (kills === 1 && engine.browsers.processId) process.kill(engine.browsers.processId, "SIGKILL");
      response.writeHead(200, { "content-type": "text/html" }).end(soundPage(flaw));
    },
    "*": soundPage(flaw),
  }));
  const { pages, summary } = await scan(engine, site.origin);
  expect(kills).toBeGreaterThan(1);
  expect(pages.map((page) => page.error)).toEqual(pages.map(() => null));
  expect(new Set(pages.map((page) => page.url)).size).toBe(13);
  expect(summary).toEqual({ pages_total: 13, pages_done: 13, pages_failed: 0 });
});

test("a page that may have crashed the scanner is opened only after the previous page's result has been delivered @long", async ({
  serve,
}) => {
  const names = Array.from({ length: 6 }, (_, index) => `/page-${index}`);
  const site = await serve(() => ({ "/": soundPage(linksTo(names)), "*": soundPage(flaw) }));
  const suspects = names.slice(2, 5);
  const events: string[] = [];
  await scanSite(
    { website_url: site.origin, suspects: suspects.map((path) => site.origin + path) },
    {
      opened: (url) => void events.push(`opened ${pathOf(url)}`),
      closed: (url) => void events.push(`closed ${pathOf(url)}`),
      page: () => sleep(300),
    },
    engine,
  );
  expect(events.slice(-6)).toEqual(suspects.flatMap((path) => [`opened ${path}`, `closed ${path}`]));
  expect(events).toHaveLength(14);
});

test("a cancelled scan loads no more pages @long", async ({ serve }) => {
  const stop = new AbortController();
  const site = await serve(() => ({
    "*": (request, response) => {
      if (request.url === "/page-3") stop.abort(new Error("enough"));
      response.writeHead(200, { "content-type": "text/html" });
      response.end(soundPage(linksTo(Array.from({ length: 60 }, (_, index) => `/page-${index}`))));
    },
  }));
  await expect(scan(engine, site.origin, {}, stop.signal)).rejects.toThrow("enough");
  const seen = site.hits.length;
  const { byPath } = await scan(engine, (await serve(() => ({ "/": soundPage(flaw) }))).origin);
  expect(byPath["/"]?.error).toBeNull();
  expect(site.hits.length).toBe(seen);
});
