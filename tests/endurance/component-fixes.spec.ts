import type { PageChange, PageTrialsRequestInput } from "@/server/scanner/contract";
import { PageFixRequest, PageTrialsRequest } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { createPageFixer } from "@/server/scanner/fix/fix-page";
import { createPageTrials, type PageTrialLimits } from "@/server/scanner/fix/try-on-pages";
import { expect, test } from "../support/scanner/scan";
import { type Answer, soundPage } from "../support/scanner/serve-site";

type Subject = Pick<PageTrialsRequestInput, "rule_id"> & { selector: string; html?: string; drafts?: string[] };

/** Returns the change to this element that the scanner accepts on the page. */
const findChange = async (engine: ScanEngine, page_url: string, subject: Subject): Promise<PageChange> => {
  const request = PageFixRequest.parse({ html: "<p>", drafts: [], ...subject, page_url });
  const { change, rejection } = await createPageFixer(engine)(request);
  expect(rejection).toBeNull();
  if (!change) throw new Error("The scanner didn't accept a change.");
  return change;
};

const tryOn = async (
  engine: ScanEngine,
  { origin }: { origin: string },
  paths: readonly string[],
  { rule_id, selector, change }: Pick<PageTrialsRequestInput, "rule_id" | "change"> & { selector: string },
  limits?: PageTrialLimits,
) => {
  const pages = paths.map((path) => ({
    page_url: `${origin}${path}`,
    selectors: [selector, `${selector}:last-child`],
  }));
  const result = await createPageTrials(engine, limits)(PageTrialsRequest.parse({ rule_id, change, pages }));
  return Object.fromEntries(result.pages.map(({ page_url, ...trial }) => [page_url.slice(origin.length), trial]));
};

const css: Answer = (_request, response) =>
  void response.writeHead(200, { "content-type": "text/css" }).end("footer .note { color: #999 }\n.x { color: #111 }");
const link = '<link rel="stylesheet" href="/app.css">';
const footer = '<footer><p class="note">One</p><p class="note">Two</p></footer>';

/** Returns a page with this head and body. By default, all pages have the same footer. */
const withFooter = (head: string, body = "<p>Text</p>", end = footer): string =>
  soundPage(body, head).replace("</body>", `${end}</body>`);

test("on other pages, changes the same rule in the same style sheet, and counts the findings that the change fixes", async ({
  engine,
  serve,
}) => {
  const dark = "<style>footer { background: #111 } body .note { color: #444 }</style>";
  const site = await serve(() => ({
    "/": withFooter(link),
    "/same": withFooter('<link rel="stylesheet" href="/app.css?v=2">', "<p>Other</p>"),
    "/one": withFooter(link, "<p>Other</p>", '<footer><p>All rights reserved</p><p class="note">One</p></footer>'),
    "/inline": withFooter("<style>footer .note { color: #999 }</style>"),
    "/other": withFooter('<link rel="stylesheet" href="/other.css">'),
    "/breaks": withFooter(
      link,
      "<p>Text</p>",
      `${footer}<div class="dark"><footer><p class="note">On black</p></footer></div>`,
    ).replace("</head>", "<style>.dark { background: #222 }</style></head>"),
    "/fixed": withFooter("<style>p.note.note { color: #000 }</style>"),
    "/dark": withFooter(link + dark),
    "/app.css": css,
    "/other.css": css,
  }));
  const subject = { rule_id: "color-contrast", selector: "footer > .note" };
  const change = await findChange(engine, `${site.origin}/`, subject);
  expect(change).toMatchObject({ style: { selector: "footer .note", is_in_page: false, affects: "colour" } });
  const paths = ["/same", "/one", "/inline", "/other", "/breaks", "/fixed", "/dark", "/gone"];
  const tried = await tryOn(engine, site, paths, { ...subject, change });
  expect(tried["/same"]).toMatchObject({ rejection: null, cleared: { "color-contrast": 2 }, moved_px: 0 });
  expect(tried["/one"]).toMatchObject({ rejection: null, cleared: { "color-contrast": 1 } });
  expect(tried["/inline"]).toMatchObject({ rejection: "not_applied", cleared: {} });
  expect(tried["/other"]).toMatchObject({ rejection: "not_applied", cleared: {} });
  expect(tried["/breaks"]).toMatchObject({ rejection: "breaks_rule", cleared: {} });
  expect(tried["/fixed"]).toMatchObject({ rejection: "no_finding" });
  expect(tried["/dark"]).toMatchObject({ rejection: "still_fails" });
  expect(tried["/gone"]).toMatchObject({ rejection: "no_page" });
});

