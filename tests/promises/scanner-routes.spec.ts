import type { PageResult } from "@/server/scanner/contract";
import { expect, scan, test } from "../support/scanner/scan";
import { type Answer, redirectTo, soundPage, thenLater } from "../support/scanner/serve-site";
import { viewsOf } from "../support/scanner/views-of";

/** Returns the part of each page's URL after the origin, sorted. */
const placesOf = (pages: readonly PageResult[], origin: string): string[] =>
  pages.map(({ final_url }) => final_url.slice(origin.length)).sort();

const link = (href: string) => `<a href="${href}">Page at ${href}</a> `;

/** An app in which the URL's fragment selects the view. An unknown fragment selects the first view. */
const hashApp = (views: Record<string, string>, links: readonly string[], first = "#/"): string =>
  soundPage(
    `<nav>${links.map(link).join("")}</nav><div id="view"></div><script>
      const views = ${JSON.stringify(views)};
      const show = () => {
        const path = location.hash.split("?")[0];
        view.innerHTML = views[path] ?? views[${JSON.stringify(first)}];
      };
      addEventListener("hashchange", show);
      show();
    </script>`,
  );

const viewOf = (name: string, more = "") =>
  `<h2>${name}</h2><p>This view is about ${name.toLowerCase()}. ${`It describes ${name.toLowerCase()} at length. `.repeat(3)}</p>${more}`;

test("scans each route of an app with routes in the fragment as a separate page @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": hashApp(
      {
        "#/": viewOf("Home"),
        "#/about": viewOf("About", '<img src="/team.png" width="20" height="20">'),
        "#/products": viewOf("Products", [1, 2, 3].map((n) => link(`#/products/${n}`)).join("")),
        ...Object.fromEntries([1, 2, 3].map((n) => [`#/products/${n}`, viewOf(`Product${n}`)])),
      },
      ["#/", "#/about", "#/about/", "#/products", "#/about#team", "#/about?id=team", "#section", "#tab-1", "#/missing"],
    ),
  }));
  const { pages, summary } = await scan(engine, site.origin, { depth: "quick" });
  const products = ["/#/products", "/#/products/1", "/#/products/2", "/#/products/3"];
  expect(placesOf(pages, site.origin)).toEqual(["/", "/#/about", ...products]);
  expect(summary).toEqual({ pages_total: 6, pages_done: 6, pages_failed: 0 });
  const withoutAlternative = pages.filter(({ axe }) => axe?.violations.some(({ rule_id }) => rule_id === "image-alt"));
  expect(withoutAlternative.map(({ url }) => url)).toEqual([`${site.origin}/#/about`]);
  for (const { performance } of pages) expect(performance?.requests).toBeGreaterThan(0);
});

test("also tests a route's page on a phone @long", async ({ engine, serve }) => {
  const menu = '<style>@media (min-width: 600px) { #menu { display: none } }</style><button id="menu"></button>';
  const site = await serve(() => ({
    "/": hashApp({ "#/": viewOf("Home"), "#/about": viewOf("About", menu) }, ["#/about"]),
  }));
  const { pages } = await scan(engine, site.origin, { views: ["phone"] });
  const about = pages.find(({ url }) => url.endsWith("#/about"));
  expect(about?.phone).toEqual({ final_url: `${site.origin}/#/about`, error: null });
  expect(viewsOf(about, "button-name")).toEqual({ "#menu": ["phone"] });
});

test("doesn't treat fragments as routes if the page doesn't change with them, or changes by itself @long", async ({
  engine,
  serve,
}) => {
  const links = ["#/", "#/about", "#!/help", "#section", "#tab-1", "/news#/latest"].map(link).join("");
  const ticker = `<p id="ticker"></p><script>
    setInterval(() => { ticker.textContent = Array.from({ length: 40 }, Math.random).join(" "); }, 200);</script>`;
  const tab = `<p id="tab"></p><script>
    addEventListener("hashchange", () => { if (location.hash === "#tab-1") tab.textContent = "Another text. ".repeat(20); });</script>`;
  const site = await serve(() => ({ "/": soundPage(links + tab), "/news": soundPage(links + ticker) }));
  const { pages, progress } = await scan(engine, site.origin, { depth: "quick" });
  expect(placesOf(pages, site.origin)).toEqual(["/", "/news"]);
  expect(progress.flatMap(({ discovered_urls }) => discovered_urls).filter((url) => url.includes("#"))).toEqual([]);
});

