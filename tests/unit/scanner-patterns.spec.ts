import { expect, test } from "@playwright/test";
import { createAddressFilter } from "@/server/scanner/crawl/patterns";
import { readRobotsRules } from "@/server/scanner/crawl/robots-rules";
import { compileWildcards } from "@/server/scanner/crawl/wildcard";
import { leastCpu } from "../support/cpu";
import { createRandom } from "../support/fuzz/random";

/** Matches a pattern with a regular expression: correct, but possibly very slow. */
const byExpression = (pattern: string, text: string): boolean => {
  const anchored = pattern.endsWith("$");
  const body = (anchored ? pattern.slice(0, -1) : pattern)
    .split("*")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^]*");
  return new RegExp(`^${body}${anchored ? "$" : ""}`).test(text);
};

test("a wildcard pattern matches the same strings as its regular expression, however repetitive the strings are @long", () => {
  const random = createRandom(7);
  const textOf = (letters: string, most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick([...letters])).join("");
  const wrong: string[] = [];
  let matched = 0;
  for (let round = 0; round < 40_000; round += 1) {
    const pattern = textOf("ab*$/?.", 9);
    const text = random.chance(0.5) ? textOf("ab/?.$", 14) : textOf("ab", 14);
    const expected = byExpression(pattern, text);
    matched += Number(expected);
    if (compileWildcards(pattern)(text) !== expected) wrong.push(`${pattern} on ${text}`);
  }
  expect(wrong).toEqual([]);
  expect(matched).toBeGreaterThan(4_000);
});

test("patterns match the path and query, or the whole URL if they start with http", () => {
  const filter = createAddressFilter(["/shop/*/sale$", "blog", "http://a.example/x"], ["*.pdf"]);
  const wanted = ["http://a.example/shop/1/sale", "http://a.example/blog/2?x=1", "http://a.example/xyz"];
  for (const address of wanted) expect(filter(address), address).toBe(true);
  const unwanted = ["http://a.example/shop/1/sale/2", "http://b.example/xyz", "http://a.example/blog/a.pdf?b"];
  for (const address of unwanted) expect(filter(address), address).toBe(false);
});

const hostilePatterns: readonly [string, string[], string][] = [
  ["30 wildcards", [`/${"*a".repeat(30)}*b`], `/${"a".repeat(1_500)}`],
  ["500 wildcards", [`/${"*a".repeat(499)}b`], `/${"a".repeat(1_900)}`],
  ["long parts that almost match", Array(100).fill(`/*${"a".repeat(990)}b`), `/${"a".repeat(1_900)}`],
  ["long parts that repeat themselves", Array(100).fill(`/*${"ab".repeat(490)}*c`), `/${"ab".repeat(950)}`],
];

for (const [name, patterns, path] of hostilePatterns)
  test(`matches a URL within 50 ms against patterns with ${name} [H3]`, () => {
    const filter = createAddressFilter([], patterns);
    const decide = () => expect(filter(`http://a.example${path}`)).toBe(true);
    expect(leastCpu(decide, 25)).toBeLessThan(50);
  });

const rules = (text: string) => readRobotsRules(text, "Curbcut");

test("robots.txt: our own group takes precedence over *, the longest rule over shorter ones, and allow over disallow in a tie", () => {
  const { allows, crawlDelay, sitemaps } = rules(`
    User-agent: other
    Disallow: /other
    user-agent: CURBCUT/1.0 # that is us
    User-Agent: another
    Crawl-delay: 2.5
    Disallow: /a
    Allow: /a/b
    Disallow: /c$
    Disallow: /*.php?*x=
    Disallow: /t*
    Allow: /t*
    Disallow:
    Sitemap: https://a.example/one.xml
    User-agent: *
    Disallow: /
    User-agent: curbcut
    Disallow: /late
    Sitemap: https://a.example/two.xml`);
  const allowed = ["/", "/a/b/c", "/c?x", "/other", "/b.php?y=1", "/t1"];
  for (const path of allowed) expect(allows(path), path).toBe(true);
  for (const path of ["/a", "/a/c", "/c", "/b.php?y=1&x=2", "/late/1"]) expect(allows(path), path).toBe(false);
  expect(crawlDelay).toBe(2.5);
  expect(sitemaps).toEqual(["https://a.example/one.xml", "https://a.example/two.xml"]);
});

test("robots.txt: handles groups for *, several names in one group, and percent-encoding in upper and lower case", () => {
  expect(rules("User-agent: *\nDisallow: /a").allows("/a")).toBe(false);
  expect(rules("User-agent: x\nUser-agent: curbcut\nDisallow: /a\nUser-agent: *\nDisallow: /").allows("/b")).toBe(true);
  expect(rules("User-agent: *\rDisallow: /%c3%a4").allows("/%C3%A4")).toBe(false);
  expect(rules("User-agent: *\r\nDisallow: /ä").allows("/%c3%a4")).toBe(false);
  expect(rules("Disallow: /").allows("/")).toBe(true);
  expect(rules("User-agent: *\nCrawl-delay: -5").crawlDelay).toBeNull();
  expect(rules("User-agent: *\nCrawl-delay: never").crawlDelay).toBeNull();
});

const fill = (line: string): string => line.repeat(Math.floor((500 * 1_024) / line.length));
const hostileRobots: readonly [string, string][] = [
  ["18,000 names and 18,000 rules", "User-agent: curbcut\n".repeat(18_000) + "Disallow: /x\n".repeat(18_000)],
  ["one pattern of 500 kB", `User-agent: *\nDisallow: /${"*a".repeat(250_000)}b`],
  ["many rules with many wildcards", `User-agent: *\n${fill(`Disallow: /${"*aab".repeat(480)}c\n`)}`],
  ["very many rules with a wildcard", `User-agent: *\n${fill("Disallow: /*ab\n")}`],
  ["very many rules without a wildcard", `User-agent: *\n${fill(`Disallow: /${"a".repeat(1_000)}b\n`)}`],
  ["nothing but colons", ":".repeat(500_000)],
  ["nothing but line breaks", "\n".repeat(500_000)],
];

for (const [name, text] of hostileRobots)
  test(`parses a robots.txt with ${name} within a second, and checks a path within 50 ms [H3]`, () => {
    expect(leastCpu(() => rules(text), 300)).toBeLessThan(1_000);
    const { allows } = rules(text);
    expect(leastCpu(() => allows(`/${"a".repeat(1_900)}`), 25)).toBeLessThan(50);
  });

test("disallows a path that takes too long to check [H3]", () => {
  const { allows } = rules(`User-agent: *\n${"Disallow: /*ab\n".repeat(5_000)}`);
  expect(allows("/honest/path")).toBe(true);
  expect(allows(`/${"c".repeat(1_900)}`)).toBe(false);
  expect(rules(`User-agent: *\n${"Disallow: /*ab\n".repeat(20_000)}`).allows("/honest/short/path")).toBe(false);
});
