import { draftFixes } from "@/server/domains/audits/fixes/fixers";
import { fix, markupOf } from "../support/scanner/fix-page";
import { expect, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

test("wraps the loose contents of a list in list items without changing how the list looks, and hides dividers from screen readers", async ({
  engine,
  serve,
}) => {
  const list =
    '<ul class="menu"><a href="/" class="brand">Shop</a><li>Lamps</li><hr><div class="gap"></div><li>Wool</li></ul>';
  const style = `<style>.menu { display: flex; flex-direction: column; list-style: none; padding: 0 } .brand { margin: 9px auto }
    .menu hr { margin: 4px 0 } .gap { height: 3px; background: #036 }</style>`;
  const { origin } = await serve(() => ({ "/": soundPage(list, style) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "list", selector: ".menu" });
  expect(result).toMatchObject({ rejection: null, draft: null, cleared: { list: 1 }, moved_px: 0 });
  const after = markupOf(result)?.after.replace(/\s*\n\s*/g, "");
  expect(after).toContain('<li style="display: contents;"><a href="/" class="brand"></a></li><li></li>');
  expect(after).toContain('<li aria-hidden="true" style="display: contents;"><hr></li>');
  expect(after).toContain(
    '<li aria-hidden="true" style="display: contents;"><div class="gap"></div></li><li></li></ul>',
  );
  expect(markupOf(result)?.purpose).toBe("list");
});

test("leaves a list unchanged if the page's styles would make the added list item visible", async ({
  engine,
  serve,
}) => {
  const list = '<ul class="menu"><li>Lamps</li><div>Wool</div></ul>';
  const style =
    "<style>.menu > div { color: #060 } .menu li { border-left: 9px solid #036; display: block !important }</style>";
  const { origin } = await serve(() => ({ "/": soundPage(list, style) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "list", selector: ".menu" });
  expect(result).toMatchObject({ change: null, rejection: "layout" });
});

const menu = (first: string): string =>
  `<ul class="side">${first}${["lamps", "wool", "books", "tea"].map((each) => `<li><a href="/${each}">All ${each}</a></li>`).join("")}</ul>`;

const besideMain = (menuCode: string, before = ""): string =>
  soundPage("<p>Text</p>").replace("<main>", `${before}${menuCode}<main>`);

test("marks a menu outside all landmarks as navigation, and names it after its home link if the page has other navigation", async ({
  engine,
  serve,
}) => {
  const other = '<nav><a href="/help">Help</a></nav>';
  const home = '<li><a href="/">Lamp shop</a></li>';
  const { origin } = await serve(() => ({
    "/": besideMain(menu(home), other),
    "/alone": besideMain(`<div class="box">${menu(home)}</div>`),
    "/nameless": besideMain(menu('<li><a href="/new">New</a></li>'), other),
    "/text": besideMain(`<div class="box"><p>${"A long text about lamps. ".repeat(20)}</p>${menu(home)}</div>`),
  }));
  const request = { rule_id: "region", selector: ".side" };
  const named = await fix(engine, { ...request, page_url: `${origin}/` });
  expect(named).toMatchObject({ rejection: null, cleared: { region: 1 }, moved_px: 0 });
  expect(markupOf(named)).toMatchObject({
    before: '<ul class="side"></ul>',
    after: '<nav aria-label="Lamp shop"><ul class="side"></ul></nav>',
    purpose: "navigation",
  });
  const alone = await fix(engine, { ...request, page_url: `${origin}/alone`, selector: ".box" });
  expect(alone).toMatchObject({ rejection: null });
  expect(markupOf(alone)?.after).toBe('<div class="box" role="navigation"></div>');
  expect((await fix(engine, { ...request, page_url: `${origin}/nameless` })).change).toBeNull();
  expect((await fix(engine, { ...request, page_url: `${origin}/text`, selector: ".box" })).change).toBeNull();
});

test("wraps everything between the header and the footer in a main element", async ({ engine, serve }) => {
  const body = `<header><p>Shop</p></header><section class="one"><h1>Lamps</h1><p>${"Many lamps. ".repeat(9)}</p></section>
    <section class="two"><h2>Wool</h2><p>${"Much wool. ".repeat(20)}</p></section><footer><p>Legal notice</p></footer><div hidden>Later</div>`;
  const { origin } = await serve(() => ({ "/": soundPage("").replace(/<main>.*<\/main>/, body) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "landmark-one-main", selector: "html" });
  expect(result).toMatchObject({ rejection: null, cleared: { "landmark-one-main": 1 } });
  expect(markupOf(result)?.after.replace(/\s*\n\s*/g, "")).toBe(
    '<body><header></header><main><section class="one"></section><section class="two"></section></main><footer></footer><div hidden=""></div></body>',
  );
});

test("changes a heading's level without changing its appearance, but not if the next heading would then be out of order", async ({
  engine,
  serve,
}) => {
  const style = "<style>h2 { border-bottom: 0 } .h5, h5 { font-size: 15px; margin: 7px 0; line-height: 1.2 }</style>";
  const { origin } = await serve(() => ({
    "/": soundPage("<h5>Lamps</h5><p>Text</p>", style),
    "/plain": soundPage("<h4>Lamps</h4><p>Text</p>"),
    "/more": soundPage("<h4>Lamps</h4><p>Text</p><h4>Wool</h4><p>Text</p>"),
  }));
  const request = { rule_id: "heading-order" };
  const classed = await fix(engine, { ...request, page_url: `${origin}/`, selector: "h5" });
  expect(markupOf(classed)).toMatchObject({ before: "<h5></h5>", after: '<h2 class="h5"></h2>', purpose: "heading" });
  const pinned = await fix(engine, { ...request, page_url: `${origin}/plain`, selector: "h4" });
  expect(markupOf(pinned)?.after).toMatch(/^<h2 style="font-size: 16px; .*"><\/h2>$/);
  const more = await fix(engine, { ...request, page_url: `${origin}/more`, selector: "h4" });
  expect(more).toMatchObject({ change: null, rejection: "breaks_rule" });
});

test("turns the heading of the main content into the level 1 heading if it is clearly the page's heading", async ({
  engine,
  serve,
}) => {
  const page = (headings: string, style = "") =>
    soundPage("<p>Text</p>", `<style>h2 { margin: 9px 0 } ${style}</style>`, "Lamps – Shop").replace(
      /<h1>.*<\/h1>/,
      headings,
    );
  const { origin } = await serve(() => ({
    "/": page('<h2 class="big">Lamps</h2><h2>Wool</h2>'),
    "/skips": page("<h2>Lamps</h2><h3>Wool</h3>"),
    "/unclear": page("<h2>News</h2><h2>Offers</h2>"),
  }));
  const fixAt = (path: string) =>
    fix(engine, { rule_id: "page-has-heading-one", page_url: origin + path, selector: "html" });
  const titled = await fixAt("/");
  expect(titled).toMatchObject({ rejection: null, cleared: { "page-has-heading-one": 1 } });
  expect(markupOf(titled)).toMatchObject({ before: '<h2 class="big"></h2>', purpose: "title" });
  expect(markupOf(titled)?.after).toMatch(/^<h1 class="big" style="font-size: 24px; .*"><\/h1>$/);
  expect(await fixAt("/skips")).toMatchObject({ change: null, rejection: "breaks_rule" });
  expect(await fixAt("/unclear")).toMatchObject({ change: null });
});

test("makes a closed drawer inert, but doesn't make any visible element inert", async ({ engine, serve }) => {
  const drawer = '<div class="drawer" aria-hidden="true"><button>Close</button></div>';
  const text = '<p class="text" aria-hidden="true"><a href="/wool">More on care</a></p>';
  const away = "<style>.drawer { position: fixed; width: 200px; top: 0; bottom: 0; left: -240px }</style>";
  const { origin } = await serve(() => ({ "/": soundPage(drawer, away), "/open": soundPage(drawer + text) }));
  const fixHidden = (path: string, selector: string, html: string) => {
    const drafts = draftFixes("aria-hidden-focus", html).map(({ correct_code }) => correct_code);
    return fix(engine, { rule_id: "aria-hidden-focus", page_url: origin + path, selector, html, drafts });
  };
  expect(markupOf(await fixHidden("/", ".drawer", drawer))).toMatchObject({
    after: '<div class="drawer" aria-hidden="true" inert=""></div>',
    purpose: "hidden",
  });
  expect(await fixHidden("/open", ".drawer", drawer)).toMatchObject({ change: null, rejection: "no_change" });
  const shown = await fixHidden("/open", ".text", text);
  expect(markupOf(shown)?.after).toBe('<p class="text"><a href="/wool">More on care</a></p>');
});
