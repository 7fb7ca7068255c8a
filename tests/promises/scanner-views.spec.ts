import type { FurtherView } from "@/server/scanner/views";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";
import { viewsOf } from "../support/scanner/views-of";

const menuPage = soundPage(
  `<style>.menu { display: none; } @media (max-width: 600px) { .menu { display: inline-block; } .wide { display: none; } }</style>
  <button class="menu" id="menu"><svg width="24" height="24" aria-hidden="true"><path d="M0 4h24"/></svg></button>
  <p><button class="wide" id="wide"></button></p>
  <p><button id="both"></button></p>`,
);

const darkStyle = `<style>
  :root { color-scheme: light dark; --text: #222; --soft: #595959; --page: #fff; }
  @media (prefers-color-scheme: dark) { :root { --text: #eee; --soft: #444; --page: #111; } }
  html { background: var(--page); } body { color: var(--text); } #soft { color: var(--soft); } #pale { color: #777; }
</style>`;

test("reports elements that fail in a narrow window, whether or not they also fail in the usual view @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": menuPage }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1 });
  const [page] = pages;
  expect(viewsOf(page, "button-name")).toEqual({
    "#menu": ["narrow"],
    "#wide": ["usual"],
    "#both": ["usual", "narrow"],
  });
  const failed = page?.axe?.violations.find(({ rule_id }) => rule_id === "button-name");
  expect(failed?.node_count).toBe(3);
  expect(page?.axe?.checks.find(({ rule_id }) => rule_id === "button-name")).toMatchObject({ failed: 3 });
});

test("reports text whose contrast is too low in dark mode, whether or not it is too low in other views @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${darkStyle}<p id="soft">Soft text</p><p id="pale">Pale text</p><p>Clear text</p>
       <p><a href="/light">Light</a> <a href="/script">Script</a></p>`,
    ),
    "/light": soundPage('<style>#pale { color: #999; }</style><p id="pale">Pale text</p>'),
    "/script": soundPage(
      `<p id="soft">Soft text</p><script>
        const dark = matchMedia("(prefers-color-scheme: dark)");
        const show = () => { document.body.style.cssText = dark.matches ? "background:#111;color:#555" : ""; };
        dark.addEventListener("change", show);
      </script>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(viewsOf(byPath["/"], "color-contrast")).toEqual({ "#soft": ["dark"], "#pale": ["usual", "narrow", "dark"] });
  expect(viewsOf(byPath["/light"], "color-contrast")).toEqual({ "#pale": ["usual", "narrow"] });
  expect(viewsOf(byPath["/script"], "color-contrast")).toMatchObject({ "#soft": ["dark"] });
});

test("in a narrow window, reports neither unclear contrast nor elements that our own rules have already reported @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<style>.over { display: none; } @media (max-width: 600px) { .over { display: block; background: url(data:,); color: #777; } }</style>
      <p class="over" id="unclear">Text on a picture</p><p><span aria-label="New" id="named">New</span></p>`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1 });
  expect(viewsOf(pages[0], "color-contrast")).toEqual({});
  expect(viewsOf(pages[0], "aria-prohibited-attr")).toEqual({});
  expect(viewsOf(pages[0], "prohibited-name")).toEqual({ "#named": ["usual"] });
});

const forcedPage = soundPage(
  `<style>
    input, button { border: 0; padding: 8px; font: inherit; }
    #filled, #bordered, #kept { background: #555; color: #fff; }
    #bordered { border: 1px solid transparent; }
    button { background: #fff; }
    @media (forced-colors: active) { #kept { border: 1px solid; } }
  </style>
  <p><label for="filled">Town</label> <input id="filled"></p>
  <p><label for="bordered">Street</label> <input id="bordered"></p>
  <p><label for="kept">Country</label> <input id="kept"></p>
  <p><label for="plain">Note</label> <input id="plain" style="border: 1px solid #555"></p>
  <p><button id="black" aria-label="Search"><svg width="24" height="24"><circle cx="12" cy="12" r="9" fill="#111"/></svg></button>
  <button id="current" aria-label="Basket"><svg width="24" height="24"><circle cx="12" cy="12" r="9" fill="currentColor"/></svg></button></p>`,
);

test("controls that are hard to see in forced colours need review, but are reported only if that view is requested @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": forcedPage }));
  const find = async (views: FurtherView[]) => (await scan(engine, site.origin, { max_pages: 1, views })).pages[0];
  const page = await find(["forced_colours", "dark"]);
  expect(viewsOf(page, "control-contrast")).toEqual({ "#filled": ["forced_colours"], "#black": ["forced_colours"] });
  expect(page?.axe?.violations).toEqual([]);
  expect(viewsOf(await find(["dark"]), "control-contrast")).toEqual({});
});

test("animations that stop for people who prefer reduced motion need review, but only if the motion view is requested @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<style>
        @keyframes slide { from { translate: 0; } to { translate: 300px; } }
        .moves { animation: slide 8s linear infinite alternate; }
        @media (prefers-reduced-motion: reduce) { #polite { animation: none; } }
        #once { animation-iteration-count: 1; }
      </style>
      <p id="polite" class="moves">Offers of the week</p><p id="always" class="moves">New in the shop</p>
      <p id="once" class="moves">Welcome</p><p>Text that stays where it is, next to everything that moves.</p>`,
    ),
  }));
  const find = async (views: FurtherView[]) => (await scan(engine, site.origin, { max_pages: 1, views })).pages[0];
  const page = await find(["motion", "dark"]);
  expect(viewsOf(page, "moving-content")).toEqual({ "#polite": ["motion"], "#always": ["usual"] });
  const failed = page?.axe?.violations.find(({ rule_id }) => rule_id === "moving-content");
  expect(failed?.nodes.map(({ selector }) => selector)).toEqual(["#always"]);
  expect(viewsOf(await find(["dark"]), "moving-content")).toEqual({ "#always": ["usual"] });
});

