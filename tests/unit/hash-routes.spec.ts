import { expect, test } from "@playwright/test";
import { createFingerprint, pageKey } from "@/server/domains/audits/recognition";
import { shortAddress } from "@/server/domains/reports/pdf/text/format";
import { takeUntested } from "@/server/scanner/crawl/decide-page";
import { Frontier } from "@/server/scanner/crawl/frontier";
import { createAddressFilter } from "@/server/scanner/crawl/patterns";
import { createTrapDetector } from "@/server/scanner/crawl/traps";
import { readRoute, withoutParameters, withRouteOnly } from "@/server/scanner/hash-route";
import { scanPointUrl } from "@/server/scanner/journeys/scan-point";
import { isActionAddress } from "@/server/scanner/sign-in/action-words";
import { readUrlList } from "@/server/scanner/url-list/read-url-list";

const origin = "https://a.example";

test("recognises routes in fragments, but not anchors on a page, an app's first route or a journey's scan points", () => {
  const routes = {
    "/#/about": "#/about",
    "/app#!/a/b/": "#!/a/b",
    "/?q=1#/guide?id=2": "#/guide?id=2",
    "/#/guide#install": "#/guide",
    "/#/?page=2": "#/?page=2",
  };
  for (const [path, route] of Object.entries(routes)) expect.soft(readRoute(origin + path), path).toBe(route);
  for (const path of ["/", "/#", "/#/", "/#!/", "/#about", "/#tab-1", "/#!about", "/#//", `/#/${"x".repeat(2_000)}`])
    expect.soft(readRoute(origin + path), path).toBe("");
  expect(readRoute(scanPointUrl(origin, { journey: "Checkout", page: "basket" }))).toBe("");
  expect(readRoute(`${origin}/#/journeys/Checkout/basket/`)).toBe("");
  expect(readRoute(`${origin}/#/journeys/europe`)).toBe("#/journeys/europe");
  expect(readRoute("not a URL#/about")).toBe("");
  expect(withRouteOnly(`${origin}/a#section`)).toBe(`${origin}/a`);
  expect(withoutParameters(`${origin}/?a=1#/guide?id=2`)).toBe(`${origin}/?a=1#/guide`);
  expect(withoutParameters(`${origin}/?a=1#/?id=2`)).toBe(`${origin}/?a=1`);
});

test("routes distinguish pages and their findings, and appear in the shortened URLs in reports", () => {
  const [one, two] = [`${origin}/#/one`, `${origin}/#/two`];
  expect(pageKey(one)).not.toBe(pageKey(two));
  expect(createFingerprint("image-alt", one, "img")).not.toBe(createFingerprint("image-alt", two, "img"));
  expect(createFingerprint("image-alt", one, "img")).not.toBe(createFingerprint("image-alt", origin, "img"));
  expect(shortAddress(one)).toBe("a.example/#/one");
});

test("URL patterns, action words and trap detection apply to routes", () => {
  const isWanted = createAddressFilter(["/app"], ["/app#/private"]);
  expect([isWanted(`${origin}/app#/a`), isWanted(`${origin}/app#/private/b`)]).toEqual([true, false]);
  expect([isActionAddress(`${origin}/#/logout`), isActionAddress(`${origin}/#/items/5/delete`)]).toEqual([true, true]);
  expect(isActionAddress(`${origin}/#/items/5`)).toBe(false);
  expect(isActionAddress(`${origin}/#//:x/y`)).toBe(false);
  const isTrap = createTrapDetector();
  const count = (make: (n: number) => string): number =>
    Array.from({ length: 100 }, (_, n) => isTrap(origin + make(n))).filter((trapped) => !trapped).length;
  expect(count((n) => `/#/list?sort=${n}`)).toBeLessThan(10);
  expect(count((n) => `/#/calendar/2026-01-${n}`)).toBeLessThan(20);
  expect(count((n) => `/#/product/${n}`)).toBe(100);
  expect(isTrap(`${origin}/#/a/x/a/x/a/x`)).toBe(true);
});

const createFrontier = (skip: string[] = []) =>
  new Frontier({ origins: [origin], aliases: [], maxPages: 10, pagesDone: 0, skip, isWanted: () => true });

test("the frontier ignores routes until a test has shown that the document has them", () => {
  const pages = createFrontier();
  pages.add([`${origin}/`], "start");
  const start = pages.next();
  if (!start) throw new Error("The frontier returned nothing.");
  const links = [`${origin}/#/one`, `${origin}/#/two?id=1`, `${origin}/#section`];
  pages.addLinks(links, start);
  expect(pages.takeFound()).toEqual([`${origin}/`]);
  const [untested] = pages.routes.takeUntested(links);
  expect(untested).toEqual({ document: `${origin}/`, routes: links.slice(0, 2) });
  expect(pages.routes.takeUntested(links)).toEqual([]);
  if (untested) pages.routes.settle(untested, { isRouted: true, ignored: ["id"] });
  pages.addLinks(links, pages.holdFor(start));
  expect(pages.takeFound()).toEqual([`${origin}/#/one`, `${origin}/#/two`]);
});

test("looks for routes in at most 300 links per page, and tests at most five documents per scan", () => {
  const frontier = createFrontier();
  let checks = 0;
  const site = {
    ...{ startUrl: `${origin}/`, origins: [origin], aliases: [], listedAliases: [], crawlDelayMs: 0, listed: [] },
    isWanted: () => true,
    isAllowed: () => true,
  };
  const mayVisit = (): boolean => {
    checks += 1;
    return true;
  };
  const linksTo = (path: string, count: number) => Array.from({ length: count }, (_, at) => `${origin}${path}#/${at}`);
  const take = (links: readonly string[]) => takeUntested({ site, frontier, mayVisit }, links);
  expect(take([`${origin}/linked`, ...linksTo("/", 4_000)])).toHaveLength(1);
  expect(checks).toBe(300);
  expect(take([...linksTo("/", 4_000), `${origin}/app#/one`])).toMatchObject([{ document: `${origin}/app` }]);
  expect(checks).toBe(301);
  for (const path of ["/b", "/c", "/d"]) expect(take(linksTo(path, 1))).toHaveLength(1);
  expect(take(linksTo("/e", 1))).toEqual([]);
  expect(checks).toBe(304);
});

test("the frontier accepts routes found by an earlier scan or named in a URL list", () => {
  const pages = createFrontier([`${origin}/#/done`]);
  pages.add([`${origin}/#/done`, `${origin}/#/left`], "known");
  pages.addListed([`${origin}/app#/listed`], null, 0);
  expect([pages.next()?.url, pages.next()?.url]).toEqual([`${origin}/app#/listed`, `${origin}/#/left`]);
  const { groups, duplicates } = readUrlList(`${origin}/#/a\n${origin}/#/b\n${origin}/#/b/\n${origin}/#top\n/`, origin);
  expect(groups[0]?.urls).toEqual([`${origin}/#/a`, `${origin}/#/b`, `${origin}/`]);
  expect(duplicates).toBe(2);
});
