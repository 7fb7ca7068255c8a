import { expect, pathOf, scan, test } from "../support/scanner/scan";
import { redirectTo, soundPage } from "../support/scanner/serve-site";

const link = (href: string) => `<p><a href="${href}">Page at ${href}</a></p>`;

const outcomes = (pages: { url: string; group?: string | undefined; error: { code: string } | null }[]) =>
  pages.map(({ url, group, error }) => [pathOf(url), group ?? null, error?.code ?? null]).sort();

test("scans only the listed URLs if asked to, and says why a listed URL can't be scanned @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/robots.txt": (_, response) => response.end("User-agent: *\nDisallow: /private"),
    "/": soundPage(link("/linked")),
    "/a": soundPage(link("/linked")),
    "/b": soundPage("<p>Second.</p>"),
    "/moved": redirectTo("/b"),
    "/data": (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{}");
    },
  }));
  const { pages, summary } = await scan(engine, site.origin, {
    list_only: true,
    depth: "quick",
    url_groups: [
      { urls: [`${site.origin}/a`, `${site.origin}/private/page`, `${site.origin}/data`] },
      { name: "Second", urls: [`${site.origin}/b`, `${site.origin}/moved`, "https://www.elsewhere.example/page"] },
    ],
  });
  expect(outcomes(pages)).toEqual([
    ["/a", null, null],
    ["/b", "Second", null],
    ["/data", null, "not_html"],
    ["/page", "Second", "left_site"],
    ["/private/page", null, "blocked_by_robots"],
  ]);
  expect(summary).toEqual({ pages_total: 5, pages_done: 5, pages_failed: 3 });
  expect(site.hits.filter((hit) => hit.startsWith("/private"))).toEqual([]);
});

test("scans listed URLs first, then pages found through their links @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(link("/from-start")),
    "/from-start": soundPage("<p>From the start page.</p>"),
    "/island": soundPage(link("/from-island")),
    "/from-island": soundPage("<p>Linked only there.</p>"),
  }));
  const url_groups = [{ name: "Island", urls: [`${site.origin}/island`, `${site.origin}/`] }];
  const few = await scan(engine, site.origin, { url_groups, max_pages: 2, depth: "quick" });
  expect(outcomes(few.pages)).toEqual([
    ["/", "Island", null],
    ["/island", "Island", null],
  ]);
  const all = await scan(engine, site.origin, { url_groups, depth: "quick", exclude: ["/island"] });
  expect(outcomes(all.pages)).toEqual([
    ["/", "Island", null],
    ["/from-island", null, null],
    ["/from-start", null, null],
    ["/island", "Island", null],
  ]);
});

test("lists a URL that redirects to another website as not scanned, and loads a listed URL with another protocol under the website's own origin @long", async ({
  engine,
  serve,
}) => {
  const other = await serve(() => ({ "/": soundPage("<p>Another website.</p>") }));
  const site = await serve(() => ({
    "/": soundPage(link("/left-too")),
    "/left": redirectTo(`${other.origin}/`),
    "/left-too": redirectTo(`${other.origin}/`),
    "/secure": soundPage("<p>Listed with HTTPS.</p>"),
  }));
  const urls = [`${site.origin}/left`, `${site.origin.replace("http:", "https:")}/secure`];
  const { pages, summary } = await scan(engine, site.origin, { url_groups: [{ name: "List", urls }], depth: "quick" });
  expect(outcomes(pages)).toEqual([
    ["/", null, null],
    ["/left", "List", "left_site"],
    ["/secure", "List", null],
  ]);
  expect(summary).toEqual({ pages_total: 3, pages_done: 3, pages_failed: 1 });
});

test("a scan with journeys and listed URLs on other websites stays within the page limit @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": soundPage("<p>Start.</p>") }));
  const urls = Array.from({ length: 5 }, (_, at) => `https://www.elsewhere.example/${at}`);
  const journey = { name: "Visit", steps: [{ action: "scan", name: "start" }] };
  const options = { url_groups: [{ urls }], max_pages: 3, depth: "quick" as const };
  const { pages, summary } = await scan(engine, site.origin, options, undefined, undefined, [journey]);
  expect(pages).toHaveLength(3);
  expect(summary).toEqual({ pages_total: 3, pages_done: 3, pages_failed: 1 });
});
