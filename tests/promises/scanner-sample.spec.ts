import { expect, pathOf, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

test("scans a sample of the known pages, and the same seed draws the same sample again @long", async ({
  engine,
  serve,
}) => {
  const paths = [...Array(60).keys()]
    .map((at) => `/products/${at}`)
    .concat([...Array(30).keys()].map((at) => `/blog/${at}`));
  const site = await serve((origin) => ({
    "/robots.txt": (_, response) => response.end("User-agent: *\nDisallow: /blog/3"),
    "/sitemap.xml": (_, response) =>
      response.end(`<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")}</urlset>`),
    "/": soundPage('<p><a href="/unlisted">Unlisted</a></p>'),
    ...Object.fromEntries(paths.map((path) => [path, soundPage(`<p>${path}</p>`)])),
  }));
  const options = { sample: true, sample_seed: 5, max_pages: 20, depth: "quick" } as const;
  const { pages, summary } = await scan(engine, site.origin, options);
  expect(summary).toEqual({ pages_total: 20, pages_done: 20, pages_failed: 0 });
  const structured = pages.filter(({ sample }) => sample?.kind === "structured").map(({ url }) => pathOf(url));
  expect(structured.sort()).toEqual(["/", "/blog/0", "/products/0"]);
  const random = pages.filter(({ sample }) => sample?.kind === "random");
  expect(random).toHaveLength(17);
  expect(new Set(random.map(({ sample }) => `${sample?.stratum} ${sample?.stratum_pages}`))).toEqual(
    new Set(["/products/* 59", "/blog/* 28"]),
  );
  const urls = (scanned: typeof pages) => scanned.map(({ url }) => pathOf(url)).sort();
  const half = urls(pages).slice(0, 8);
  const rest = await scan(engine, site.origin, {
    ...options,
    skip_urls: half.map((path) => site.origin + path),
    known_urls: pages.map(({ url }) => url),
    pages_done: half.length,
  });
  expect(urls(rest.pages)).toEqual(urls(pages).slice(8));
  const all = await scan(engine, site.origin, { ...options, max_pages: 100 });
  expect(all.pages).toHaveLength(91);
  expect(all.pages.every(({ sample }) => sample === undefined)).toBe(true);
});

test("lists URLs on other websites as not scanned, and leaves at least half of the page limit for the sample @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "*": soundPage("<p>A page.</p>") }));
  const own = [...Array(60).keys()].map((at) => `${site.origin}/products/${at}`);
  const foreign = [...Array(15).keys()].map((at) => `https://www.elsewhere.example/${at}`);
  const scanWith = (others: string[], more: object = {}) =>
    scan(engine, site.origin, {
      ...{ sample: true, sample_seed: 5, max_pages: 20, depth: "quick", list_only: true, ...more },
      url_groups: [{ urls: own }, { name: "Elsewhere", urls: others.flatMap((url) => [url, url]) }],
    });
  const { pages, summary } = await scanWith(foreign.slice(0, 3));
  expect(summary).toEqual({ pages_total: 20, pages_done: 20, pages_failed: 3 });
  const refused = pages.filter(({ error }) => error !== null);
  expect(refused.map(({ url, group, error, sample }) => [url, group, error?.code, sample])).toEqual(
    foreign.slice(0, 3).map((url) => [url, "Elsewhere", "left_site", undefined]),
  );
  expect(pages.filter(({ sample }) => sample !== undefined)).toHaveLength(17);
  const urls = (scanned: typeof pages) => scanned.map(({ url }) => url).sort();
  const done = [...foreign.slice(0, 2), ...urls(pages).slice(0, 5)];
  const rest = await scanWith(foreign.slice(0, 3), {
    skip_urls: done,
    known_urls: urls(pages),
    pages_done: done.length,
  });
  expect([...done, ...urls(rest.pages)].sort()).toEqual(urls(pages));
  const many = await scanWith(foreign);
  expect(many.summary).toEqual({ pages_total: 20, pages_done: 20, pages_failed: 10 });
  expect(many.pages.filter(({ sample }) => sample !== undefined)).toHaveLength(10);
});
