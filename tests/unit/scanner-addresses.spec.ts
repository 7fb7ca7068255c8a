import { expect, test } from "@playwright/test";
import { addressKey, isLikelyFile, normalizeAddress } from "@/server/scanner/crawl/addresses";
import { Frontier, type FrontierOptions, type Target } from "@/server/scanner/crawl/frontier";
import { parseRetryAfter } from "@/server/scanner/crawl/pacer";
import { createAddressFilter } from "@/server/scanner/crawl/patterns";
import { parseSitemap } from "@/server/scanner/crawl/sitemaps";
import { createTrapDetector } from "@/server/scanner/crawl/traps";

test("normalised URLs lose the parts that don't identify a page", () => {
  expect(normalizeAddress("HTTP://User:pw@Example.ORG:80/a b?utm_source=x&id=1&fbclid=2#part")).toBe(
    "http://example.org/a%20b?id=1",
  );
  expect(normalizeAddress("../c?sid=9", "https://example.org/a/b/")).toBe("https://example.org/a/c");
  expect(normalizeAddress("/cart;jsessionid=AF3", "https://example.org")).toBe("https://example.org/cart");
  for (const wrong of [
    "mailto:a@b.example",
    "javascript:void 0",
    "data:text/html,x",
    "http://",
    "file:///etc/passwd",
  ]) {
    expect(normalizeAddress(wrong)).toBeNull();
  }
  expect(normalizeAddress(`http://example.org/${"x".repeat(3_000)}`)).toBeNull();
  expect(addressKey("http://example.org/?b=2&a=1")).toBe(addressKey("http://example.org/?a=1&b=2"));
});

test("recognises files by their extension, and treats all other URLs as pages", () => {
  const files = ["/a.pdf", "/b.JPG", "/c/d.tar.gz", "/feed.rss", "/app.js?v=1"];
  const pages = ["/", "/a.html", "/b.php?x=1", "/v1.2/notes", "/page?file=x.pdf", "/example.com"];
  for (const path of files) expect(isLikelyFile(`http://example.org${path}`), path).toBe(true);
  for (const path of pages) expect(isLikelyFile(`http://example.org${path}`), path).toBe(false);
});

test("patterns are prefixes that can contain * and $, and exclude patterns take precedence", () => {
  const wanted = createAddressFilter(["/docs/", "https://example.org/blog*"], ["/docs/*/draft", "*.php$"]);
  const check = (path: string) => wanted(`https://example.org${path}`);
  expect([check("/docs/a"), check("/blog/x"), check("/docs/a/b")]).toEqual([true, true, true]);
  expect([check("/other"), check("/docs/a/draft/1"), check("/docs/a.php")]).toEqual([false, false, false]);
  expect(check("/docs/a.php?x")).toBe(true);
  expect(createAddressFilter([], [])("https://example.org/anything")).toBe(true);
});

test("detects traps (calendars, sort orders, endless paths), but doesn't mistake ordinary archives and lists for them", () => {
  const count = (addresses: string[]) => {
    const isTrap = createTrapDetector();
    return addresses.filter((address) => !isTrap(`http://example.org${address}`)).length;
  };
  const many = (make: (index: number) => string) => Array.from({ length: 100 }, (_, index) => make(index));
  expect(count(many((index) => `/calendar/${2000 + index}/0${(index % 9) + 1}`))).toBeLessThan(20);
  expect(count(many((index) => `/events?date=2026-01-${index}`))).toBeLessThan(20);
  expect(count(many((index) => `/shop?sort=${index}`))).toBeLessThan(20);
  expect(count(["/a/b/a/b/a/b", `/${"x/".repeat(20)}`])).toBe(0);
  expect(count(many((index) => `/2019/05/12/post-${index}`))).toBe(100);
  expect(count(many((index) => `/product/${index}`))).toBe(100);
  expect(count(many((index) => `/list?page=${index}`))).toBe(100);
});

test("reads sitemap indexes, plain text, and sitemaps with entities, CDATA, image entries or malformed XML", () => {
  const xml = `<?xml version="1.0"?><urlset><url><loc> http://a.example/?x=1&amp;y=2 </loc><image:image><image:loc>http://a.example/i.png</image:loc></image:image></url>
    <url><loc><![CDATA[http://a.example/c]]></loc></url><url><loc>http://a.example/broken</loc>`;
  expect(parseSitemap(xml)).toEqual({
    pages: ["http://a.example/?x=1&y=2", "http://a.example/c", "http://a.example/broken"],
    sitemaps: [],
  });
  expect(
    parseSitemap("<sitemapindex><sitemap><loc>http://a.example/s.xml</loc></sitemap></sitemapindex>").sitemaps,
  ).toEqual(["http://a.example/s.xml"]);
  expect(parseSitemap("http://a.example/1\r\nhttp://a.example/2\n\n").pages).toHaveLength(2);
});

