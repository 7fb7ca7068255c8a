import { gzipSync } from "node:zlib";
import { serveDemo } from "@/demo/serve";
import { expect, pathOf, scan, test } from "../support/scanner/scan";
import { type Answer, redirectTo, soundPage } from "../support/scanner/serve-site";

const link = (href: string) => `<p><a href="${href}">Page at ${href}</a></p>`;
const urlset = (urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
const paths = (pages: { url: string }[]) => pages.map((page) => pathOf(page.url)).sort();

test("loads several pages of a website at once @long", async ({ engine, serve }) => {
  const names = ["/a", "/b", "/c", "/d"];
  let held: (() => void)[] = [];
  let isTogether = false;
  /** Holds the first page back until another one has been requested. */
  const hold: Answer = (request, response) => {
    const send = () => response.writeHead(200, { "content-type": "text/html" }).end(soundPage("<p>Text.</p>"));
    if (request.method === "HEAD") return send();
    held.push(send);
    isTogether ||= held.length === 2;
    if (!isTogether) return;
    for (const each of held) each();
    held = [];
  };
  const site = await serve(() => ({
    "/": soundPage(names.map(link).join("")),
    ...Object.fromEntries(names.map((name) => [name, hold])),
  }));
  const { pages } = await scan(engine, site.origin, { depth: "quick" });
  expect(pages.map(({ error }) => error)).toEqual([null, null, null, null, null]);
});

test("doesn't make Node warn about a possible memory leak when many pages wait to be tested on a phone @long", async ({
  engine,
}) => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  const shop = await serveDemo();
  const { pages } = await scan(engine, shop.url, { depth: "full", views: ["phone"] });
  await shop.close();
  process.off("warning", note);
  expect(warnings).toEqual([]);
  expect(pages.filter(({ phone }) => phone).length).toBeGreaterThan(5);
});

test("discovers pages through sitemap indexes, gzipped sitemaps, robots.txt, links, base elements and links added by scripts @long", async ({
  engine,
  serve,
}) => {
  const site = await serve((origin) => ({
    "/robots.txt": (_, response) =>
      response.end(`User-agent: *\nDisallow: /private\nSitemap: ${origin}/maps/index.xml`),
    "/maps/index.xml": (_, response) =>
      response.end(`<sitemapindex><sitemap><loc>${origin}/maps/pages.xml.gz</loc></sitemap></sitemapindex>`),
    "/maps/pages.xml.gz": (_, response) => {
      response.writeHead(200, { "content-type": "application/gzip" });
      response.end(gzipSync(urlset([`${origin}/from-sitemap?b=2&amp;a=1`, "https://elsewhere.example/"])));
    },
    "/": soundPage(
      link("/linked#part") +
        link("/linked?utm_source=x") +
        link("/private/page") +
        link("/paper.pdf") +
        link("mailto:a@b.example"),
    ),
    "/linked": soundPage(link("inside"), '<base href="/deep/">'),
    "/deep/inside": soundPage(
      `<div id="app"></div><script>setTimeout(() => { app.innerHTML = '${link("/by-script")}'; }, 60);</script>`,
    ),
    "/by-script": soundPage("<p>The last one.</p>"),
    "/from-sitemap": soundPage("<p>Listed.</p>"),
  }));
  const { pages, summary } = await scan(engine, site.origin);
  expect(paths(pages)).toEqual(["/", "/by-script", "/deep/inside", "/from-sitemap?b=2&a=1", "/linked"]);
  expect(summary).toEqual({ pages_total: 5, pages_done: 5, pages_failed: 0 });
  expect(site.hits.filter((hit) => hit.startsWith("/private"))).toEqual([]);
});

test("fails a scan that robots.txt forbids, unless the website's settings ignore robots.txt @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/robots.txt": (_, response) => response.end("User-agent: Curbcut\nDisallow: /"),
    "/": soundPage("<p>Mine.</p>"),
  }));
  await expect(scan(engine, site.origin)).rejects.toMatchObject({ code: "blocked_by_robots" });
  const { pages } = await scan(engine, site.origin, { respect_robots: false });
  expect(paths(pages)).toEqual(["/"]);
});

