import { expect, pathOf, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

test("scans a sample of the known pages, and the same seed draws the same sample again", async ({ engine, serve }) => {
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