test("tests only the requested views, and doesn't test any views if the scanner doesn't interact with pages @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": menuPage }));
  const find = async (options: { views?: ("narrow" | "dark")[]; depth?: "quick" }) => {
    const { pages } = await scan(engine, site.origin, { max_pages: 1, ...options });
    return viewsOf(pages[0], "button-name");
  };
  const usual = { "#wide": ["usual"], "#both": ["usual"] };
  expect(await find({ views: [] })).toEqual(usual);
  expect(await find({ views: ["dark"] })).toEqual(usual);
  expect(await find({ depth: "quick" })).toEqual(usual);
});

test("finds what fails or is cut off only at 200% zoom, if that view is requested @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<style>
        #tablet { display: none; } @media (min-width: 400px) and (max-width: 800px) { #tablet { display: inline-block; } }
        #cut { overflow: hidden; }
        @media (min-width: 400px) and (max-width: 800px) { #cut { width: 60px; height: 20px; } }
      </style>
      <p><button id="tablet"></button></p><div><p id="cut">Text that is cut off in the middle</p></div>
      <p><button id="both"></button></p>`,
    ),
  }));
  const find = async (views: FurtherView[], device: "desktop" | "mobile" = "desktop") =>
    (await scan(engine, site.origin, { max_pages: 1, views, device })).pages[0];
  const page = await find(["zoom_200"]);
  expect(viewsOf(page, "button-name")).toEqual({ "#tablet": ["zoom_200"], "#both": ["usual", "zoom_200"] });
  expect(viewsOf(page, "clipped-text")).toMatchObject({ "#cut": ["zoom_200"] });
  const others = await find(["narrow", "dark"]);
  expect(viewsOf(others, "button-name")).toEqual({ "#both": ["usual", "narrow"] });
  expect(viewsOf(await find(["zoom_200"], "mobile"), "button-name")).toEqual({ "#both": ["usual"] });
});

test("the browser requests pages in the audit's language, on a phone too @long", async ({ engine, serve }) => {
  const languages: (string | undefined)[] = [];
  const page = soundPage(`<p id="tag"></p><script>
    if (navigator.language === "pt-BR") document.querySelector("main").insertAdjacentHTML("beforeend", '<button id="pt"></button>');
  </script>`);
  const site = await serve(() => ({
    "/": ({ headers }, response) => {
      languages.push(headers["accept-language"]);
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    },
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, views: ["phone"], language: "pt-BR" });
  expect(viewsOf(pages[0], "button-name")).toEqual({ "#pt": ["usual", "phone"] });
  expect(languages.length, "requests by the browser, as a phone, and before any page is loaded").toBeGreaterThan(2);
  for (const each of languages) expect(each).toMatch(/^pt-BR/);
});
