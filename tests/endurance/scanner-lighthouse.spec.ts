import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Lighthouse, LighthouseResult } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const device = "mobile";
const measured = (lighthouse: Lighthouse | undefined): LighthouseResult => {
  if (!lighthouse || "error" in lighthouse) throw new Error(JSON.stringify(lighthouse));
  return lighthouse;
};

/**
 * Counts the iterations of this process's event loop, and measures the longest time between two of them, in
 * milliseconds.
 */
const watchLoop = () => {
  let turns = 0;
  let longest = 0;
  let before = performance.now();
  const ticker = setInterval(() => {
    turns += 1;
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 10);
  return () => {
    clearInterval(ticker);
    return { turns, longest };
  };
};

test("Lighthouse measures a page, can't be used to reach a private IP address, and does not block the scanner", async ({
  serve,
}) => {
  const hits: string[] = [];
  const secret = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("secret");
  });
  await new Promise<void>((resolve) => secret.listen(0, "127.0.0.1", resolve));
  const inside = `http://127.0.0.1:${(secret.address() as AddressInfo).port}`;
  const site = await serve(() => ({
    "/": soundPage(
      `<p>Text.</p><p style="color:#ccc">Pale text.</p><button></button><input type="text"><img src="${inside}/image"><iframe title="Frame" src="${inside}/frame"></iframe>
       <script src="/script.js"></script>
       <script>fetch("${inside}/fetch", { mode: "no-cors" }).catch(() => 0); new WebSocket("${inside.replace("http", "ws")}/socket");
       navigator.serviceWorker?.register("/script.js").catch(() => 0);</script>`,
      `<link rel="manifest" href="${inside}/manifest"><link rel="preconnect" href="${inside}"><link rel="stylesheet" href="${inside}/style">`,
    ),
    "/script.js": (_, response) =>
      response.writeHead(200, { "content-type": "text/javascript" }).end(`1;\n//# sourceMappingURL=${inside}/map`),
    "/robots.txt": (_, response) => response.writeHead(302, { location: `${inside}/robots.txt` }).end(),
    "/away": (_, response) => response.writeHead(302, { location: `${inside}/away` }).end(),
  }));
  const { port } = new URL(site.origin);
  const start = `http://site.test:${port}`;
  const settings = { privateHosts: [`site.test:${port}`], resolve: async () => ["127.0.0.1"] };
  const engine = await createScanEngine(settings);
  const { signal } = new AbortController();
  const startedAt = performance.now();
  const stop = watchLoop();
  const lighthouse = measured(await engine.lighthouse({ url: `${start}/`, device, signal }));
  const { turns, longest } = stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  // Lighthouse itself waits half a minute for a page that does not respond.
  const impatient = await createScanEngine({ ...settings, lighthouseTimeoutMs: 8_000 });
  const away = await impatient.lighthouse({ url: `${start}/away`, device, signal });
  await impatient.close();
  console.log(
    `Lighthouse took ${seconds.toFixed(1)} s, held the scanner up for at most ${Math.round(longest)} ms, and is kept in ${JSON.stringify(lighthouse).length} bytes; ` +
      `${engine.refused()} connections refused, ${hits.length} leaks`,
  );
  const refused = engine.refused();
  await engine.close();
  secret.close();
  expect(site.hits).toContain("/script.js");
  expect(lighthouse).toMatchObject({ url: `${start}/`, device, lighthouse_version: "13.5.0" });
  const { categories, metrics, audits } = lighthouse;
  for (const score of Object.values(categories)) expect(score).toBeGreaterThan(0);
  expect(categories.accessibility).toBeLessThan(100);
  expect(metrics.fcp_ms).toBeGreaterThan(0);
  expect(metrics.lcp_ms).toBeGreaterThanOrEqual(metrics.fcp_ms ?? 0);
  expect(metrics.speed_index_ms).toBeGreaterThan(0);
  expect(metrics.cls).toBeLessThan(1);
  const ids = audits.filter(({ category }) => category === "accessibility").map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["button-name", "image-alt", "label", "color-contrast"]));
  expect(turns).toBeGreaterThan(100);
  expect(away).toMatchObject({ url: `${start}/away`, error: { code: "timeout" } });
  expect(refused).toBeGreaterThan(4);
  expect(hits).toEqual([]);
});

test("a scan delivers its pages whether Lighthouse works or not, and ends at once when it is stopped", async ({
  engine,
  serve,
}) => {
  let pageLoads = 0;
  const site = await serve(() => ({
    "/": (_, response) => {
      pageLoads += 1;
      if (pageLoads < 3) response.writeHead(200, { "content-type": "text/html" }).end(soundPage("<p>Text.</p>"));
    },
  }));
  const options = { max_pages: 1, lighthouse: true } as const;
  const impatient = await createScanEngine({ privateHosts: ["127.0.0.1"], lighthouseTimeoutMs: 6_000 });
  const late = await scan(impatient, site.origin, options);
  await impatient.close();
  expect(late.pages.map(({ error }) => error)).toEqual([null]);
  expect(late.summary.lighthouse).toEqual({
    url: `${site.origin}/`,
    error: { code: "timeout", message: "Lighthouse took longer than 6 seconds." },
  });

  pageLoads = 0;
  const stop = new AbortController();
  const stopped = scanSite(
    { website_url: site.origin, options, signal: stop.signal },
    { page: () => undefined },
    engine,
  );
  await expect.poll(() => pageLoads).toBe(3);
  let reason: unknown;
  stopped.catch((error: unknown) => {
    reason = error;
  });
  stop.abort(new Error("Enough."));
  // Far less than the 90 seconds after which Lighthouse would give up anyway.
  await expect.poll(() => reason, { timeout: 45_000 }).toEqual(new Error("Enough."));
});
