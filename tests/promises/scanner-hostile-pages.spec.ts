import { seoTable } from "@/server/scanner/page/seo-checks";
import { startRawServer } from "../support/scanner/raw-server";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const linksTo = (paths: string[]) => paths.map((path) => `<p><a href="${path}">Page ${path}</a></p>`).join("");
const flaw = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">';

test("a response with a status below 200 for an image breaks only that image [H1] @long", async ({ engine, serve }) => {
  const hostile = await startRawServer((socket) => socket.end("HTTP/1.1 042 Low\r\nContent-Length: 5\r\n\r\nhello"));
  const picture = `http://127.0.0.1:${hostile.port}/picture.png`;
  const site = await serve(() => ({ "/": soundPage(`<img alt="Picture" src="${picture}">${flaw}`) }));
  const { byPath } = await scan(engine, site.origin);
  await hostile.close();
  expect(byPath["/"]?.error).toBeNull();
  expect(byPath["/"]?.axe?.violations.map(({ rule_id }) => rule_id)).toEqual(["image-alt"]);
  expect(byPath["/"]?.quality?.checks.find(({ id }) => id === "failed-requests")?.items).toEqual([`${picture} (502)`]);
});

test("a malformed canonical URL fails only the page's canonical check, whatever is wrong with the URL [H4] @long", async ({
  engine,
  serve,
}) => {
  const canonicals = [
    "http://",
    "http://[x",
    "https://%zz/",
    "http://a b/",
    "http://xn--/",
    "http:///",
    "https://a:99999/",
  ];
  const paths = canonicals.map((_, index) => `/canonical-${index}`);
  const site = await serve(() => ({
    "/": soundPage(linksTo(paths)),
    ...Object.fromEntries(
      canonicals.map((href, index) => [paths[index], soundPage("", `<link rel="canonical" href="${href}">`)]),
    ),
  }));
  const { byPath, summary } = await scan(engine, site.origin);
  expect(summary).toEqual({ pages_total: 8, pages_done: 8, pages_failed: 0 });
  for (const path of paths)
    expect(byPath[path]?.seo?.checks.find(({ id }) => id === "canonical")?.outcome, path).toBe("fail");
});

test("an error while a page's result is built affects only that page [H4] @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(linksTo(["/bad", "/good"])),
    "/bad": soundPage("", "", "Breaks the check of its page"),
    "/good": soundPage(""),
  }));
  const table = seoTable as (typeof seoTable)[number][];
  table.push({
    id: "breaks",
    title: "Breaks",
    weight: 0,
    test: ({ facts }) => {
      if (facts.title.startsWith("Breaks")) throw new Error("this check is broken");
      return null;
    },
  });
  try {
    const { byPath, summary } = await scan(engine, site.origin);
    expect(summary).toEqual({ pages_total: 3, pages_done: 3, pages_failed: 1 });
    expect(byPath["/bad"]).toMatchObject({
      axe: null,
      seo: null,
      error: { code: "engine_failed", message: "this check is broken" },
    });
    expect([byPath["/"]?.error, byPath["/good"]?.error]).toEqual([null, null]);
  } finally {
    table.pop();
  }
});