test("applies new CSS rules, markup changes and changes to a page's own style sheet on each page to which they apply", async ({
  engine,
  serve,
}) => {
  const inline = (id: number) => `<style>#p${id} { margin: 0 } footer .note { color: #999 }</style>`;
  const menu = '<nav aria-label="Pages"><a href="#a" class="tab">One</a> <a href="#b" class="tab">Two</a></nav>';
  const hidden = "<style>.tab { color: #036 } .tab:focus { outline: none }</style>";
  const button = '<button class="menu"><svg width="30" height="30"></svg></button>';
  const site = await serve(() => ({
    "/": withFooter(inline(1)),
    "/2": withFooter(inline(2)),
    "/menu": soundPage(menu, hidden),
    "/menu2": soundPage(`<p>More</p>${menu}`, hidden),
    "/button": soundPage(button),
    "/button2": soundPage(`<p>${button} ${button}</p><p>Text</p>`),
    "/nav": soundPage(`<nav aria-label="Pages">${button.replace("menu", "search")}</nav>`),
    "/link": soundPage(`<p><a class="menu" href="#x"></a> <a href="#y">Text</a></p>`),
  }));
  const note = { rule_id: "color-contrast", selector: "footer > .note" };
  const colour = await findChange(engine, `${site.origin}/`, note);
  expect(await tryOn(engine, site, ["/2"], { ...note, change: colour })).toMatchObject({
    "/2": { rejection: null, cleared: { "color-contrast": 2 } },
  });

  const tab = { rule_id: "focus-visible", selector: ".tab" };
  const ring = await findChange(engine, `${site.origin}/menu`, { ...tab, selector: 'a[href$="#a"]' });
  expect(ring).toMatchObject({ style: { is_new: true } });
  expect(await tryOn(engine, site, ["/menu2"], { ...tab, change: ring })).toMatchObject({
    "/menu2": { rejection: null, cleared: { "focus-visible": 2 } },
  });

  const named = { rule_id: "button-name", selector: ".menu", html: button };
  const name = await findChange(engine, `${site.origin}/button`, {
    ...named,
    drafts: [button.replace(">", ' aria-label="Menu">')],
  });
  const pages = await tryOn(engine, site, ["/button2", "/nav", "/link"], {
    ...named,
    selector: "button",
    change: name,
  });
  expect(pages).toMatchObject({
    "/button2": { rejection: null, cleared: { "button-name": 2 } },
    "/nav": { rejection: "not_applied" },
    "/link": { rejection: "no_finding" },
  });
});

test("applies the scanner's own changes to lists and headings on other pages, whatever these pages contain", async ({
  engine,
  serve,
}) => {
  const items = (names: readonly string[]) =>
    names.map((each) => `<li><a href="/${each}">All ${each}</a></li>`).join("");
  const listOf = (names: readonly string[], name = "menu") => `<ul class="${name}"><div>Shop</div>${items(names)}</ul>`;
  const lists = "<style>.menu { display: flex; list-style: none; padding: 0 } .menu div { margin: 3px }</style>";
  const site = await serve(() => ({
    "/list": soundPage(listOf(["lamps"]), lists),
    "/list2": soundPage(`<p>Text</p>${listOf(["lamps", "wool"])}${listOf(["books"])}`, lists),
    "/other-list": soundPage(listOf(["lamps"], "toc"), lists),
    "/heading": soundPage("<h4>Lamps</h4><p>Text</p>"),
    "/heading2": soundPage("<p>Text</p><h4>Wool</h4>"),
    "/deeper": soundPage("<h2>Shop</h2><h4>Wool</h4>"),
  }));
  const list = { rule_id: "list", selector: ".menu" };
  const change = await findChange(engine, `${site.origin}/list`, list);
  expect(change).toMatchObject({ purpose: "list" });
  const tried = await tryOn(engine, site, ["/list2", "/other-list"], { ...list, selector: "ul", change });
  expect(tried).toMatchObject({
    "/list2": { rejection: null, cleared: { list: 2 }, moved_px: 0 },
    "/other-list": { rejection: "not_applied" },
  });

  const heading = { rule_id: "heading-order", selector: "h4" };
  const level = await findChange(engine, `${site.origin}/heading`, heading);
  expect(level).toMatchObject({ purpose: "heading", version: 1 });
  expect(await tryOn(engine, site, ["/heading2", "/deeper"], { ...heading, change: level })).toMatchObject({
    "/heading2": { rejection: null, cleared: { "heading-order": 1 } },
    "/deeper": { rejection: "not_applied" },
  });
});