test("applies the page limit, the URL patterns and the trap detection to routes @long", async ({ engine, serve }) => {
  const views = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`#/item/${n}`, viewOf(`Item${n}`, link(`#/list?sort=${n}`))]),
  );
  const app = hashApp({ "#/": viewOf("Home"), ...views }, [
    "#/private",
    "#/journeys/Checkout/basket",
    ...Object.keys(views),
  ]);
  const site = await serve(() => ({ "/": app }));
  const limited = await scan(engine, site.origin, { depth: "quick", max_pages: 5, exclude: ["/#/item/0$"] });
  const items = [1, 2, 3, 4].map((n) => `/#/item/${n}`);
  expect(placesOf(limited.pages, site.origin)).toEqual(["/", ...items]);
  const { pages } = await scan(engine, site.origin, { depth: "quick", max_pages: 100, include: ["/$", "/#/item/1"] });
  expect(pages).toHaveLength(12);
  expect(pages.filter(({ url }) => url.includes("journeys") || url.includes("sort"))).toEqual([]);
});

test("resumes a scan of an app with routes at the point where the scan stopped @long", async ({ engine, serve }) => {
  const names = ["#/one", "#/two", "#/three"];
  const views = Object.fromEntries(names.map((name) => [name, viewOf(name.slice(2))]));
  const site = await serve(() => ({ "/": hashApp({ "#/": viewOf("Home"), ...views }, names) }));
  const known_urls = [`${site.origin}/`, ...names.map((name) => `${site.origin}/${name}`)];
  const { pages } = await scan(engine, site.origin, {
    depth: "quick",
    known_urls,
    skip_urls: [`${site.origin}/`, `${site.origin}/#/one`],
  });
  expect(placesOf(pages, site.origin)).toEqual(["/#/three", "/#/two"]);
});

test("finds pages that only buttons and scripts lead to, without sending anything or clicking harmful buttons @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<button onclick="location = '/by-button'">Prices</button>
      <button onclick="fetch('/api/count', { method: 'POST' }); location.href = '/after-request'">Terms</button>
      <button onclick="location = '/account/close'">Delete account</button>
      <button onclick="location = '/order'">Pay now</button>
      <div class="card" data-to="/by-card" style="cursor: pointer">Card</div>
      <a class="card" data-to="/by-anchor" role="link" tabindex="0">Anchor</a>
      <button id="history">Details</button>
      <script>
        for (const card of document.querySelectorAll(".card"))
          card.addEventListener("click", () => { location.href = card.dataset.to; });
        document.querySelector("#history").onclick = () => { history.pushState(null, "", "/by-history"); };
      </script>`,
    ),
    "/api/count": (_, response) => response.end(),
    "*": soundPage("<p>A page without links.</p>"),
  }));
  const { pages } = await scan(engine, site.origin, { depth: "templates", include_rules: ["image-alt"] });
  expect(placesOf(pages, site.origin)).toEqual([
    "/",
    "/after-request",
    "/by-anchor",
    "/by-button",
    "/by-card",
    "/by-history",
  ]);
  expect(site.hits.filter((hit) => /api|account|order/.test(hit))).toEqual([]);
});

const leadsTo = (path: string) => soundPage(`<button onclick="location = '${path}'">Prices</button>`);
const changed: [string, (foreign: string) => Answer][] = [
  ["another website", (foreign) => redirectTo(foreign)],
  [
    "an error",
    () => (_request, response) => response.writeHead(403, { "content-type": "text/html" }).end(leadsTo("/hidden")),
  ],
];
for (const [title, later] of changed)
  test(`doesn't click anything if ${title} is shown when the page is loaded again`, async ({ engine, serve }) => {
    let own = "";
    const foreign = await serve(() => ({ "*": (_, response) => response.end(leadsTo(`${own}/hidden`)) }));
    const site = await serve(() => ({
      "/": thenLater(leadsTo("/hidden"), later(foreign.origin)),
      "/hidden": soundPage("<p>A page without links.</p>"),
    }));
    own = site.origin;
    const { pages } = await scan(engine, site.origin, { depth: "templates", include_rules: ["image-alt"] });
    expect(placesOf(pages, site.origin)).toEqual(["/"]);
  });

test("finds routes that appear only in an app's scripts, including scripts that are loaded on demand @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<div id="app"><div id="open" style="cursor: pointer">Open the report</div></div><script>
        document.querySelector("#open").onclick = async () => { (await import("/report.js")).open(); };
        const show = () => { if (location.hash === "#/report") app.innerHTML = ${JSON.stringify(viewOf("Report"))}; };
        const home = app.innerHTML;
        addEventListener("hashchange", () => { app.innerHTML = home; show(); });
        show();
      </script>`,
    ),
    "/report.js": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/javascript" })
        .end(`export const open = () => { location.hash = "/report"; };`),
  }));
  const { pages } = await scan(engine, site.origin, { depth: "templates", include_rules: ["image-alt"] });
  expect(placesOf(pages, site.origin)).toEqual(["/", "/#/report"]);
});

test("follows links in closed shadow roots and in frames from the page's own origin @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<div id="host"></div><script>
        const root = host.attachShadow({ mode: "closed" });
        root.innerHTML = '<a href="/in-root">A page</a><img src="/x.png" width="20" height="20">';
        document.title += host.shadowRoot === null && root.mode === "closed" ? "" : " that noticed";
      </script><iframe title="Menu" src="/menu"></iframe>`,
    ),
    "/menu": soundPage(`${link("/in-frame")}<iframe title="Submenu" src="/submenu"></iframe>`),
    "/submenu": soundPage(link("/in-inner-frame")),
    "*": soundPage("<p>A page without links.</p>"),
  }));
  const { pages, byPath } = await scan(engine, site.origin, { depth: "quick" });
  expect(placesOf(pages, site.origin)).toEqual(["/", "/in-frame", "/in-inner-frame", "/in-root"]);
  const found = byPath["/"]?.axe?.violations.find(({ rule_id }) => rule_id === "image-alt");
  expect(found?.nodes.map(({ selector }) => selector)).toEqual(["#host >>> img"]);
  expect(byPath["/"]?.title).not.toContain("noticed");
});