test("scans a page only once, even if redirects, canonical URLs or reordered parameters give it several URLs @long", async ({
  engine,
  serve,
}) => {
  const site = await serve((origin) => ({
    "/": soundPage(
      ["/old", "/page", "/page?session=1", "/list?a=1&b=2", "/list?b=2&a=1", "/away", "/home-canonical"]
        .map(link)
        .join(""),
    ),
    "/old": redirectTo("/page", 301),
    "/page": soundPage("<p>The page.</p>", `<link rel="canonical" href="${origin}/page">`),
    "/list": soundPage("<p>A list.</p>"),
    "/away": redirectTo("http://127.0.0.1:1/"),
    "/home-canonical": soundPage(
      "<p>Its canonical address is a mistake.</p>",
      `<link rel="canonical" href="${origin}/">`,
    ),
  }));
  const { pages, summary } = await scan(engine, site.origin);
  const found = paths(pages.filter((page) => !page.error));
  expect(found).toHaveLength(4);
  expect(found.filter((path) => path.startsWith("/page") || path === "/old")).toHaveLength(1);
  expect(found.filter((path) => path.startsWith("/list"))).toHaveLength(1);
  expect(found).toContain("/home-canonical");
  expect(summary.pages_done).toBe(pages.length);
});

test("applies include and exclude patterns and the page limit, and doesn't count other files as pages @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      ["/docs/a", "/docs/b", "/docs/secret/c", "/blog/d", "/docs/data", "/docs/e", "/docs/f"].map(link).join(""),
    ),
    "/docs/data": (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    "*": soundPage("<p>Any page.</p>"),
  }));
  const { pages, summary } = await scan(engine, site.origin, {
    include: ["/docs/"],
    exclude: ["/docs/secret*"],
    max_pages: 3,
  });
  expect(pages).toHaveLength(3);
  expect(pages.every((page) => pathOf(page.url).startsWith("/docs/") && !page.url.includes("secret"))).toBe(true);
  expect(summary.pages_total).toBe(3);
});

test("calendars, endless paths and sort orders do not trap the scanner @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(["/calendar/2026/11", "/a/x", "/shop?sort=1", "/real"].map(link).join("")),
    "/real": soundPage("<p>A real page.</p>"),
    "*": (request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const month = /^\/calendar\/(\d+)\/(\d+)$/.exec(url.pathname);
      const next = month
        ? `/calendar/${Number(month[1]) + 1}/${month[2]}`
        : url.pathname === "/shop"
          ? `/shop?sort=${Number(url.searchParams.get("sort")) + 1}`
          : `${url.pathname}/x`;
      response.writeHead(200, { "content-type": "text/html" }).end(soundPage(link(next)));
    },
  }));
  const { pages, summary } = await scan(engine, site.origin, { max_pages: 200 });
  expect(paths(pages)).toContain("/real");
  expect(summary.pages_done).toBeLessThan(30);
});

test("waits as long as a 429 response requires, then scans the page @long", async ({ engine, serve }) => {
  const times: number[] = [];
  const site = await serve((origin) => ({
    "/": soundPage("<p>Start.</p>"),
    "/sitemap.xml": (_, response) => response.end(urlset([`${origin}/busy`])),
    "/busy": (_, response) => {
      times.push(Date.now());
      const busy = times.length <= 1;
      response.writeHead(busy ? 429 : 200, { "content-type": "text/html", ...(busy ? { "retry-after": "1" } : {}) });
      response.end(busy ? "later" : soundPage("<p>Now.</p>"));
    },
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(byPath["/busy"]?.error).toBeNull();
  expect(times).toHaveLength(2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test("a resumed scan scans only the remaining pages, using known URLs or discovering them again @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(link("/one") + link("/two")),
    "/one": soundPage(link("/three")),
    "*": soundPage("<p>A page.</p>"),
  }));
  const done = [`${site.origin}/`, `${site.origin}/one`];
  const again = await scan(engine, site.origin, { skip_urls: done });
  expect(paths(again.pages)).toEqual(["/three", "/two"]);
  expect(again.summary).toMatchObject({ pages_total: 4, pages_done: 4 });
  site.hits.length = 0;
  const known = await scan(engine, site.origin, { skip_urls: done, known_urls: [...done, `${site.origin}/two`] });
  expect(paths(known.pages)).toEqual(["/two"]);
  expect(site.hits).not.toContain("/one");
});

test("a scan fails if the website is unreachable, but not if one page fails @long", async ({ engine, serve }) => {
  await expect(scan(engine, "http://127.0.0.1:1/")).rejects.toMatchObject({ code: "unreachable" });
  const pdf = await serve(() => ({
    "*": (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"),
  }));
  await expect(scan(engine, pdf.origin)).rejects.toMatchObject({ code: "not_html" });
  const site = await serve(() => ({ "/": soundPage(link("/gone") + link("/ok")), "/ok": soundPage("<p>Fine.</p>") }));
  const { byPath, summary } = await scan(engine, site.origin);
  expect(byPath["/gone"]?.error).toMatchObject({ code: "http_error" });
  expect(summary).toEqual({ pages_total: 3, pages_done: 3, pages_failed: 1 });
});
