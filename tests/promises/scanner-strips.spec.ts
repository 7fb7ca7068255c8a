import sharp from "sharp";
import { MAX_STRIP_BYTES, type NodeResult, type PageResult, type StripPicture } from "@/server/scanner/contract";
import { longUnless } from "../support/long";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const screenshots = { max_height: 3_000, max_bytes: 300_000 };

/** Returns the pictures from the first strip among a rule's findings. */
const picturesOf = ({ axe, strips }: PageResult, rule: string): StripPicture[] => {
  const nodes = [...(axe?.violations ?? []), ...(axe?.incomplete ?? [])]
    .filter(({ rule_id }) => rule_id === rule)
    .flatMap((each): NodeResult[] => each.nodes);
  const number = nodes.find(({ strip }) => strip !== undefined)?.strip ?? -1;
  return strips?.[number]?.pictures ?? [];
};

/** Returns the share of the pixels in a picture that are clearly red. */
const redIn = async (picture: StripPicture | undefined): Promise<number> => {
  const pixels = await sharp(Buffer.from(picture?.data ?? "", "base64"))
    .removeAlpha()
    .raw()
    .toBuffer();
  let red = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if ((pixels[at] ?? 0) > (pixels[at + 1] ?? 0) + 80 && (pixels[at] ?? 0) > (pixels[at + 2] ?? 0) + 80) red += 1;
  return (3 * red) / pixels.length;
};

type Bounds = [least: number, most: number];

interface Case {
  rule: string;
  body: string;
  states: StripPicture["state"][];
  /** Limits for the share of red in each picture. */
  red?: Bounds[];
}

const red = "background:#f00;color:#000";

const none: Bounds = [0, 0.001];
const some: Bounds = [0.02, 0.9];

/** Makes an element red only in the narrow window, so that its pictures can be told apart. */
const redWhenNarrow = `@media (max-width:400px){#shown{${red}}}`;