test("checks closed shadow roots that are declared in HTML, without the page noticing @long", async ({
  engine,
  serve,
}) => {
  const image = (name: string) => `<img id="${name}" src="/x.png" width="20" height="20">`;
  const declare = (tag: string, content: string) =>
    `<${tag}><template ShadowRootMode="closed">${content}</template><p>Text.</p></${tag}>`;
  const site = await serve(() => ({
    "/": soundPage(
      `${declare("own-card", `${link("/in-root")}${image("outer")}<slot></slot>${declare("div", image("inner"))}`)}
      ${declare("own-switch", image("replaced"))}<iframe title="Menu" src="/frame"></iframe><script>
        customElements.define("own-switch", class extends HTMLElement {
          constructor() {
            super();
            const root = this.attachShadow({ mode: "closed" });
            root.innerHTML = '<img id="attached" src="/x.png" width="20" height="20">';
            if (root.mode !== "closed") document.title += " that noticed";
          }
        });
        setInterval(() => {
          if ([...document.querySelectorAll("*")].some((each) => each.shadowRoot)) document.title += " that noticed";
        }, 50);
      </script>`,
    ),
    "/frame": soundPage(declare("section", image("framed"))),
    "*": soundPage("<p>A page without links.</p>"),
  }));
  const { pages, byPath } = await scan(engine, site.origin, { views: [] });
  const found = byPath["/"]?.axe?.violations.find(({ rule_id }) => rule_id === "image-alt");
  expect(byPath["/"]?.depth).toBe("full");
  expect(found?.nodes.map(({ selector }) => selector).sort()).toEqual([
    "iframe >>> section >>> #framed",
    "own-card >>> #outer",
    "own-card >>> div >>> #inner",
    "own-switch >>> #attached",
  ]);
  expect(byPath["/"]?.title).not.toContain("noticed");
  expect(placesOf(pages, site.origin)).toEqual(["/", "/in-root"]);
});

test("checks cross-origin and sandboxed frames, with and without scripts", async ({ engine, serve }) => {
  const frame = (name: string) => soundPage(`<img id="${name}" src="/x.png" width="20" height="20">`);
  const other = await serve(() => ({ "/cross": frame("cross"), "/sandboxed": frame("sandboxed") }));
  const site = await serve(() => ({
    "/": soundPage(
      `<iframe title="One" src="${other.origin}/cross"></iframe>
      <iframe title="Two" sandbox src="${other.origin}/sandboxed"></iframe>
      <iframe title="Three" sandbox="allow-scripts" src="/own"></iframe>
      <iframe title="Four" src="/policy"></iframe>`,
    ),
    "/own": frame("own"),
    "/policy": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/html", "content-security-policy": "sandbox" })
        .end(frame("policy")),
  }));
  const { byPath } = await scan(engine, site.origin, { depth: "quick", include_rules: ["image-alt", "frame-tested"] });
  const [rule] = byPath["/"]?.axe?.violations ?? [];
  expect(rule?.nodes.map(({ selector }) => selector).sort()).toEqual([
    'iframe[title="Four"] >>> #policy',
    'iframe[title="One"] >>> #cross',
    'iframe[title="Three"] >>> #own',
    'iframe[title="Two"] >>> #sandboxed',
  ]);
  expect(byPath["/"]?.axe?.incomplete).toEqual([]);
});

test("says that a frame wasn't tested if it replaces its document during the test, and still checks the page @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage('<iframe title="Restless" src="/restless"></iframe><img src="/x.png" width="20" height="20">'),
    "/restless": soundPage('<script>addEventListener("message", () => document.open())</script>'),
  }));
  const { byPath } = await scan(engine, site.origin, { depth: "quick", include_rules: ["image-alt", "frame-tested"] });
  const page = byPath["/"];
  expect(page?.error).toBeNull();
  expect(page?.axe?.violations.map(({ rule_id }) => rule_id)).toEqual(["image-alt"]);
  expect(page?.axe?.incomplete.map(({ rule_id }) => rule_id)).toEqual(["frame-tested"]);
});
