import type { PageResult } from "@/server/scanner/contract";
import { comparePages } from "@/server/scanner/cross-page/compare-pages";
import { longUnless } from "../support/long";
import { allCrossPageRules } from "../support/outlines";
import { expect, pathOf, scan, test } from "../support/scanner/scan";

interface SitePage {
  title: string;
  body: string;
  lang?: string;
}

const html = ({ title, body, lang = "en" }: SitePage): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

/** Returns "path rule selector outcome" for each finding from the cross-page rules. */
const findingsOn = (pages: readonly PageResult[]): string[] =>
  comparePages(pages)
    .flatMap(({ url, axe }) => {
      const listed = (outcome: string, rules: { rule_id: string; nodes: { selector: string }[] }[] = []) =>
        rules
          .filter(({ rule_id }) => allCrossPageRules.includes(rule_id))
          .flatMap(({ rule_id, nodes }) =>
            nodes.map(({ selector }) => `${pathOf(url)} ${rule_id} ${selector} ${outcome}`),
          );
      return [...listed("failed", axe?.violations), ...listed("review", axe?.incomplete)];
    })
    .sort();

const nav = (...links: string[]) =>
  `<nav aria-label="Main"><ul>${links.map((link) => `<li><a href="/${link === "Home" ? "" : link.toLowerCase()}">${link}</a></li>`).join("")}</ul></nav>`;
const menu = nav("Home", "Rooms", "Prices", "Contact");
const content = (heading: string, text = "Ring the bell at number nine and somebody will let you in.") =>
  `<main><h1>${heading}</h1><p>${text}</p></main>`;
const footer = `<footer><p><a href="/terms">Terms</a></p><p>Help: <a href="tel:+441632960334">01632 960334</a></p></footer>`;
const printer = `<svg width="24" height="24" aria-hidden="true"><path d="M5 3h14v5H5zM3 9h18v9H3z"/></svg>`;
const search = (name: string) =>
  `<header><form role="search" action="/find"><label>Song <input name="q"></label> <button>${name}</button></form></header>`;

interface Case {
  name: string;
  pages: Record<string, SitePage>;
  found: string[];
}

const site = (bodies: Record<string, string>): Record<string, SitePage> =>
  Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, { title: `Page ${path}`, body }]));

const cases: Case[] = [
  {
    name: "a menu in a different order, and a phone number moved before the menu",
    pages: site({
      "/": menu + content("Studios") + footer,
      "/rooms": menu + content("Rooms") + footer,
      "/prices": menu + content("Prices") + footer,
      "/contact": footer + nav("Contact", "Prices", "Home", "Rooms") + content("Contact"),
    }),
    found: ['/contact help-order a[href="tel:+441632960334"] review', "/contact navigation-order nav failed"],
  },
  {
    name: "the same search with a different name, and the same icon with a different name",
    pages: site({
      "/": `${search("Search")}${menu}${content("Songs")}<button class="print" aria-label="Print" onclick="print()">${printer}</button>`,
      "/rooms": `${search("Find it")}${menu}${content("Rooms")}<button class="print" aria-label="Paper version" onclick="print()">${printer}</button>`,
      "/prices": `${search("Search")}${menu}${content("Prices")}<button class="print" aria-label="Print" onclick="print()">${printer}</button>`,
    }),
    found: ["/rooms inconsistent-name .print review", "/rooms inconsistent-name form > button review"],
  },
  {
    name: "pages with the same title",
    pages: {
      "/": {
        title: "Kiln Street",
        body: menu + content("Studios", "Potters share a yard, two kilns and a shop that opens on Saturdays."),
      },
      "/rooms": {
        title: "Kiln Street",
        body: menu + content("Rooms", "Twelve rooms of ten to forty square metres look out on the old canal."),
      },
      "/prices": {
        title: "Prices – Kiln Street",
        body: menu + content("Prices", "A month costs between one hundred and three hundred pounds, with heating."),
      },
    },
    found: ["/rooms repeated-title title review"],
  },
  {
    name: "sub-navigation, a marked page, or a hidden second menu",
    pages: site({
      "/": menu + content("Studios") + footer,
      "/rooms": `<nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/rooms" aria-current="page">Rooms</a><ul><li><a href="/small">Small rooms</a></li><li><a href="/large">Large rooms</a></li></ul></li><li><a href="/prices">Prices</a></li><li><a href="/contact">Contact</a></li></ul></nav>${content("Rooms")}${footer}`,
      "/prices": `${menu}<nav aria-label="Main" hidden>${nav("Contact", "Prices", "Rooms", "Home")}</nav>${content("Prices")}${footer}`,
      "/contact": `<nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/rooms">Rooms</a></li><li><a href="/prices">Prices</a></li><li><span aria-current="page">Contact</span></li></ul></nav>${content("Contact")}<p>Call us: <a href="tel:+441632960334">01632 960334</a></p>${footer}`,
    }),
    found: [],
  },
  {
    name: "page numbers, links in the content, or names that describe the page's topic",
    pages: site({
      "/": `${menu}<main><h1>Postcards</h1><nav aria-label="Pages"><a href="/rooms">Go to page 2</a></nav><p><a href="/prices">Ely</a> <a href="/rooms">Bath</a> <a href="/contact">York</a></p><button class="like" aria-label="Like Postcards">${printer}</button></main>`,
      "/rooms": `${menu}<main><h1>Postcards</h1><nav aria-label="Pages"><a href="/">Go to page 1</a></nav><p><a href="/contact">York</a> <a href="/rooms">Bath</a> <a href="/prices">Ely</a></p><button class="like" aria-label="Like Bath">${printer}</button></main>`,
    }),
    found: [],
  },
  {
    name: "different icons in buttons with the same classes",
    pages: site({
      "/": `${menu}${content("Studios")}<button class="btn btn-icon" aria-label="Options"><svg width="24" height="24"><circle cx="5" cy="5" r="2"/></svg></button>`,
      "/rooms": `${menu}${content("Rooms")}<button class="btn btn-icon" aria-label="Remove"><svg width="24" height="24"><line x1="2" y1="2" x2="9" y2="9"/></svg></button>`,
      "/prices": `${menu}${content("Prices")}<button class="btn btn-icon" aria-label="Share"><b class="arrow" aria-hidden="true"></b></button>`,
    }),
    found: [],
  },
  {
    name: "pages in two languages",
    pages: {
      "/": { title: "Kiln Street", body: menu + content("Studios") + footer },
      "/rooms": { title: "Rooms", body: menu + content("Rooms") + footer },
      "/prices": {
        title: "Kiln Street",
        lang: "de",
        body: `<nav aria-label="Main"><a href="/contact">Kontakt</a> <a href="/prices">Preise</a> <a href="/rooms">Räume</a> <a href="/">Start</a></nav>${content("Preise")}`,
      },
    },
    found: [],
  },
  {
    name: "the same page under two URLs",
    pages: {
      "/": { title: "Start", body: menu + content("Studios") },
      "/rooms": { title: "Rooms", body: menu + content("Rooms by the canal") },
      "/prices": { title: "Rooms", body: menu + content("Rooms by the canal") },
    },
    found: [],
  },
];