const cases: Case[] = [
  {
    rule: "focus-visible",
    body: `<a href="#a" style="outline:none;display:block;width:200px;${red}">A link without an indicator</a>`,
    states: ["without_focus", "with_focus"],
    red: [
      [0.03, 0.9],
      [0.03, 0.9],
    ],
  },
  {
    rule: "focus-obscured",
    body: `<style>body{margin:0}#bar{position:sticky;top:0;height:180px;background:#fff}main>a{display:block;margin-bottom:120px;width:300px;${red}}</style>
      <div id="bar"><p>Trams</p></div><div style="height:30px"></div>
      ${Array.from({ length: 12 }, (_, number) => `<a href="#a">Line ${number}</a>`).join("")}`,
    states: ["without_focus", "with_focus"],
    red: [
      [0.05, 0.9],
      [0, 0.02],
    ],
  },
  {
    rule: "hidden-focus-stop",
    body: `<p><a href="#b">Prices</a></p><nav aria-label="Main" style="position:absolute;left:-400px;width:300px"><a href="/a">Rooms</a></nav>
      <p><a href="#c">Food</a></p>`,
    states: ["without_focus", "with_focus"],
  },
  {
    rule: "keyboard-trap",
    body: `<p><a href="#a">First</a> <button id="trap">Stay</button> <a href="#b">Last</a></p>
      <script>trap.addEventListener("blur", () => setTimeout(() => trap.focus()))</script>`,
    states: ["with_focus", "after_tab"],
  },
  {
    rule: "reflow",
    body: `<p style="width:900px;height:90px;${red}">${"wide ".repeat(40)}</p>`,
    states: ["usual_window", "narrow_window"],
    red: [
      [0.2, 0.9],
      [0.2, 0.9],
    ],
  },
  {
    rule: "clipped-text",
    body: `<style>#shown{height:24px;overflow:hidden}${redWhenNarrow}</style>
      <p id="shown">The harbour opens at seven, and the ferry leaves twice a day</p>`,
    states: ["usual_window", "narrow_window"],
    red: [none, some],
  },
  {
    rule: "zoomed-text",
    body: `<style>#shown{font-size:1.5vw}${redWhenNarrow}</style><p id="shown">The harbour opens at seven.</p>
      <p>The ferry leaves twice a day.</p>`,
    states: ["usual_window", "narrow_window"],
    red: [none, some],
  },
  {
    rule: "orientation-lock",
    body: `<style>#shown{display:none;position:fixed;inset:0;${red}}@media (orientation:portrait){#shown{display:block}}</style>
      <p>The ferry leaves twice a day.</p><div id="shown"><p>Please rotate your device.</p></div>`,
    states: ["usual_window", "narrow_window"],
    red: [none, [0.8, 1]],
  },
  {
    rule: "text-spacing",
    body: `<style>.box{margin:0;line-height:1.2;width:320px;height:20px;overflow:hidden;${red}}</style>
      <p class="box">The harbour opens at seven in May</p>`,
    states: ["usual_spacing", "more_spacing"],
  },
  {
    rule: "hover-only",
    body: `<style>.tip{width:300px;position:relative}.more{display:none;position:absolute;top:30px;${red}}.tip:hover .more{display:block}</style>
      <div class="tip"><b>Prices</b><span class="more">Taxes are not included in these prices</span></div><p style="margin-top:120px">End</p>`,
    states: ["without_pointer", "with_pointer"],
    red: [none, some],
  },
  {
    rule: "hover-content",
    body: `<style>.tip{position:relative}.tip span{display:none;position:absolute;left:0;top:60px;width:200px;${red}}.tip:hover span{display:block}</style>
      <p style="margin-bottom:120px"><b class="tip" tabindex="0">Tide<span>High water is at noon today</span></b></p>`,
    states: ["without_pointer", "with_pointer"],
    red: [none, some],
  },
  {
    // Escape doesn't hide the content, but changes its colour.
    rule: "hover-content",
    body: `<style>.menu{position:relative}.menu span{display:none;position:absolute;left:0;top:100%;width:300px;height:60px;background:#fff}
        .menu:hover span{display:block}.pressed span{${red}}</style>
      <p><b class="menu">Ferries<span>To the islands, twice a day</span></b></p><p>This text is covered.</p><p>And this.</p>
      <script>const menu = document.querySelector(".menu"); addEventListener("keydown", ({ key }) => menu.classList.toggle("pressed", key === "Escape"))</script>`,
    states: ["without_pointer", "with_pointer", "after_escape"],
    red: [none, none, some],
  },
  {
    rule: "change-on-focus",
    body: `<style>input:focus{outline:3px solid #00f}#next:focus{${red};width:600px;height:200px}</style>
      <p><label>Day <input onfocus="next.focus()"></label></p><p><label>Month <input id="next"></label></p>`,
    states: ["without_focus", "with_focus"],
    red: [none, some],
  },
  {
    rule: "down-event",
    body: `<div id="press" role="button" tabindex="0" style="width:200px;height:60px">Add to the basket</div><p id="basket">Empty</p>
      <script>let count = 0; press.addEventListener("mousedown", () => { basket.textContent = "Things: " + (count += 1); basket.style.cssText = "${red}" })</script>`,
    states: ["with_pointer", "while_pressed"],
  },
  {
    rule: "control-contrast",
    body: `<p><label for="name">Name</label></p><p><input id="name" style="border:1px solid #eee;background:#fff;width:200px;height:40px;outline-offset:2px"></p>`,
    states: ["usual_contrast", "less_contrast"],
  },
];

