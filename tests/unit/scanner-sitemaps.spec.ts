import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { createGuard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { SitemapReader } from "@/server/scanner/crawl/sitemap-reader";
import { parseSitemap, readSitemaps } from "@/server/scanner/crawl/sitemaps";
import { createFetcher } from "@/server/scanner/guard/fetcher";
import { leastCpu } from "../support/cpu";
import { createRandom } from "../support/fuzz/random";
import { type Answer, serveSite } from "../support/scanner/serve-site";

const urls = (...addresses: string[]) => addresses.map((address) => `<url><loc>${address}</loc></url>`).join("");

test("finds URLs, whatever surrounds them in the file", () => {
  const cases: [string, string[]][] = [
    [`<!-- ${urls("http://a.example/gone")} -->${urls("http://a.example/1")}`, ["http://a.example/1"]],
    ["<LOC>http://a.example/1</LOC>", ["http://a.example/1"]],
    ["<loc >http://a.example/1</loc >", ["http://a.example/1"]],
    [
      "<loc>http://a.example/?a=1&b=2&amp;c&#x26;d&#38;e&unknown;&#99999999;</loc>",
      ["http://a.example/?a=1&b=2&c&d&e&unknown;&#99999999;"],
    ],
    ["<loc><![CDATA[http://a.example/?a=1&amp;b]]></loc>", ["http://a.example/?a=1&amp;b"]],
    [
      '<s:urlset xmlns:s="x"><s:url><s:loc>http://a.example/1</s:loc><i:loc>http://a.example/2</i:loc></s:url>',
      ["http://a.example/1"],
    ],
    [`Warning: <b>PHP</b> says so${urls("http://a.example/1")}`, ["http://a.example/1"]],
    ["<loc>http://a.example/1<loc>http://a.example/2</loc>", ["http://a.example/2"]],
    [`${urls("http://a.example/1")}<url><loc>http://a.example/cut-o`, ["http://a.example/1"]],
    [`<loc>http://a.example/${"x".repeat(5_000)}</loc>${urls("http://a.example/1")}`, ["http://a.example/1"]],
    [
      "\ufeffhttp://a.example/1\n\n  HTTPS://a.example/2 \r\nftp://a.example/3\n",
      ["http://a.example/1", "HTTPS://a.example/2"],
    ],
    [`${"x".repeat(9_000)}\nhttp://a.example/1`, ["http://a.example/1"]],
    ["", []],
    ["<", []],
  ];
  for (const [text, pages] of cases) expect(parseSitemap(text), text.slice(0, 80)).toEqual({ pages, sitemaps: [] });
});

test("finds the same URLs wherever the file is split into chunks", () => {
  const text = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "b">]><urlset><!-- <loc>x</loc> -->${urls("http://a.example/?x=1&amp;y=2", " <![CDATA[http://a.example/c]]> ", "http://a.example/ä")}</urlset>`;
  const whole = parseSitemap(text);
  expect(whole.pages).toEqual(["http://a.example/?x=1&y=2", "http://a.example/c", "http://a.example/ä"]);
  const random = createRandom(3);
  for (let round = 0; round < 300; round += 1) {
    const reader = new SitemapReader(100);
    for (let at = 0; at < text.length; ) {
      const length = 1 + random.below(random.pick([2, 10, 60]));
      reader.write(text.slice(at, at + length));
      at += length;
    }
    expect(reader.end()).toEqual(whole);
  }
  const lines = "http://a.example/1\nhttp://a.example/2\r\nhttp://a.example/3";
  const reader = new SitemapReader(100);
  for (const letter of lines) reader.write(letter);
  expect(reader.end().pages).toHaveLength(3);
});

const hostileTexts: readonly [string, string][] = [
  ["spaces after an opening tag", `<loc>${" ".repeat(200_000)}`],
  ["spaces after each opening tag", `<loc>${" ".repeat(50)}`.repeat(4_000)],
  ["opening tags", "<loc>".repeat(40_000)],
  ["opening brackets", "<".repeat(200_000)],
  ["unterminated comments", "<!--".repeat(50_000)],
  ["unterminated CDATA sections", "<loc><![CDATA[".repeat(15_000)],
  ["ampersands", `<loc>${"&".repeat(200_000)}</loc>`],
  ["an unterminated attribute", `<urlset a="${"x".repeat(200_000)}`],
  ["an endless element name", `<${"a:".repeat(100_000)}`],
  ["spaces before a line break", `${"x ".repeat(100_000)}`],
];

for (const [name, text] of hostileTexts)
  test(`reads 200 kB of ${name} within 50 ms [H2]`, () => {
    expect(leastCpu(() => parseSitemap(text), 25)).toBeLessThan(50);
    const inParts = () => {
      const reader = new SitemapReader(100);
      for (let at = 0; at < text.length; at += 1_000) reader.write(text.slice(at, at + 1_000));
      reader.end();
    };
    expect(leastCpu(inParts, 25)).toBeLessThan(50);
  });

const read = async (
  pages: (origin: string) => Record<string, Answer>,
  options: { maxPages?: number; maxDurationMs?: number } = {},
) => {
  const site = await serveSite(pages);
  const fetcher = createFetcher(createGuard(parsePrivateHosts(["127.0.0.1"])), "Test");
  try {
    const found = await readSitemaps({ fetcher, origin: site.origin, listed: [], maxPages: 1_000, ...options });
    return { found, hits: site.hits };
  } finally {
    await fetcher.close();
    await site.close();
  }
};

const indexOf = (...addresses: string[]) => `<sitemapindex>${urls(...addresses)}</sitemapindex>`;

test("stops decompressing at 50 MB and keeps the URLs found so far [H2] @long", async () => {
  const start = urls("http://a.example/1", "http://a.example/2");
  const bomb = gzipSync(
    Buffer.concat([Buffer.from(start), Buffer.alloc(120 * 1024 * 1024, 0x20), Buffer.from(urls("http://a.example/3"))]),
  );
  expect(bomb.length).toBeLessThan(200_000);
  const { found } = await read(() => ({
    "/sitemap.xml": (_, response) => response.writeHead(200).end(bomb),
    "/sitemap_index.xml": urls("http://a.example/4"),
  }));
  expect(found).toEqual(["http://a.example/1", "http://a.example/2", "http://a.example/4"]);
});

test("reads no more URLs than needed, and then stops the download", async () => {
  let sent = 0;
  const { found } = await read(
    () => ({
      "/sitemap.xml": (_, response) => {
        const more = () => {
          while (!response.destroyed && sent < 40_000_000) {
            sent += 50_000;
            if (
              !response.write(urls(...Array.from({ length: 1_000 }, (_, index) => `http://a.example/${sent + index}`)))
            )
              return response.once("drain", more);
          }
          return response.end();
        };
        more();
      },
    }),
    { maxPages: 2_500 },
  );
  expect(found).toHaveLength(2_500);
  expect(sent).toBeLessThan(20_000_000);
});

test("follows indexes three levels deep, reads each sitemap only once, and reads at most 200 sitemaps [H2]", async () => {
  const deep = await read((origin) => ({
    "/sitemap.xml": indexOf(`${origin}/2`, `${origin}/sitemap.xml`),
    "/2": indexOf(`${origin}/3`),
    "/3": indexOf(`${origin}/4`),
    "/4": urls(`${origin}/page`),
    "/sitemap_index.xml": "",
  }));
  expect(deep).toEqual({ found: [], hits: ["/sitemap.xml", "/sitemap_index.xml", "/2", "/3"] });
  const wide = await read((origin) => ({
    "/sitemap.xml": indexOf(...Array.from({ length: 5_000 }, (_, index) => `${origin}/${index}`)),
    "*": "",
  }));
  expect(wide.hits.length).toBe(200);
});

test("stops at its time limit when a sitemap never ends, and keeps the URLs found so far [H2]", async () => {
  const { found } = await read(
    () => ({
      "/sitemap.xml": (_, response) => {
        response.write(urls("http://a.example/1"));
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(timer));
      },
      "/sitemap_index.xml": urls("http://a.example/2"),
    }),
    { maxDurationMs: 1_500 },
  );
  expect(found).toEqual(["http://a.example/1"]);
});

test("returns no URLs for a response other than 200", async () => {
  const { found } = await read(() => ({
    "/sitemap.xml": (_, response) => response.writeHead(404).end(urls("http://a.example/1")),
    "/sitemap_index.xml": (_, response) => response.writeHead(500).end(urls("http://a.example/2")),
  }));
  expect(found).toEqual([]);
});