for (const { name, pages, found } of cases)
  test(`${found.length > 0 ? "reports" : "doesn't report"} ${name}${longUnless(name === cases[0]?.name)}`, async ({
    engine,
    serve,
  }) => {
    const server = await serve(() =>
      Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, html(page)])),
    );
    const scanned = await scan(engine, server.origin, { depth: "quick" });
    expect(scanned.pages.filter(({ error }) => error === null)).toHaveLength(Object.keys(pages).length);
    expect(findingsOn(scanned.pages)).toEqual(found);
  });

test("a page's outline is small, and contains no URLs, content or personal data @long", async ({ engine, serve }) => {
  const links = Array.from({ length: 45 }, (_, link) => `<a href="/go?link=${link}">Link ${link}</a>`).join(" ");
  const navs = Array.from({ length: 15 }, (_, block) => `<nav aria-label="Block ${block}">${links}</nav>`);
  const body = `<header>${links}</header>${navs.join("")}<main><p>A secret recipe with nine kinds of pepper and salt.</p></main><footer><a href="mailto:jo@example.org">jo@example.org</a></footer>`;
  const server = await serve(() => ({ "/": html({ title: "Start", body }) }));
  const [page] = (await scan(engine, server.origin, { depth: "quick", max_pages: 1, exclude: ["/go"] })).pages;
  const text = JSON.stringify(page?.outline);
  expect(page?.outline?.blocks).toHaveLength(12);
  expect(text.length).toBeLessThan(80_000);
  expect(text).not.toContain("pepper");
  expect(text).not.toContain("jo@example.org");
});

test("an element in a page's outline has the same details as an element with a finding @long", async ({
  engine,
  serve,
}) => {
  const server = await serve(() => ({ "/": html({ title: "Start", body: menu + content("Studios") }) }));
  const screenshots = { max_height: 2_000, max_bytes: 500_000 };
  const page = (await scan(engine, server.origin, { depth: "quick", screenshots })).byPath["/"];
  const block = page?.outline?.blocks[0];
  expect(page?.outline?.nodes[block?.node ?? 0]).toMatchObject({
    selector: "nav",
    html: expect.stringMatching(/^<nav aria-label="Main">/),
    accessibility: { role: "navigation", name: "Main" },
    component: expect.stringContaining("nav"),
    signals: { role: "navigation" },
    box: { x: expect.any(Number) },
  });
});