for (const { rule, body, states, red: bounds = [] } of cases)
  test(`the strip of a ${rule} finding shows these states: ${states.join(", ").replaceAll("_", " ")}${longUnless(rule === "focus-visible")}`, async ({
    engine,
    serve,
  }) => {
    const site = await serve(() => ({ "/": soundPage(body) }));
    const { pages } = await scan(engine, site.origin, { max_pages: 1, screenshots });
    const pictures = pages[0] ? picturesOf(pages[0], rule) : [];
    const found = [...(pages[0]?.axe?.violations ?? []), ...(pages[0]?.axe?.incomplete ?? [])];
    expect(found.map(({ rule_id }) => rule_id)).toContain(rule);
    expect(pictures.map(({ state }) => state)).toEqual(states);
    for (const { data, width, height } of pictures) {
      expect(Buffer.byteLength(data, "base64")).toBeLessThanOrEqual(MAX_STRIP_BYTES);
      expect((await sharp(Buffer.from(data, "base64")).metadata()).width).toBeLessThanOrEqual(Math.ceil(width));
      expect(height).toBeGreaterThan(50);
    }
    for (const { state, window_width } of pictures) expect(window_width === 320).toBe(state === "narrow_window");
    for (const [index, [least, most]] of bounds.entries()) {
      const share = await redIn(pictures[index]);
      expect(share).toBeGreaterThanOrEqual(least);
      expect(share).toBeLessThanOrEqual(most);
    }
  });

/** All secrets have the same length, so that pictures in which they are masked are identical. */
const secretPage = (secret: string) =>
  soundPage(
    `<div class="tip"><b>Account</b><span class="more">${secret}@example.org /a?token=${secret}12345678</span></div>
     <p><a href="#a" class="plain">Account of ${secret}@example.org</a> <input aria-label="a" value="${secret}"></p>
     <p style="width:900px">wide sk_live_${secret}123456789012 <textarea aria-label="b">${secret}</textarea></p>
     <iframe title="Part" srcdoc="<p>${secret}"></iframe>`,
    `<style>main *{font:20px monospace}.plain{outline:none}.tip{width:300px;position:relative}
     .more{display:none;position:absolute;top:30px;background:#ff0}.tip:hover .more{display:block}</style>`,
  );

test("a strip's pictures mask everything that a screenshot masks, even content that is visible in only one state @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/a": secretPage("A"), "/b": secretPage("B") }));
  const stripsOf = async (path: string) => {
    const { pages } = await scan(engine, `${site.origin}${path}`, { max_pages: 1, screenshots });
    const [page] = pages;
    return page && ["hover-only", "focus-visible", "reflow"].map((rule) => picturesOf(page, rule));
  };
  const strips = await stripsOf("/a");
  expect(strips?.map((pictures) => pictures.length)).toEqual([2, 2, 2]);
  expect(await stripsOf("/b")).toEqual(strips);
});

test("if a page stops responding while its strips are created, keeps its findings and scans the next page @long", async ({
  engine,
  serve,
}) => {
  // The scanner's style sheets are in the page only while it takes pictures.
  const stuck = `<a id="a" href="/b" style="outline:none">A link without an indicator</a>
    <script>a.addEventListener("focus", () => { while (document.adoptedStyleSheets.length > 0); })</script>`;
  const site = await serve(() => ({ "/": soundPage(stuck), "/b": soundPage("<button></button>") }));
  const { pages } = await scan(engine, site.origin, { max_pages: 2, screenshots });
  const pageAt = (path: string) => pages.find(({ url }) => url === `${site.origin}${path}`);
  const rulesOf = (path: string) => pageAt(path)?.axe?.violations.map(({ rule_id }) => rule_id);
  expect(pageAt("/")).toMatchObject({ error: null, depth: "full" });
  expect(pageAt("/")).not.toHaveProperty("strips");
  expect(rulesOf("/")).toContain("focus-visible");
  expect(rulesOf("/b")).toContain("button-name");
});

test("creates strips only if screenshots are requested, and at most two for each rule @long", async ({
  engine,
  serve,
}) => {
  const links = Array.from(
    { length: 5 },
    (_, index) => `<p><a href="#${index}" style="outline:none">Link ${index}</a></p>`,
  );
  const site = await serve(() => ({ "/": soundPage(links.join("")) }));
  const counts: (number | undefined)[] = [];
  for (const option of [{}, { screenshots }]) {
    const { pages } = await scan(engine, site.origin, { max_pages: 1, ...option });
    expect(pages[0]?.axe?.violations.find(({ rule_id }) => rule_id === "focus-visible")?.node_count).toBe(5);
    counts.push(pages[0]?.strips?.length);
  }
  expect(counts).toEqual([undefined, 2]);
});
