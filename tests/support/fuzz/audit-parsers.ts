import { readFileSync } from "node:fs";
import { findSelectorFault } from "@/server/scanner/element-selectors";
import { readAnyJourney } from "@/server/scanner/journeys/import/read-any-journey";
import { readUrlList, UrlListError } from "@/server/scanner/url-list/read-url-list";
import { type ForeignParser, ofTextLike, words } from "./parser-kinds";

const checkout = readFileSync("demo/checkout.yaml", "utf8");
const yaml = [...words("- : # & * ! | > ' \" { } [ ] , ? % @ ` action click role name 1e9 null"), "\n", "  ", "---\n"];

const recording = JSON.stringify({
  title: "Search",
  steps: [
    { type: "setViewport", width: 1280, height: 800 },
    { type: "navigate", url: "https://shop.example/" },
    { type: "click", selectors: [["aria/Search"], ["#search"], ["text/Search"]], offsetX: 1, offsetY: 1 },
    { type: "change", value: "lamp", selectors: [['aria/Query[role="searchbox"]']] },
    { type: "keyDown", key: "Enter" },
  ],
});
const json = words('{ } [ ] " : , \\ aria/ text/ xpath/ pierce/ type click change navigate url selectors 1e999 null');

const script = `import { test, expect } from "@playwright/test";
test("search", async ({ page }) => {
  await page.goto("https://shop.example/");
  await page.getByRole("searchbox", { name: "Search" }).fill("lamp");
  await page.getByLabel("Sort by").selectOption("price");
  await page.locator("#go").first().click();
  await expect(page.getByText("3 lamps")).toBeVisible();
});`;
const code = [
  ...words("( ) { } [ ] ` ${ ' \" ; , . => await async page / \\ // /* */ = new class getByRole nth"),
  "\n",
];

const lists: readonly [string, ...string[]] = [
  "# Shop\nhttps://shop.example/a\n/b?c=1,2\n\nhttps://elsewhere.example/",
  'url,group\nhttps://shop.example/a,"Shop, ""new"""\n/b,\n',
  "<?xml version='1.0'?><urlset><url><loc>https://shop.example/a</loc></url></urlset>",
];
const cells = [
  ...words('# , ; " "" / < > <loc> </loc> &amp; https://shop.example/ ../ %zz url group'),
  "\n",
  "\t",
  "\r",
];

const selectors: readonly [string, ...string[]] = [
  "#chat",
  "my-chat:not(.open):has(> img, + p)",
  "iframe[src*='chat' i] ~ .b > c",
];
const css = [...words(":not( :is( :has( :nth-child( ) [ ] = ~= ' \" > + ~ , * | \\ #1 .a :: { } /* */ &"), " "];

const isList = (text: string): boolean => {
  try {
    return readUrlList(text, "https://shop.example/").urls > 0;
  } catch (error) {
    if (!(error instanceof UrlListError)) throw error;
    return false;
  }
};

const isJourney = (text: string): boolean => "journey" in readAnyJourney(text);

/** Parsers for what people enter or upload to specify what to audit. */
export const auditParsers: readonly ForeignParser[] = [
  ofTextLike("journeys", [checkout], yaml, isJourney),
  ofTextLike("recordings", [recording], json, isJourney),
  ofTextLike("Playwright scripts", [script], code, isJourney),
  ofTextLike("URL lists", lists, cells, isList),
  ofTextLike("selectors", selectors, css, (text) => findSelectorFault(text.slice(0, 500)) === null),
];
