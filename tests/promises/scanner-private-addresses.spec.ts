import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { expect, scan, test } from "../support/scanner/scan";
import { serveSite, soundPage } from "../support/scanner/serve-site";

/**
 * Creates a resolver for names that exist only in this test. `rebind.test` alternates between the public website and
 * the secret one.
 */
const createResolver = () => {
  let requests = 0;
  return async (hostname: string): Promise<string[]> => {
    if (hostname === "site.test") return ["127.0.0.2"];
    if (hostname === "evil.test" || hostname.endsWith("localhost")) return ["127.0.0.1"];
    if (hostname === "mixed.test") return ["127.0.0.2", "127.0.0.1"];
    if (hostname !== "rebind.test") return [];
    requests += 1;
    return [requests % 2 === 1 ? "127.0.0.2" : "127.0.0.1"];
  };
};

const listen = (server: Server, host: string, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

const startSecret = async () => {
  const hits: string[] = [];
  const answer = createServer((request, response) => {
    hits.push(`${request.headers.host}${request.url}`);
    response
      .writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" })
      .end("<title>Secret</title>");
  });
  answer.on("upgrade", (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  const port = await listen(answer, "127.0.0.1");
  return { hits, port, close: () => answer.close() };
};

const hostileTargets = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0:${port}/`,
  `http://127.1:${port}/`,
  `http://evil.test:${port}/`,
  `http://evil.test.:${port}/`,
  `http://mixed.test:${port}/`,
  `http://[64:ff9b::7f00:1]:${port}/`,
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.5/",
  "http://100.64.0.1/",
  "http://[fd00::1]/",
];

const everyWayTo = (target: string): string => {
  const socket = target.replace("http", "ws");
  return soundPage(
    `<img alt="" src="${target}"><iframe title="Frame" src="${target}"></iframe><object data="${target}"></object>
     <video src="${target}" preload="auto"></video><form id="f" method="post" action="${target}" target="t"></form>
     <iframe title="Form" name="t"></iframe>
     <script>
       fetch(${JSON.stringify(target)}, { mode: "no-cors" }).catch(() => 0);
       navigator.sendBeacon(${JSON.stringify(target)});
       try { new WebSocket(${JSON.stringify(socket)}); new EventSource(${JSON.stringify(target)}); } catch {}
       try { new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL(${JSON.stringify(target)}).host }] }).createDataChannel("x"); } catch {}
       import(${JSON.stringify(target)}).catch(() => 0);
       f.submit(); open(${JSON.stringify(target)});
     </script>`,
    `<link rel="preconnect" href="${target}"><link rel="prefetch" href="${target}"><link rel="stylesheet" href="${target}">`,
  );
};

test("the scanner can't reach a private IP address, whether directly, through redirects, through page resources or in its own requests @long", async () => {
  const secret = await startSecret();
  const targets = hostileTargets(secret.port);
  const site = await serveSite(
    () => ({
      "/": soundPage(
        targets
          .flatMap((target) => ["redirect", "twice", "page"].map((way) => `/${way}?to=${encodeURIComponent(target)}`))
          .map((href) => `<p><a href="${href}">A page</a></p>`)
          .join(""),
      ),
      "/robots.txt": (_, response) => response.end(targets.map((target) => `Sitemap: ${target}sitemap.xml`).join("\n")),
      "*": (request, response) => {
        const url = new URL(request.url ?? "/", "http://site.test");
        const to = url.searchParams.get("to") ?? "";
        if (url.pathname === "/redirect") response.writeHead(302, { location: to }).end();
        else if (url.pathname === "/twice")
          response.writeHead(301, { location: `/redirect?to=${encodeURIComponent(to)}` }).end();
        else response.writeHead(200, { "content-type": "text/html" }).end(everyWayTo(to));
      },
    }),
    "127.0.0.2",
  );
  const engine = await createScanEngine({
    privateHosts: ["127.0.0.2"],
    resolve: createResolver(),
    pageTimeoutMs: 60_000,
  });
  try {
    const start = site.origin.replace("127.0.0.2", "site.test");
    const { pages } = await scan(engine, start, { max_pages: 100 });
    for (const target of targets)
      await expect(scan(engine, target)).rejects.toMatchObject({
        code: expect.stringMatching(/blocked_address|unreachable/),
      });
    console.log(
      `${targets.length} targets, ${pages.length} pages, ${engine.refused()} connections refused, ${secret.hits.length} leaks`,
    );
    expect(pages.filter((page) => page.url.includes("/page?")).map((page) => page.error)).toEqual(
      targets.map(() => null),
    );
    expect(engine.refused()).toBeGreaterThan(targets.length);
    expect(secret.hits).toEqual([]);
  } finally {
    await engine.close();
    await site.close();
    secret.close();
  }
});

test("a host name whose IP address changes between two lookups can't be used to reach a private IP address", async () => {
  const secret = await startSecret();
  const site = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html", connection: "close" }).end(soundPage("<p>Public.</p>")),
  );
  await listen(site, "127.0.0.2", secret.port);
  let engine: ScanEngine | null = null;
  try {
    engine = await createScanEngine({ privateHosts: ["127.0.0.2"], resolve: createResolver(), pageTimeoutMs: 60_000 });
    for (let round = 0; round < 4; round += 1) {
      await scan(engine, `http://rebind.test:${secret.port}/`).catch(() => null);
    }
    expect(secret.hits).toEqual([]);
  } finally {
    await engine?.close();
    site.close();
    secret.close();
  }
});

test("SCAN_PRIVATE_HOSTS allows the listed host and nothing else @long", async () => {
  const secret = await startSecret();
  const site = await serveSite(() => ({
    "/": soundPage(`<p><a href="/next">Next</a></p><img alt="" src="http://127.0.0.1:${secret.port}/pixel">`),
    "/next": soundPage("<p>Next.</p>"),
  }));
  const own = await createScanEngine({ privateHosts: [new URL(site.origin).host] });
  const all = await createScanEngine({ privateHosts: ["127.0.0.0/8"] });
  try {
    const { pages } = await scan(own, site.origin);
    expect(pages.map((page) => page.error)).toEqual([null, null]);
    expect(secret.hits).toEqual([]);
    await scan(all, site.origin, { max_pages: 1 });
    expect(secret.hits).toEqual([`127.0.0.1:${secret.port}/pixel`]);
  } finally {
    await own.close();
    await all.close();
    await site.close();
    secret.close();
  }
});
