import sharp from "sharp";
import type { Box, Screenshot } from "@/server/scanner/contract";
import { takeScreenshot } from "@/server/scanner/page/take-screenshot";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const screenshots = { max_height: 3_000, max_bytes: 300_000 };

interface Picture {
  width: number;
  height: number;
  colourAt(x: number, y: number): { red: number; green: number; blue: number };
}

const decode = async ({ data, width: pageWidth }: Screenshot): Promise<Picture> => {
  const image = sharp(Buffer.from(data, "base64")).removeAlpha().raw();
  const { data: pixels, info } = await image.toBuffer({ resolveWithObject: true });
  const scale = info.width / pageWidth;
  return {
    width: info.width / scale,
    height: info.height / scale,
    colourAt: (x, y) => {
      const at = 3 * (Math.round(y * scale) * info.width + Math.round(x * scale));
      return { red: pixels[at] ?? 0, green: pixels[at + 1] ?? 0, blue: pixels[at + 2] ?? 0 };
    },
  };
};

/** Counts the pixels within a box that are clearly red. */
const countRed = ({ colourAt }: Picture, { x, y, width, height }: Box): number => {
  let count = 0;
  for (let top = y; top < y + height; top += 1)
    for (let left = x; left < x + width; left += 1) {
      const { red, green, blue } = colourAt(left, top);
      if (red > green + 60 && red > blue + 60) count += 1;
    }
  return count;
};

test("takes a screenshot, and returns the box of each failing element that is in it @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<nav aria-label="Shop"><button id="top" aria-expanded="false" disabled></button></nav><h2>Far down</h2>
       <button id="down"></button><button id="unseen"></button><div style="height:9000px"></div><button id="below"></button>`,
      `<style>button{display:block;width:120px;height:60px;border:0;background:#f00}#down{margin-top:1500px}
       #unseen{position:absolute;left:-9999px}</style>`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, screenshots });
  const [page] = pages;
  const nodes = page?.axe?.violations.find((rule) => rule.rule_id === "button-name")?.nodes ?? [];
  const nodeOf = (id: string) => nodes.find(({ selector }) => selector === `#${id}`);
  if (!page?.screenshot) throw new Error("There is no screenshot.");
  expect(page.screenshot).toMatchObject({ content_type: "image/webp", width: 1280, height: 3_000 });
  const picture = await decode(page.screenshot);
  expect(picture.height).toBeCloseTo(3_000, -1);
  for (const id of ["top", "down"]) {
    const box = nodeOf(id)?.box;
    expect(box).toMatchObject({ width: 120, height: 60 });
    if (box) expect(countRed(picture, box)).toBeGreaterThan(0.95 * 120 * 60);
  }
  expect(nodeOf("down")?.box?.y).toBeGreaterThan(1_500);
  expect(nodeOf("unseen")?.box).toBeUndefined();
  expect(nodeOf("below")?.box).toBeUndefined();
  expect(nodeOf("top")?.accessibility).toEqual({
    role: "button",
    name: null,
    states: ["disabled", "collapsed"],
    path: [
      { role: "main", name: null, level: null },
      { role: "navigation", name: "Shop", level: null },
      { role: "heading", name: "A page of the test site", level: 1 },
    ],
  });
  expect(nodeOf("down")?.accessibility?.path.at(-1)).toEqual({ role: "heading", name: "Far down", level: 2 });
});

