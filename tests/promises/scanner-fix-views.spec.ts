import { PageTrialsRequest } from "@/server/scanner/contract";
import { createPageTrials } from "@/server/scanner/fix/try-on-pages";
import { fix, styleOf } from "../support/scanner/fix-page";
import { expect, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const rule_id = "color-contrast";

/** A page that is white in the light colour scheme and nearly black in the dark one. */
const inBoth = (css: string): string => `<style>
  :root { color-scheme: light dark } html { background: #fff } body { color: #222 }
  @media (prefers-color-scheme: dark) { html { background: #111 } body { color: #eee } }
  ${css}
</style>`;

test("doesn't suggest a colour that has enough contrast in light mode but not in dark mode @long", async ({
  engine,
  serve,
}) => {
  const { origin } = await serve(() => ({
    "/": soundPage('<p class="note">Opening hours</p>', inBoth(".note { color: #888 }")),
  }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id, selector: ".note" });
  expect(result.change).toBeNull();
});

test("changes only the failing colour if the page sets the two colour schemes' colours in different rules @long", async ({
  engine,
  serve,
}) => {
  const css = ".note { color: #888 } @media (prefers-color-scheme: dark) { .note { color: #bbb } }";
  const { origin } = await serve(() => ({ "/": soundPage('<p class="note">Opening hours</p>', inBoth(css)) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id, selector: ".note" });
  expect(result).toMatchObject({ rejection: null, cleared: { [rule_id]: 1 }, colour_scheme: null });
  expect(styleOf(result)).toMatchObject({ selector: ".note", media: [], declarations: [{ before: "#888" }] });
});

test("counts only the findings that a change clears in both colour schemes @long", async ({ engine, serve }) => {
  const css = `.note { color: #888 } @media (prefers-color-scheme: dark) { .note { color: #bbb } .low { color: #555 } }`;
  const body = '<p class="note">Opening hours</p><p class="note low">Ten to six</p>';
  const { origin } = await serve(() => ({ "/": soundPage(body, inBoth(css)) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id, selector: ".note:not(.low)" });
  expect(result).toMatchObject({ rejection: null, cleared: { [rule_id]: 1 } });
  expect(styleOf(result)?.selector).toBe(".note");
});

test("fixes text that fails only in dark mode, in the CSS rule for dark mode @long", async ({ engine, serve }) => {
  const css = ".note { color: #333 } @media (prefers-color-scheme: dark) { .note { color: #555 } }";
  const { origin } = await serve(() => ({ "/": soundPage('<p class="note">Opening hours</p>', inBoth(css)) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id, selector: ".note" });
  expect(result).toMatchObject({ rejection: null, cleared: { [rule_id]: 1 } });
  expect(styleOf(result)).toMatchObject({ selector: ".note", media: ["(prefers-color-scheme: dark)"] });
});

test("rejects a change after which the colour of a heading would no longer follow the colour scheme @long", async ({
  engine,
  serve,
}) => {
  const css = "h2, h4 { font-size: 20px; margin: 1em 0 } h3 { color: inherit } h4 { color: #222 }";
  const dark = "@media (prefers-color-scheme: dark) { h4 { color: #eee } }";
  const { origin } = await serve(() => ({
    "/": soundPage(
      "<h2>Shop</h2><h4>Opening hours</h4>",
      inBoth(`h3 { color: #060 } ${css} h3 { color: #060 } ${dark}`),
    ),
  }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "heading-order", selector: "h4" });
  expect(result).toMatchObject({ change: null, colour_scheme: "dark" });
});

test("makes a link readable without making it unreadable on hover @long", async ({ engine, serve }) => {
  const css = "<style>.tab { background: #eee; color: #888 } .tab:hover, .tab:focus { background: #666 }</style>";
  const page = '<nav aria-label="Pages"><a class="tab" href="#a">Opening hours</a></nav>';
  const { origin } = await serve(() => ({ "/": soundPage(page, css) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id, selector: ".tab" });
  // A new colour in the CSS rule would have too little contrast on hover. A style attribute also applies on hover.
  expect(result).toMatchObject({ rejection: null, cleared: { [rule_id]: 1 } });
  expect(styleOf(result)).toMatchObject({ selector: null, declarations: [{ property: "background-color" }] });
});

test("tries a change on other pages in both colour schemes @long", async ({ engine, serve }) => {
  const css = ".note { color: #888 }";
  const dark = "@media (prefers-color-scheme: dark) { .note { color: #bbb } }";
  const text = '<p class="note">Opening hours</p>';
  const { origin } = await serve(() => ({
    "/": soundPage(text, inBoth(`${css} ${dark}`)),
    "/same": soundPage(text, inBoth(`${css} ${dark}`)),
    "/pale": soundPage(text, inBoth(css)),
  }));
  const { change } = await fix(engine, { page_url: `${origin}/`, rule_id, selector: ".note" });
  const pages = ["/same", "/pale"].map((path) => ({ page_url: origin + path, selectors: [".note"] }));
  const tried = await createPageTrials(engine)(PageTrialsRequest.parse({ rule_id, change, pages }));
  expect(tried.pages).toMatchObject([
    { rejection: null, cleared: { [rule_id]: 1 }, colour_scheme: null },
    { rejection: "still_fails", cleared: {}, colour_scheme: "dark" },
  ]);
});