test("on each page, turns menus into navigation landmarks, and makes only closed drawers inert", async ({
  engine,
  serve,
}) => {
  const links = ["lamps", "wool", "books", "tea"].map((each) => `<li><a href="/${each}">All ${each}</a></li>`).join("");
  const menuOf = (name: string, more = "") => `<ul class="side"><li><a href="/">${name}</a></li>${links}${more}</ul>`;
  const beside = (menu: string) =>
    soundPage("<p>Text</p>").replace("<main>", `<nav><a href="/help">Help</a></nav>${menu}<main>`);
  const drawer = '<div class="drawer" aria-hidden="true"><button>Close</button></div>';
  const away = "<style>.drawer { position: fixed; width: 200px; top: 0; bottom: 0; left: -240px }</style>";
  const site = await serve(() => ({
    "/menu": beside(menuOf("Lamp shop")),
    "/menu2": beside(menuOf("Wool shop", '<li><a href="/new">All new</a></li>')),
    "/drawer": soundPage(drawer, away),
    "/drawer2": soundPage(`<p>Text</p>${drawer}`, away),
    "/open": soundPage(drawer),
  }));
  const region = { rule_id: "region", selector: ".side" };
  const landmark = await findChange(engine, `${site.origin}/menu`, region);
  expect(landmark).toMatchObject({ purpose: "navigation" });
  expect(await tryOn(engine, site, ["/menu2"], { ...region, change: landmark })).toMatchObject({
    "/menu2": { rejection: null, cleared: { region: 1 } },
  });

  const hidden = { rule_id: "aria-hidden-focus", selector: ".drawer", html: drawer };
  const inert = await findChange(engine, `${site.origin}/drawer`, hidden);
  expect(inert).toMatchObject({ purpose: "hidden" });
  expect(await tryOn(engine, site, ["/drawer2", "/open"], { ...hidden, change: inert })).toMatchObject({
    "/drawer2": { rejection: null, cleared: { "aria-hidden-focus": 1 } },
    "/open": { rejection: "not_applied" },
  });
  const shown = await findChange(engine, `${site.origin}/open`, {
    ...hidden,
    drafts: [drawer.replace(' aria-hidden="true"', "")],
  });
  expect(await tryOn(engine, site, ["/drawer2"], { ...hidden, change: shown })).toMatchObject({
    "/drawer2": { rejection: "not_applied" },
  });
});

test("changes the colours of placeholders and of a gradient on other pages", async ({ engine, serve }) => {
  const field = '<input class="search" aria-label="Search" placeholder="Lamps, wool">';
  const hints = "<style>.search { background: #fff } .search::placeholder { color: #aaa }</style>";
  const hero =
    "<style>.hero { background-image: linear-gradient(90deg, #4a90d9, #5a9ae0); color: #fff; padding: 20px }</style>";
  const text = (words: string) => `<div class="hero"><p class="lead">${words}</p></div>`;
  const site = await serve(() => ({
    "/field": soundPage(field, hints),
    "/field2": soundPage(`<p>Text</p>${field}`, hints),
    "/field3": soundPage(field, "<style>.search { background: #fff } .search::placeholder { color: #bbb }</style>"),
    "/hero": soundPage(text("Lamps and wool"), hero),
    "/hero2": soundPage(`<p>Text</p>${text("All about books")}`, hero),
  }));
  const placeholder = { rule_id: "placeholder-contrast", selector: ".search" };
  const hint = await findChange(engine, `${site.origin}/field`, placeholder);
  expect(hint).toMatchObject({ style: { selector: ".search::placeholder", is_new: false } });
  expect(await tryOn(engine, site, ["/field2", "/field3"], { ...placeholder, change: hint })).toMatchObject({
    "/field2": { rejection: null, cleared: { "placeholder-contrast": 1 } },
    "/field3": { rejection: "not_applied" },
  });

  const faint = { rule_id: "color-contrast", selector: ".lead" };
  const gradient = await findChange(engine, `${site.origin}/hero`, faint);
  expect(gradient).toMatchObject({ style: { declarations: [{ property: "background-image" }] } });
  expect(await tryOn(engine, site, ["/hero2"], { ...faint, change: gradient })).toMatchObject({
    "/hero2": { rejection: null, cleared: { "color-contrast": 1 } },
  });
});

test("a page that never responds doesn't affect fix trials on other pages, and trials stop at the time limit", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": withFooter(link),
    "/hangs": () => undefined,
    "/loops": withFooter(`${link}<script>addEventListener("load", () => { for (;;); })</script>`),
    "/last": withFooter(link),
    "/app.css": css,
  }));
  const subject = { rule_id: "color-contrast", selector: "footer > .note" };
  const change = await findChange(engine, `${site.origin}/`, subject);
  const trial = { ...subject, change };
  const tried = await tryOn(engine, site, ["/hangs", "/loops", "/last"], trial, { totalMs: 60_000, pageMs: 12_000 });
  expect(tried["/hangs"]).toMatchObject({ rejection: "no_page", detail: expect.stringContaining("12 seconds") });
  expect(tried["/loops"]).toMatchObject({ rejection: "no_page" });
  expect(tried["/last"]).toMatchObject({ rejection: null, cleared: { "color-contrast": 2 } });
  const late = await tryOn(engine, site, ["/last"], trial, { totalMs: 0, pageMs: 12_000 });
  expect(late).toEqual({});
});
