import type { PageResult, ScanOptionsInput } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { evaluateApart, PageScriptError } from "@/server/scanner/page/isolated-world";
import { expect, scan, test } from "../support/scanner/scan";
import type { TestSite } from "../support/scanner/serve-site";

const second = { depth: "quick", max_pages: 1, second_engine: true } as const;

const scanOne = async (engine: ScanEngine, site: TestSite, options: ScanOptionsInput = second): Promise<PageResult> => {
  const { pages } = await scan(engine, site.origin, options);
  const [page] = pages;
  if (!page) throw new Error("The page wasn't scanned.");
  return page;
};

/** Returns a page's findings, each as "rule selector outcome engines". */
const listFindings = ({ axe }: PageResult): string[] =>
  (["violations", "incomplete"] as const).flatMap((outcome) =>
    (axe?.[outcome] ?? []).flatMap(({ rule_id, nodes }) =>
      nodes.map(({ selector, engines }) => [rule_id, selector, outcome, engines?.join("+") ?? "-"].join(" ")),
    ),
  );

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const picture = (attributes: string) => `<img src="${pixel}" width="40" height="40" ${attributes}>`;

/** What both engines find, and what only AccessLint finds. */
const body = `<main><h1>Orders</h1>
  ${picture('id="both"')}
  ${picture('id="words" alt="Image of the harbour"')}
  <form><label for="secret">Password</label><input id="secret" type="password" autocomplete="off"></form>
  <p aria-hidden="true" id="hidden"><a href="/a">Archive of all orders</a></p></main>`;

const orders = () => ({ "/": `<title>Orders</title>${body}` });

test("findings reported by both engines name both, and those reported only by the second engine are marked as needing review", async ({
  engine,
  serve,
}) => {
  const page = await scanOne(engine, await serve(orders));
  const found = listFindings(page);
  expect(found).toContain("image-alt #both violations axe-core+accesslint");
  expect(found).toContain("accesslint-image-alt-words #words incomplete accesslint");
  expect(found).toContain("accesslint-authentication #secret incomplete accesslint");
  expect(found.filter((each) => each.startsWith("aria-hidden-focus"))).toEqual([
    "aria-hidden-focus #hidden violations axe-core+accesslint",
  ]);
  const alone = page.axe?.incomplete.find(({ rule_id }) => rule_id === "accesslint-image-alt-words");
  expect(alone).toMatchObject({ node_count: 1, impact: "minor", wcag: [] });
  expect(alone?.nodes[0]).toMatchObject({
    html: expect.stringContaining("Image of the harbour"),
    failure_summary: expect.stringMatching(/^Fix any of the following:\n {2}\S/),
    component: expect.any(String),
    signals: { name: "Image of the harbour" },
  });
  expect(page.axe?.checks).toContainEqual({
    ...{ rule_id: "accesslint-image-alt-words", impact: "minor", passed: 0, failed: 0, needs_review: 1 },
  });
});

test("the second engine runs only if the scan requests it, and doesn't change what the other engines find @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(orders);
  const without = await scanOne(engine, site, { ...second, second_engine: false });
  const withBoth = await scanOne(engine, site);
  expect(listFindings(without).every((each) => each.endsWith(" -"))).toBe(true);
  expect(withBoth.axe?.score).toBe(without.axe?.score);
  const shared = (page: PageResult) =>
    [...(page.axe?.violations ?? []), ...(page.axe?.incomplete ?? [])].flatMap(({ rule_id, nodes }) =>
      nodes.flatMap(({ engines, ...node }) => (engines?.length === 1 ? [] : [{ rule_id, ...node }])),
    );
  expect(shared(withBoth)).toEqual(shared(without));
});

test("doesn't run the second engine's rules that belong to other standards", async ({ engine, serve }) => {
  const faint = '<p style="color: #aaa; background: #fff" id="faint">This text is hard to read.</p>';
  const site = await serve(() => ({ "/": `<title>Orders</title>${body}${faint}` }));
  const found = listFindings(await scanOne(engine, site, { ...second, standard: "wcag2a" }));
  expect(found).toContain("accesslint-image-alt-words #words incomplete accesslint");
  expect(found.filter((each) => /color-contrast|authentication/.test(each))).toEqual([]);
});

test("doesn't report text again if its contrast has been determined from a screenshot @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": `<title>Gradient</title><main><h1>Gradient</h1>
      <p style="background: linear-gradient(#000, #111); color: #fff" id="clear">Easy to read</p>
      <p style="background: linear-gradient(#eee, #fff); color: #ccc" id="faint">Hard to read</p></main>`,
  }));
  const page = await scanOne(engine, site, { max_pages: 1, second_engine: true });
  const found = listFindings(page).filter((each) => each.startsWith("color-contrast"));
  expect(found.map((each) => each.split(" ").slice(0, 3).join(" "))).toEqual(["color-contrast #faint violations"]);
});

test("a page can neither replace the second engine nor suppress other findings", async ({ engine, serve }) => {
  const fields = ["id", "name", "method", "action", "title"]
    .map((name) => `<input name="${name}" aria-label="${name}">`)
    .join("");
  const site = await serve(() => ({
    "/": `<title>Orders</title><script>
        window.AccessLint = { rules: [], createChunkedAudit() { throw new Error("replaced"); } };
        Object.defineProperty(Array.prototype, "includes", { value: () => { throw new Error("replaced"); } });
      </script>
      <form id="AccessLint">${fields}</form><img name="querySelectorAll" alt="" src="data:,">${body}`,
  }));
  const page = await scanOne(engine, site);
  const found = listFindings(page);
  expect(page.error).toBeNull();
  expect(found).toContain("image-alt #both violations axe-core+accesslint");
  expect(found).toContain("accesslint-image-alt-words #words incomplete accesslint");
});

test("stops an evaluation that takes too long in the page, and can still evaluate scripts there afterwards", async ({
  engine,
  serve,
}) => {
  const site = await serve(orders);
  const context = await engine.browsers.openContext({});
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(site.origin);
  const { frameTree } = await cdp.send("Page.getFrameTree");
  const { id } = frameTree.frame;
  await expect(evaluateApart(cdp, id, "for (;;);", 200)).rejects.toThrow(PageScriptError);
  expect(await evaluateApart(cdp, id, "document.title", 5_000)).toBe("Orders");
  await context.close();
});

test("returns at most 500 elements for each rule on a page", async ({ engine, serve }) => {
  const many = Array.from({ length: 600 }, (_, index) => picture(`alt="Image of ${index}"`)).join("\n");
  const page = await scanOne(
    engine,
    await serve(() => ({ "/": `<title>Many</title><main><h1>Many</h1>${many}</main>` })),
  );
  const words = page.axe?.incomplete.find(({ rule_id }) => rule_id === "accesslint-image-alt-words");
  expect(words?.nodes.length).toBe(500);
  expect(page.error).toBeNull();
});
