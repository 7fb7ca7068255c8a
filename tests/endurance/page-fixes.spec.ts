import { fix, styleOf } from "../support/scanner/fix-page";
import { expect, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const css = `
  .hint { color: #999 }
  .dark .hint { color: #767676 }
  @media (min-width: 600px) { .note { background: white; color: #8a8a8a } }
  nav a { display: block; height: 18px; width: 60px; margin: 10px 0 }
`;

test("in the CSS rule that sets a colour, replaces the colour with the palette's nearest one, and counts the findings that this fixes", async ({
  engine,
  serve,
}) => {
  const { origin } = await serve(() => ({
    "/": soundPage(
      `<p class="hint">One</p><p class="hint">Two</p><p style="color: #6f6f6f">Three</p>`,
      `<style>${css}</style>`,
    ),
  }));
  const result = await fix(engine, {
    page_url: `${origin}/`,
    rule_id: "color-contrast",
    selector: ".hint:nth-child(2)",
  });
  expect(result).toMatchObject({ rejection: null, draft: null, cleared: { "color-contrast": 2 }, moved_px: 0 });
  expect(styleOf(result)).toMatchObject({
    selector: ".hint",
    is_new: false,
    declarations: [{ property: "color", before: "#999", after: "#6f6f6f" }],
  });
});

test("changes only the element when changing its CSS rule would break another element", async ({ engine, serve }) => {
  const shared = `<style>.tone { color: #808080 } .black { background: #111 }</style>`;
  const { origin } = await serve(() => ({
    "/": soundPage(`<p class="tone">On white</p><div class="black"><p class="tone">On black</p></div>`, shared),
  }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "color-contrast", selector: "main > .tone" });
  expect(result).toMatchObject({ rejection: null, cleared: { "color-contrast": 1 } });
  expect(styleOf(result)).toMatchObject({ selector: null, tag: '<p class="tone"></p>' });
});

test("where there is room, enlarges a target without moving anything", async ({ engine, serve }) => {
  const { origin } = await serve(() => ({
    "/": soundPage(
      `<nav aria-label="Pages"><a href="#a" class="page">One</a><a href="#b" class="page">Two</a></nav><p>Text</p>`,
      "<style>.page { display: inline-block; height: 18px; width: 18px; margin: 4px 1px; overflow: hidden }</style>",
    ),
  }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "target-size", selector: 'a[href$="#a"]' });
  expect(result).toMatchObject({ rejection: null, cleared: { "target-size": 2 } });
  expect(styleOf(result)?.selector).toBe(".page");
});

test("adds a visible focus ring to elements without a focus indicator", async ({ engine, serve }) => {
  const removed = "<style>:focus { outline: 0 } .tab { color: #036 } .tab.tab:focus { outline: none }</style>";
  const links =
    '<a href="#a" class="tab">One</a> <a href="#b" class="tab">Two</a> <a href="#c" style="color: #036">Three</a>';
  const { origin } = await serve(() => ({ "/": soundPage(`<nav aria-label="Pages">${links}</nav>`, removed) }));
  const request = { page_url: `${origin}/`, rule_id: "focus-visible" };
  const tabs = await fix(engine, { ...request, selector: 'a[href$="#a"]' });
  expect(tabs).toMatchObject({ rejection: null, cleared: { "focus-visible": 2 }, moved_px: 0 });
  expect(styleOf(tabs)).toMatchObject({ selector: "a.tab:focus-visible", is_new: true });
  expect(styleOf(tabs)?.declarations[0]).toMatchObject({ property: "outline", after: "2px solid #000000 !important" });
  const other = await fix(engine, { ...request, selector: 'a[href$="#c"]' });
  expect(styleOf(other)?.selector).toBe("a:focus-visible");
});

test("doesn't suggest a focus ring that would be cut off or overridden", async ({ engine, serve }) => {
  const cut = `<style>.box { overflow: hidden; width: 60px } .box a { display: block; color: #036 }
    .box a.box-link { outline: 0 !important; box-shadow: none !important; }</style>`;
  const page =
    '<div class="box"><a class="box-link" href="#a" style="outline: 0 !important; box-shadow: none !important">Cut off</a></div>';
  const { origin } = await serve(() => ({ "/": soundPage(page, cut) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "focus-visible", selector: ".box-link" });
  expect(result).toMatchObject({ change: null, rejection: "still_fails" });
});

test("rejects drafts that break another rule, remove a role or change the surrounding content, and tries the next draft", async ({
  engine,
  serve,
}) => {
  const body = `<p>Before <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="20" height="20" class="x"> after</p>
    <div class="y" role="button" tabindex="0" aria-checked="true">Go</div>`;
  const { origin } = await serve(() => ({ "/": soundPage(body) }));
  const html =
    '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="20" height="20" class="x">';
  const image = { page_url: `${origin}/`, rule_id: "image-alt", selector: "img", html };
  const worse = [
    html.replace(">", ' alt="A"><button></button>'),
    html.replace(">", ' alt="A"> text beside it'),
    html.replace('width="20"', 'width="90"').replace(">", ' alt="A">'),
  ];
  expect((await fix(engine, { ...image, drafts: [worse[0] ?? ""] })).rejection).toBe("breaks_rule");
  expect((await fix(engine, { ...image, drafts: [worse[2] ?? ""] })).rejection).toBe("pixels");
  const result = await fix(engine, {
    ...image,
    drafts: [...worse.filter((_, at) => at !== 1), html.replace(">", ' alt="A">')],
  });
  expect(result).toMatchObject({ rejection: null, draft: 2, cleared: { "image-alt": 1 } });
  const go = '<div class="y" role="button" tabindex="0" aria-checked="true">Go</div>';
  const button = { page_url: `${origin}/`, rule_id: "aria-allowed-attr", selector: ".y", html: go };
  const plain = await fix(engine, {
    ...button,
    drafts: ['<div class="y" tabindex="0">Go</div>', '<div class="y">Go</div>'],
  });
  expect(plain).toMatchObject({ change: null, rejection: "tree" });
  expect(await fix(engine, { ...button, drafts: [go.replace(' aria-checked="true"', "")] })).toMatchObject({
    draft: 0,
  });
});

test("applies a draft that replaces an element's text, but not one that only extends it", async ({ engine, serve }) => {
  const html = '<button aria-label="Send now">Submit</button>';
  const { origin } = await serve(() => ({ "/": soundPage(`<p>${html}</p>`) }));
  const button = { page_url: `${origin}/`, rule_id: "label-content-name-mismatch", selector: "button", html };
  const longer = await fix(engine, { ...button, drafts: [html.replace("Submit", "Submit it")] });
  expect(longer.rejection).toBe("still_fails");
  const other = await fix(engine, { ...button, drafts: [html.replace("Submit", "Send")] });
  expect(other).toMatchObject({ rejection: null, draft: 0, cleared: { "label-content-name-mismatch": 1 } });
});

test("finds elements in shadow roots, and marks up the main content as a landmark", async ({ engine, serve }) => {
  const host = `<x-card></x-card><script>customElements.define("x-card", class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<button class='b'></button>"; } });</script>`;
  const { origin } = await serve(() => ({
    "/": soundPage(host),
    "/none": soundPage("<p>Text</p>")
      .replace("<main>", "<header><p>Shop</p></header><div id='content'>")
      .replace("</main>", "</div>"),
  }));
  const shadow = {
    page_url: `${origin}/`,
    rule_id: "button-name",
    selector: "x-card >>> .b",
    html: '<button class="b"></button>',
  };
  const named = await fix(engine, { ...shadow, drafts: ['<button class="b" aria-label="Open"></button>'] });
  expect(named).toMatchObject({ rejection: null, draft: 0 });
  const main = await fix(engine, { page_url: `${origin}/none`, rule_id: "landmark-one-main", selector: "html" });
  expect(main.change).toEqual({
    kind: "markup",
    before: '<div id="content"></div>',
    after: '<div id="content" role="main"></div>',
    purpose: "main",
    version: 0,
  });
});

test("changes the colour of text on a gradient, where only a screenshot shows the contrast", async ({
  engine,
  serve,
}) => {
  const sky = `<style>.sky { background: linear-gradient(#225, #338); padding: 20px } .dim { color: rgba(255, 255, 255, 0.2) }
    .clear { color: #fff }</style>`;
  const text = '<div class="sky"><p class="dim">Opening hours</p><p class="clear">Ten to six</p></div>';
  const { origin } = await serve(() => ({ "/": soundPage(text, sky) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "color-contrast", selector: ".dim" });
  expect(result).toMatchObject({ rejection: null, cleared: { "color-contrast": 1 }, moved_px: 0 });
  expect(result.change).toMatchObject({
    kind: "style",
    style: { selector: ".dim", declarations: [{ property: "color" }] },
  });
});

test("aims for a contrast of 7:1 for text that fails only at level AAA, even on a gradient", async ({
  engine,
  serve,
}) => {
  const css = `<style>.note { color: #666 } .sky { background: linear-gradient(#225, #338); padding: 20px }
    .dim { color: #aab } .clear { color: #fff }</style>`;
  const body =
    '<p class="note">By post</p><div class="sky"><p class="dim">Opening hours</p><p class="clear">Ten</p></div>';
  const { origin } = await serve(() => ({ "/": soundPage(body, css) }));
  const rule_id = "color-contrast-enhanced";
  for (const selector of [".note", ".dim"]) {
    const result = await fix(engine, { page_url: `${origin}/`, rule_id, selector });
    expect(result, selector).toMatchObject({ rejection: null, cleared: { [rule_id]: 1 }, moved_px: 0 });
    expect(result.change).toMatchObject({ style: { selector, declarations: [{ property: "color" }] } });
  }
});

test("verifies a fix by comparing positions and colours on a page whose appearance keeps changing", async ({
  engine,
  serve,
}) => {
  const moving = `<p class="pale">Text</p>
    <div id="stripes" style="height: 40px; background: repeating-linear-gradient(90deg, #000 0 9px, #fff 9px 30px)"></div>
    <script>setInterval(() => { stripes.style.backgroundPositionX = performance.now() / 7 + "px" }, 20)</script>`;
  const { origin } = await serve(() => ({ "/": soundPage(moving, "<style>.pale { color: #999 }</style>") }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "color-contrast", selector: ".pale" });
  expect(result).toMatchObject({ rejection: null, cleared: { "color-contrast": 1 } });
});

test("reports when the page or the finding no longer exists, or when there is nothing to try", async ({
  engine,
  serve,
}) => {
  const { origin } = await serve(() => ({ "/": soundPage('<img src="data:," class="x">') }));
  const image = { rule_id: "image-alt", selector: "img" };
  expect(await fix(engine, { ...image, page_url: `${origin}/gone` })).toMatchObject({
    change: null,
    rejection: "no_page",
  });
  expect(await fix(engine, { ...image, page_url: "http://10.0.0.1/" })).toMatchObject({ rejection: "no_page" });
  expect(await fix(engine, { ...image, page_url: `${origin}/`, selector: ".y" })).toMatchObject({
    rejection: "no_finding",
  });
  expect(await fix(engine, { ...image, page_url: `${origin}/` })).toMatchObject({ rejection: "no_change" });
});

test("changes the colour of a placeholder in the rule that sets it, or in a new rule", async ({ engine, serve }) => {
  const fields = `<input aria-label="Name" class="pale" placeholder="Name">
    <input aria-label="Town" class="faded" placeholder="Town"><textarea aria-label="Note" placeholder="Note"></textarea>`;
  const style = `<style>.pale::placeholder { color: #999 } .faded::placeholder { opacity: 0.4 } textarea { background: #ccc }</style>`;
  const { origin } = await serve(() => ({ "/": soundPage(fields, style) }));
  const request = { page_url: `${origin}/`, rule_id: "placeholder-contrast" };
  const ruled = await fix(engine, { ...request, selector: ".pale" });
  expect(ruled).toMatchObject({ rejection: null, cleared: { "placeholder-contrast": 1 }, moved_px: 0 });
  expect(styleOf(ruled)).toMatchObject({ selector: ".pale::placeholder", is_new: false });
  const faded = await fix(engine, { ...request, selector: ".faded" });
  expect(styleOf(faded)).toMatchObject({ selector: ".faded::placeholder", is_new: false });
  expect(styleOf(faded)?.declarations).toContainEqual({ property: "opacity", before: "0.4", after: "1" });
  const plain = await fix(engine, { ...request, selector: "textarea" });
  expect(styleOf(plain)).toMatchObject({ selector: "textarea::placeholder", is_new: true });
});

test("darkens a gradient where no text colour has enough contrast", async ({ engine, serve }) => {
  const style = "<style>.sky { background: linear-gradient(#5b80ea, #5379e0); padding: 20px; color: #fff }</style>";
  const { origin } = await serve(() => ({ "/": soundPage('<p class="sky">Opening hours</p>', style) }));
  const result = await fix(engine, { page_url: `${origin}/`, rule_id: "color-contrast", selector: ".sky" });
  expect(result).toMatchObject({ rejection: null, cleared: { "color-contrast": 1 } });
  expect(styleOf(result)).toMatchObject({ selector: ".sky", declarations: [{ property: "background-image" }] });
});