/** Each script replaces something that a probe would use if it ran in the page's own world. */
const tamperings: Readonly<Record<string, string>> = {
  slice: "String.prototype.slice = function () { return String(this); }",
  arrays:
    "for (const name of ['map', 'push', 'filter', 'flatMap', 'forEach', 'slice', 'join']) Array.prototype[name] = () => { throw new Error(name); }",
  json: "JSON.stringify = () => 'broken'; JSON.parse = () => { throw new Error('parse'); }",
  "define-property": "Object.defineProperty = () => { throw new Error('defineProperty'); }",
  selectors:
    "for (const proto of [Document.prototype, Element.prototype, DocumentFragment.prototype]) proto.querySelectorAll = proto.querySelector = () => []",
  styles: "window.getComputedStyle = () => null; Element.prototype.getBoundingClientRect = () => null",
  promises: "window.Promise = class { constructor() { throw new Error('Promise'); } }; Promise.prototype.then = null",
  timers:
    "window.setTimeout = window.requestAnimationFrame = () => 0; window.MutationObserver = window.PerformanceObserver = null",
  performance: "Object.defineProperty(window, 'performance', { value: { now: () => { throw new Error('now'); } } })",
  "to-json": "Object.prototype.toJSON = () => 'x'.repeat(1e6); Array.prototype.toJSON = () => { for (;;); }",
  getters:
    "for (const name of ['title', 'body', 'images']) Object.defineProperty(Document.prototype, name, { get() { for (;;); } })",
  iterators:
    "Array.prototype[Symbol.iterator] = NodeList.prototype[Symbol.iterator] = () => { throw new Error('iterator'); }",
  attributes: "Element.prototype.getAttribute = () => 'forged'; Element.prototype.hasAttribute = () => false",
  probe:
    "Object.defineProperty(window, '__curbcutProbe__', { value: new Proxy({}, { get: () => () => ({ forged: true }) }) })",
  axe: "window.axe = { run: () => { throw new Error('axe'); } }; window.define = () => {}; define.amd = {}",
};

test("a page's findings stay the same, whatever browser functions the page replaces [M11] @long", async ({
  engine,
  serve,
}) => {
  const names = Object.keys(tamperings);
  const pages = Object.fromEntries(
    names.map((name) => [`/${name}`, soundPage(`${flaw}<h2>Part</h2>`, `<script>${tamperings[name]}</script>`)]),
  );
  const site = await serve(() => ({
    ...pages,
    "/": soundPage(`${flaw}<h2>Part</h2>${linksTo(Object.keys(pages))}`),
  }));
  const { byPath, summary } = await scan(engine, site.origin);
  expect(summary).toEqual({ pages_total: names.length + 1, pages_done: names.length + 1, pages_failed: 0 });
  for (const path of Object.keys(pages)) {
    const page = byPath[path];
    expect.soft(page?.error, path).toBeNull();
    expect.soft(page?.title, path).toBe("A page of the test site");
    expect
      .soft(
        page?.axe?.violations.map(({ rule_id }) => rule_id),
        path,
      )
      .toEqual(["image-alt"]);
    expect.soft(page?.seo?.facts, path).toMatchObject({ h1: ["A page of the test site"], language: "en" });
    expect.soft(page?.performance, path).toMatchObject({ fcp_ms: expect.any(Number), ttfb_ms: expect.any(Number) });
    expect.soft(page?.quality?.checks.map(({ outcome }) => outcome).includes("pass"), path).toBe(true);
  }
});

test("fields and images whose names hide the document's own properties don't affect the results [M11] @long", async ({
  engine,
  serve,
}) => {
  const hiding = ["title", "images", "documentElement", "compatMode", "fonts", "readyState"];
  const pictures = hiding.map((name) => `<img name="${name}" alt="${name}" src="data:,">`).join("");
  const fields = ["id", "name", "method", "action"]
    .map((name) => `<input name="${name}" aria-label="${name}">`)
    .join("");
  const site = await serve(() => ({ "/": soundPage(`${pictures}<form>${fields}${flaw}</form>`) }));
  const { byPath } = await scan(engine, site.origin, { views: [] });
  expect(byPath["/"]?.error).toBeNull();
  expect(byPath["/"]?.title).toBe("A page of the test site");
  expect(byPath["/"]?.axe?.violations.map(({ rule_id }) => rule_id)).toEqual(["image-alt"]);
});

test("if a field's name makes a rule throw in the page, only that rule's results are lost @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(`<form><input name="querySelectorAll" aria-label="City">${flaw}</form>${linksTo(["/other"])}`),
    "/other": soundPage(`<form><input name="city" aria-label="City">${flaw}</form>`),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(byPath["/"]?.error).toBeNull();
  expect([byPath["/"]?.depth, byPath["/other"]?.depth]).toEqual(["partial", "full"]);
  expect(byPath["/"]?.axe?.violations.map(({ rule_id }) => rule_id)).toEqual(["image-alt"]);
  const lastRule = "character-shortcut";
  expect(byPath["/"]?.axe?.inapplicable).toContain(lastRule);
});

