import { expect, test } from "@playwright/test";
import { UrlGroup } from "@/server/scanner/contract";
import { readUrlList, writeUrlList } from "@/server/scanner/url-list/read-url-list";
import { leastCpu } from "../support/cpu";

const WEBSITE = "https://shop.example/";

const read = (content: string, format?: Parameters<typeof readUrlList>[2]) => readUrlList(content, WEBSITE, format);

test("reads text with URLs in named groups, and merges duplicates", () => {
  const list = read(
    [
      "\ufeffhttps://shop.example/",
      "# Checkout",
      "  https://shop.example/basket?b=2&a=1  ",
      "https://shop.example/basket?a=1&b=2#top",
      "/pay,now",
      "",
      "#",
      "http://www.shop.example/about?utm_source=x",
      "https://shop.example/about",
    ].join("\r\n"),
  );
  expect(list).toEqual({
    groups: [
      { name: null, urls: ["https://shop.example/", "http://www.shop.example/about", "https://shop.example/about"] },
      { name: "Checkout", urls: ["https://shop.example/basket?b=2&a=1", "https://shop.example/pay,now"] },
    ],
    ...{ urls: 5, duplicates: 1, refused: 0, refusals: [] },
  });
  expect(read(writeUrlList(list.groups))).toEqual({ ...list, duplicates: 0 });
});

test("writes every group name on one line, and shortens it without splitting a character", () => {
  const long = read(`# ${"a".repeat(99)}😀\n/x`);
  expect(long.groups).toEqual([{ name: "a".repeat(99), urls: ["https://shop.example/x"] }]);
  const csv = read('url,group\n/a,"Help\r\n/pay"\n/b,"Two\u2028\u0007words"\n/c,"\u0001"\n', "csv");
  expect(csv.groups).toEqual([
    { name: null, urls: ["https://shop.example/c"] },
    { name: "Help  /pay", urls: ["https://shop.example/a"] },
    { name: "Two  words", urls: ["https://shop.example/b"] },
  ]);
  expect(read(writeUrlList(csv.groups)).groups).toEqual(csv.groups);
});

test("refuses a group name with a line break", () => {
  for (const name of ["a\nb", "a\u2028b", "a\u0000b"])
    expect.soft(UrlGroup.safeParse({ name, urls: [] }).success, JSON.stringify(name)).toBe(false);
  expect(UrlGroup.safeParse({ name: "Help 😀", urls: [] }).success).toBe(true);
});

test("rejects every URL that can't be scanned as part of the website, and gives its line and the reason", () => {
  const { urls, refused, refusals } = read(
    [
      "https://shop.example/ok",
      "https://elsewhere.example/page",
      "https://shop.example.evil.example/",
      "https://shop.example:8443/",
      "shop.example/page",
      "https://shop.example/a https://shop.example/b",
      "javascript:alert(1)",
      "//elsewhere.example/",
      "https://shop.example/prices.pdf",
      `https://shop.example/${"x".repeat(2_000)}`,
    ].join("\n"),
  );
  expect({ urls, refused }).toEqual({ urls: 1, refused: 9 });
  expect(refusals.map(({ line, reason }) => [line, reason])).toEqual([
    [2, "other_website"],
    [3, "other_website"],
    [4, "other_website"],
    [5, "not_a_url"],
    [6, "not_a_url"],
    [7, "not_a_url"],
    [8, "not_a_url"],
    [9, "not_a_page"],
    [10, "too_long"],
  ]);
  expect(refusals.at(-1)?.text).toHaveLength(200);
});

test("reads CSV files with columns in any order, quoted cells and various delimiters", () => {
  const groups = [
    { name: "Help", urls: ["https://shop.example/help,1"] },
    { name: "Shop", urls: ["https://shop.example/"] },
  ];
  const withHeader = 'Title;Group;URL\n"Help; and ""more""";Help;https://shop.example/help,1\nStart;Shop;/\n\nshort';
  expect(read(withHeader).groups).toEqual(groups);
  expect(read('name,url\n"Start\npage",https://shop.example/\nOther,https://elsewhere.example/')).toMatchObject({
    groups: [{ name: null, urls: ["https://shop.example/"] }],
    refusals: [{ line: 4, text: "https://elsewhere.example/", reason: "other_website" }],
  });
  const without = "1\thttps://shop.example/\n2\thttps://shop.example/help,1";
  expect(read(without).groups[0]?.urls).toEqual(["https://shop.example/", "https://shop.example/help,1"]);
});

test("reads a sitemap, and says that an index lists other sitemaps", () => {
  const loc = (url: string) => `<url><loc>${url}</loc></url>`;
  const sitemap = `<?xml version="1.0"?><urlset>${loc("https://shop.example/a")}${loc("https://x.example/")}</urlset>`;
  expect(read(sitemap)).toMatchObject({ urls: 1, refusals: [{ line: 2, reason: "other_website" }] });
  const index = "<sitemapindex><sitemap><loc>https://shop.example/map.xml</loc></sitemap></sitemapindex>";
  expect(() => read(index)).toThrow("This is a sitemap index");
});

test("explains why a list as a whole can't be used", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `/page/${at}`).join("\n");
  expect(read(many(10_000)).urls).toBe(10_000);
  expect(() => read(many(10_001))).toThrow("The list has 10,001 URLs, and the limit is 10,000.");
  expect(() => read("/same\n".repeat(20_001))).toThrow("The list has more than 20,000 lines.");
  expect(() => read(`url\n${",\n".repeat(20_001)}`)).toThrow("The list has more than 20,000 lines.");
  expect(() => read("<url><loc>/same</loc></url>".repeat(20_001))).toThrow("The list has more than 20,000 URLs.");
  expect(() => read(`url${",".repeat(20_001)}\n`)).toThrow("a row in line 1 of more than 20,000 characters");
  expect(() => read("x".repeat(4_000_001))).toThrow("The list is too long");
  expect(() => read("PK\u0003\u0004\0\0")).toThrow("This isn't a text file.");
  expect(() => read(" \n# Only a group\n")).toThrow("The list contains no URLs.");
  expect(() => read("title,price\nShirt,10")).toThrow("no column with URLs");
  expect(() => read('url,title\nhttps://shop.example/,"open\n\n')).toThrow("The CSV file is malformed");
  expect(() => read(`url,title\n/,"${"x".repeat(30_000)}`)).toThrow("a row");
  const grouped = Array.from({ length: 102 }, (_, at) => `# Group ${at}\n/page/${at}`).join("\n");
  expect(read(grouped)).toMatchObject({ urls: 100, refused: 2, refusals: [{ reason: "too_many_groups" }, {}] });
});

test("reads hostile lists in linear time", () => {
  const size = 1_000_000;
  const hostile = [
    "/".repeat(size),
    "#\n".repeat(size),
    '"'.repeat(size),
    `url\n${'""""""'.repeat(size / 10)}`,
    "<loc>".repeat(size / 5),
    `a,${",".repeat(size)}`,
    `/a${" ".repeat(size)}b`,
  ];
  const readAll = () => {
    for (const content of hostile) {
      try {
        read(content);
      } catch {
        // Most of these lists are refused.
      }
    }
  };
  expect(leastCpu(readAll, 3_000, 5)).toBeLessThan(3_000);
});