test("an element in a frame has the box of the outermost frame, whatever the frame's origin @long", async ({
  engine,
  serve,
}) => {
  const inner = '<!doctype html><html lang="en"><title>Part</title><main><h1>Part</h1><button></button></main></html>';
  const other = await serve(() => ({ "/": inner }));
  const site = await serve(() => ({
    "/": soundPage(
      `<p>Text</p><iframe id="own" title="Own" src="/part"></iframe><p>Text</p><iframe id="other" title="Other" src="${other.origin}/"></iframe>
       <div id="host"></div><iframe id="hidden" title="Hidden" src="/part" style="opacity:0"></iframe>
       <script>host.attachShadow({ mode: "open" }).innerHTML = '<iframe id="deep" title="Deep" src="/nested" style="width:210px;height:90px;border:0"></iframe>'</script>`,
      "<style>iframe{display:block;width:300px;height:120px;border:0}</style>",
    ),
    "/part": inner,
    "/nested": inner.replace("<button></button>", '<iframe title="Inner" src="/part"></iframe>'),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, screenshots });
  const nodes = pages[0]?.axe?.violations.find((rule) => rule.rule_id === "button-name")?.nodes ?? [];
  const nodeIn = (id: string) => nodes.find(({ selector }) => selector.includes(id));
  for (const id of ["#own", "#other"]) {
    expect(nodeIn(id)?.box).toMatchObject({ width: 300, height: 120, is_frame: true });
    expect(nodeIn(id)).not.toHaveProperty("accessibility");
  }
  expect(nodeIn("#deep")?.box).toMatchObject({ width: 210, height: 90, is_frame: true });
  expect(nodeIn("#other")?.box?.y).toBeGreaterThan((nodeIn("#own")?.box?.y ?? 0) + 120);
  expect(nodeIn("#hidden")).toBeDefined();
  expect(nodeIn("#hidden")?.box).toBeUndefined();
});

/** All secrets have the same length, so that screenshots in which they are masked are identical on all pages. */
const secretPage = (secret: string, shown = "same") =>
  soundPage(
    `<p>${shown} ${secret}@example.org sk_live_${secret}12345678 /a?token=${secret}&page=2</p>
     <p id="late"></p><svg width="600" height="60"><text y="40">${secret}@example.org</text></svg>
     <div id="open"></div><x-closed></x-closed><iframe title="Part" srcdoc="<p>${secret}"></iframe>
     <input aria-label="a" value="${secret}"><textarea aria-label="b">${secret}</textarea>
     <select aria-label="c"><option>${secret}</option></select>
     <input type="date" aria-label="d" value="2020-12-${secret.length}${secret.charCodeAt(0) % 10}">
     <input type="number" aria-label="n" value="${secret.charCodeAt(0)}">
     <div contenteditable role="textbox" aria-label="e">${secret}</div>
     <script>
       const style = "<style>*{font:20px monospace}</style>";
       open.attachShadow({ mode: "open" }).innerHTML = style + '<p>${secret}@example.org</p><input value="${secret}">';
       customElements.define("x-closed", class extends HTMLElement {
         constructor() {
           super();
           this.attachShadow({ mode: "closed" }).innerHTML = style + '<input value="${secret}">';
         }
       });
     </script>`,
    "<style>main *{font:20px monospace}</style>",
  );

test("a screenshot masks form values, frames and redacted text, and its file stays the same as long as nothing else changes @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/a": secretPage("A"),
    "/b": secretPage("B"),
    "/c": secretPage("A", "else"),
  }));
  const pictureOf = async (path: string) => {
    const { pages } = await scan(engine, `${site.origin}${path}`, { max_pages: 1, screenshots });
    return pages[0]?.screenshot?.data;
  };
  const picture = await pictureOf("/a");
  expect(picture).toBeTruthy();
  expect(await pictureOf("/b")).toBe(picture);
  expect(await pictureOf("/c")).not.toBe(picture);
});

test("taking a screenshot leaves the page as it was", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${'<p style="height:80vh">ada@example.org <input aria-label="a" value="b"></p>'.repeat(9)}<script>
         window.seen = [];
         for (const event of ["resize", "scroll"]) addEventListener(event, () => seen.push(event));
         new MutationObserver(() => seen.push("mutation")).observe(document, { subtree: true, childList: true, attributes: true });
       </script>`,
    ),
  }));
  const session = engine.browsers.openSession("desktop");
  await session.withTab(
    async (tab) => {
      await tab.page.goto(`${site.origin}/`);
      const state = () =>
        tab.page.evaluate(() => ({
          seen: (globalThis as unknown as { seen: string[] }).seen,
          sheets: document.adoptedStyleSheets.length,
          highlights: CSS.highlights.size,
          heights: [...document.querySelectorAll("p")].map((paragraph) => paragraph.getBoundingClientRect().top),
          scrolled: scrollY,
        }));
      await tab.page.evaluate(() => scrollTo(0, 300));
      await tab.page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.includes("scroll"));
      const before = await state();
      expect(await takeScreenshot(tab, screenshots)).not.toBeNull();
      expect(await state()).toEqual(before);
      expect(before).toMatchObject({ seen: ["scroll"], sheets: 0, highlights: 0, scrolled: 300 });
    },
    { timeoutMs: 60_000, signal: new AbortController().signal },
  );
  await session.close();
});

test("a page whose screenshot is too large keeps its findings, and no screenshot is taken unless requested @long", async ({
  engine,
  serve,
}) => {
  const noise = Array.from(
    { length: 900 },
    (_, index) => `hsl(${(index * 7_919) % 360} 90% ${20 + ((index * 31) % 60)}%)`,
  );
  const site = await serve(() => ({
    "/": soundPage(
      `<button></button><div style="display:flex;flex-wrap:wrap">${noise
        .map((colour) => `<i style="width:20px;height:20px;background:${colour}">x</i>`)
        .join("")}</div>`,
    ),
  }));
  const options = [{}, { screenshots }, { screenshots: { ...screenshots, max_bytes: 10_000 } }];
  const pictures: boolean[] = [];
  for (const option of options) {
    const { pages } = await scan(engine, site.origin, { max_pages: 1, ...option });
    expect(pages[0]?.axe?.violations.map((rule) => rule.rule_id)).toContain("button-name");
    pictures.push(pages[0]?.screenshot !== undefined);
  }
  expect(pictures).toEqual([false, true, false]);
});