test("a page with huge amounts of text gets a result of normal size [M11] @long", async ({ engine, serve }) => {
  const huge = `
    String.prototype.slice = String.prototype.substring = function () { return String(this); };
    const large = "x".repeat(30_000_000);
    document.title = large + large + large + large + large;
    document.documentElement.lang = large;
    addEventListener("DOMContentLoaded", () => {
      const picture = document.querySelector("img");
      picture.setAttribute("data-note", large.substr(0, 2_000_000));
      document.querySelector("h1").id = large.substr(0, 1_000_000);
    });`;
  const site = await serve(() => ({
    "/": soundPage(flaw + linksTo(["/other"]), `<script>${huge}</script>`),
    "/other": soundPage(flaw),
  }));
  const { byPath } = await scan(engine, site.origin);
  const page = byPath["/"];
  expect(page?.error).toBeNull();
  expect(page?.title).toHaveLength(500);
  expect(page?.axe?.violations.map(({ rule_id }) => rule_id)).toContain("image-alt");
  expect(JSON.stringify(page).length).toBeLessThan(200_000);
  expect(byPath["/other"]?.error).toBeNull();
});

/** Movement that the scanner watches for several seconds. */
const moving =
  '<p style="animation: slide 20s linear infinite">Moving</p><style>@keyframes slide { to { translate: 300px } }</style>';
const emptyButton = '<button type="button"></button>';
const afterLoad = (script: string) => `<script>onload = () => setTimeout(() => { ${script} }, 3_000);</script>`;

test("reports only what a page contains before it navigates to another page or website @long", async ({
  engine,
  serve,
}) => {
  const foreign = await serve(() => ({ "*": soundPage(flaw + moving) }));
  const site = await serve(() => ({
    "/": soundPage(linksTo(["/leaves", "/turns", "/narrows", "/reloads", "/renames"])),
    "/leaves": soundPage(moving + afterLoad(`location.href = "${foreign.origin}/landing#top"`)),
    "/turns": soundPage(moving + afterLoad('location.replace("/next")')),
    "/next": soundPage(flaw + moving),
    "/narrows": soundPage(`${emptyButton}<script>onresize = () => { location.href = "/next"; };</script>`),
    "/reloads": soundPage(flaw + moving + afterLoad("location.reload()")),
    "/renames": soundPage(flaw + moving + afterLoad('history.pushState(null, "", "/renamed"); location.hash = "part"')),
  }));
  const { byPath } = await scan(engine, site.origin, { views: [] });
  const rulesFailedBy = (path: string) => byPath[path]?.axe?.violations.map(({ rule_id }) => rule_id);
  // On a busy machine, these pages may navigate before the rules have run.
  for (const [path, url] of [
    ["/leaves", `${foreign.origin}/landing`],
    ["/turns", `${site.origin}/next`],
  ] as const) {
    const error = {
      code: "navigated_away",
      message: `During the scan, the page moved to another URL: ${url}`,
    };
    const rules = rulesFailedBy(path)?.filter((id) => id !== "moving-content");
    const reported = { depth: byPath[path]?.depth, rules, error: byPath[path]?.error };
    expect([
      { depth: "partial", rules: [], error: null },
      { depth: null, rules: undefined, error },
    ]).toContainEqual(reported);
  }
  expect(byPath["/narrows"]).toMatchObject({ error: null, depth: "partial" });
  expect(rulesFailedBy("/narrows")).toEqual(["button-name"]);
  for (const path of ["/reloads", "/renames"]) {
    expect.soft(byPath[path]?.error, path).toBeNull();
    expect.soft(rulesFailedBy(path), path).toContain("image-alt");
  }
  expect(site.hits.filter((hit) => hit === "/reloads").length).toBeGreaterThan(1);
  expect(foreign.hits).toContain("/landing");
});