test("Retry-After can be a number of seconds or a date", () => {
  expect(parseRetryAfter("120")).toBe(120);
  expect(parseRetryAfter("Fri, 20 Nov 2026 09:00:30 GMT", new Date("2026-11-20T09:00:00.000Z"))).toBe(30);
  expect([parseRetryAfter(null), parseRetryAfter(""), parseRetryAfter("soon")]).toEqual([null, null, null]);
});

const frontier = (options: Partial<FrontierOptions> = {}) =>
  new Frontier({
    origins: ["https://a.example"],
    aliases: ["http://a.example"],
    maxPages: 3,
    pagesDone: 0,
    skip: [],
    isWanted: () => true,
    ...options,
  });

const give = (pages: Frontier): Target => {
  const target = pages.next();
  if (!target) throw new Error("The frontier returned nothing.");
  return target;
};

test("the frontier returns each URL once, with links on the home page first, and respects the limit", () => {
  const pages = frontier();
  pages.add(["https://a.example/"], "start");
  pages.add(["https://a.example/from-sitemap"], "sitemap");
  const start = give(pages);
  expect(start.url).toBe("https://a.example/");
  expect(pages.next()).toBeUndefined();
  pages.addLinks(["http://a.example/linked", "https://a.example/linked#x", "https://other.example/"], start);
  expect(pages.total).toBe(3);
  const linked = give(pages);
  const listed = give(pages);
  expect([linked.url, listed.url]).toEqual(["https://a.example/linked", "https://a.example/from-sitemap"]);
  pages.addLinks(["https://a.example/deeper"], linked);
  pages.finish(linked, "dropped");
  pages.addLinks([], listed);
  expect(give(pages).url).toBe("https://a.example/deeper");
  expect(pages.next()).toBeUndefined();
  expect(pages.takeFound()).toHaveLength(4);
  expect(pages.takeFound()).toEqual([]);
});

test("the URLs that the frontier reports as found don't include those that the caller supplied", () => {
  const pages = frontier();
  pages.add(["https://a.example/known"], "known");
  pages.add(["https://a.example/listed"], "sitemap");
  expect(pages.total).toBe(2);
  expect(pages.takeFound()).toEqual(["https://a.example/listed"]);
});

test("the frontier chooses the same pages, whichever page is read first", () => {
  const choose = (order: [number, number]) => {
    const pages = frontier({ maxPages: 5 });
    pages.add(["https://a.example/"], "start");
    pages.addLinks(["https://a.example/one", "https://a.example/two"], give(pages));
    const parents = [give(pages), give(pages)];
    expect(pages.next()).toBeUndefined();
    const links = [
      ["/c", "/shared"],
      ["/shared", "/b", "/a"],
    ];
    for (const index of order) {
      const parent = parents[index];
      if (parent)
        pages.addLinks(
          (links[index] ?? []).map((path) => `https://a.example${path}`),
          parent,
        );
    }
    return [give(pages).url, give(pages).url, pages.next()];
  };
  expect(choose([0, 1])).toEqual(["https://a.example/c", "https://a.example/shared", undefined]);
  expect(choose([1, 0])).toEqual(choose([0, 1]));
});

test("the frontier assigns a claimed URL to one page, even when that page is retried", () => {
  const pages = frontier({ skip: ["https://a.example/done"] });
  pages.add(["https://a.example/old", "https://a.example/done"], "sitemap");
  const target = give(pages);
  expect(pages.next()).toBeUndefined();
  expect([pages.claim("https://a.example/new", target), pages.claim("https://a.example/new", target)]).toEqual([
    true,
    true,
  ]);
  expect(pages.claim("https://a.example/new", { ...target, url: "https://a.example/older" })).toBe(false);
  expect(pages.claim("https://a.example/done", target)).toBe(false);
  pages.giveBack(target);
  expect(give(pages).url).toBe(target.url);
});

test("the frontier moves listed URLs to the main origin if only their protocol or www prefix differs, but ignores links that differ in this way", () => {
  const pages = frontier({ listedAliases: ["https://www.a.example", "http://www.a.example"] });
  const listed = ["http://www.a.example/about", "https://www.a.example/#/route", "https://www.b.example/"];
  expect(pages.addListed(listed, "Group", 0)).toEqual(["https://www.b.example/"]);
  const target = give(pages);
  expect([target.url, give(pages).url]).toEqual(["https://a.example/about", "https://a.example/#/route"]);
  pages.addLinks(["https://www.a.example/linked"], target);
  expect(pages.siteAddress("https://www.a.example/linked")).toBeNull();
  expect(pages.total).toBe(2);
});

test("pages that are delivered without having been queued count towards the frontier's limit", () => {
  const pages = frontier({ maxPages: 2 });
  pages.add(["https://a.example/"], "start");
  expect(pages.isAtLimit).toBe(false);
  pages.countDelivered();
  expect(pages.isAtLimit).toBe(true);
});
