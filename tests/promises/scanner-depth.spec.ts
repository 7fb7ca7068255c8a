import type { ScanOptionsInput } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { expect, scan, test } from "../support/scanner/scan";
import type { TestSite } from "../support/scanner/serve-site";

const wide = '<p style="width: 600px">The opening hours of the harbour in the summer months</p>';
const article = `<title>Article</title><main><article>${wide}</article></main>`;
const start = `<title>Start</title><nav><a href="/a">A</a> <a href="/b">B</a> <a href="/c">C</a> <a href="/d">D</a></nav>
  <main><section>${wide}</section></main>`;
const pages = () => ({ "/": start, "/a": article, "/b": article, "/c": article, "/d": article });

/** Returns the depth of each page, and the pages where a rule that needs a narrow window found something. */
const depthsOf = async (engine: ScanEngine, site: TestSite, depth: ScanOptionsInput["depth"]) => {
  const { byPath } = await scan(engine, site.origin, { depth });
  const paths = Object.keys(byPath);
  return {
    start: byPath["/"]?.depth,
    full: paths.filter((path) => byPath[path]?.depth === "full").sort(),
    quick: paths.filter((path) => byPath[path]?.depth === "quick").sort(),
    tooWide: paths.filter((path) => byPath[path]?.axe?.violations.some(({ rule_id }) => rule_id === "reflow")).sort(),
  };
};

test("interacts with every page by default @long", async ({ engine, serve }) => {
  const { full, quick, tooWide } = await depthsOf(engine, await serve(pages), undefined);
  expect([full.length, quick]).toEqual([5, []]);
  expect(tooWide).toEqual(full);
});

test('with the depth "templates", interacts with only the start page and two pages of each template @long', async ({
  engine,
  serve,
}) => {
  const { start, full, quick, tooWide } = await depthsOf(engine, await serve(pages), "templates");
  expect([start, full.length, quick.length]).toEqual(["full", 3, 2]);
  expect(tooWide).toEqual(full);
});

test('with the depth "quick", interacts with no pages, but runs the rules that require no interaction @long', async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": `${start}<img src="/logo.png" width="40" height="40">` }));
  const { byPath } = await scan(engine, site.origin, { depth: "quick", max_pages: 1 });
  const page = byPath["/"];
  expect(page?.depth).toBe("quick");
  const failed = page?.axe?.violations.map(({ rule_id }) => rule_id);
  expect(failed).toContain("image-alt");
  expect(failed).not.toContain("reflow");
  expect(page?.axe?.inapplicable).not.toContain("reflow");
  expect(page?.axe?.checks.map(({ rule_id }) => rule_id)).not.toContain("keyboard-trap");
});
