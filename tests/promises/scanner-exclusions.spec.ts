import { expect, scan, scanJourneys, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const image = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">';

/** A chat widget with failures that axe-core, our own rules and the second engine find. */
const widget = `<div id="chat">
  <img id="w-img" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">
  <input id="w-input"><button id="w-button"></button>
  <span id="w-span" style="cursor: pointer" onclick="this.textContent += '.'">Open chat</span>
  <my-chat></my-chat>
</div>
<iframe class="chat" srcdoc='<html lang="en"><title>Chat</title><body><main><h1>Chat</h1>${image}</main></html>' title="Chat"></iframe>
<script>
  customElements.define("my-chat", class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '${image}<button class="inner"></button>'; }
  });
</script>`;

const own = `${image}<span style="cursor: pointer" onclick="this.textContent += '.'">Own control</span>`;

const found = (page: { axe: { violations: Rule[]; incomplete: Rule[] } | null } | undefined) =>
  [...(page?.axe?.violations ?? []), ...(page?.axe?.incomplete ?? [])].flatMap(({ rule_id, nodes }) =>
    nodes.map(({ selector }) => `${rule_id} ${selector}`),
  );
interface Rule {
  rule_id: string;
  nodes: { selector: string }[];
}

const isInWidget = (finding: string): boolean => /#w-|chat|iframe/.test(finding);

test("leaves out all engines' findings on and inside excluded elements, and counts them @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": soundPage(own + widget) }));
  const options = { second_engine: true, max_pages: 1 };
  const all = found((await scan(engine, site.origin, options)).pages[0]);
  const inWidget = all.filter(isInWidget);
  const rules = new Set(inWidget.map((finding) => finding.split(" ")[0]));
  expect([...rules]).toEqual(expect.arrayContaining(["image-alt", "button-name", "label", "mouse-only"]));
  expect(inWidget.filter((finding) => finding.includes(">>>")).length).toBeGreaterThan(1);

  const { pages } = await scan(engine, site.origin, { ...options, exclude_elements: ["#chat", "iframe.chat"] });
  const [page] = pages;
  expect(page?.error).toBeNull();
  expect(found(page).filter(isInWidget)).toEqual([]);
  expect(found(page).sort()).toEqual(all.filter((finding) => !isInWidget(finding)).sort());
  expect(page?.excluded?.elements).toBe(2);
  expect(page?.excluded?.findings).toBeGreaterThanOrEqual(rules.size);
  expect(page?.excluded?.findings).toBeLessThanOrEqual(inWidget.length + 2);
  const inShadow = await scan(engine, site.origin, { max_pages: 1, depth: "quick", exclude_elements: [".inner"] });
  expect(inShadow.pages[0]?.excluded).toEqual({ elements: 1, findings: 1 });
  const none = await scan(engine, site.origin, { max_pages: 1, depth: "quick", exclude_elements: [".missing"] });
  expect(none.pages[0]?.excluded).toEqual({ elements: 0, findings: 0 });
});

test("runs only the chosen rules, in all engines and views @long", async ({ engine, serve }) => {
  const site = await serve(() => ({ "/": soundPage(own + widget) }));
  const ids = (page: { axe: { checks: { rule_id: string }[]; inapplicable: string[] } | null } | undefined) =>
    [...(page?.axe?.checks ?? []).map(({ rule_id }) => rule_id), ...(page?.axe?.inapplicable ?? [])].sort();
  const options = { second_engine: true, max_pages: 1 };
  const chosen = ["image-alt", "mouse-only", "focus-visible", "label"];
  const some = await scan(engine, site.origin, { ...options, include_rules: chosen, exclude_rules: ["label"] });
  expect(ids(some.pages[0])).toEqual(["focus-visible", "image-alt", "mouse-only"]);
  const driven = await scan(engine, site.origin, { ...options, include_rules: ["focus-visible"] });
  expect(ids(driven.pages[0])).toEqual(["focus-visible"]);
  const without = await scan(engine, site.origin, { ...options, depth: "quick", exclude_rules: ["image-alt"] });
  expect(found(without.pages[0]).filter((finding) => finding.startsWith("image-alt"))).toEqual([]);
  expect(found(without.pages[0]).length).toBeGreaterThan(2);
});

test("leaves out findings on excluded elements in other states of the page, and counts them @long", async ({
  engine,
  serve,
}) => {
  const opened = `<details><summary>Delivery</summary><p>${image}</p><div id="chat">${image}</div></details>`;
  const site = await serve(() => ({ "/": soundPage(opened) }));
  const options = { max_pages: 1, states: true, include_rules: ["image-alt", "mouse-only"] };
  const all = await scan(engine, site.origin, options);
  expect(
    found(all.pages[0])
      .map((finding) => isInWidget(finding))
      .sort(),
  ).toEqual([false, true]);
  const { pages } = await scan(engine, site.origin, { ...options, exclude_elements: ["#chat"] });
  expect(found(pages[0]).map((finding) => isInWidget(finding))).toEqual([false]);
  expect(pages[0]?.excluded?.findings).toBe(1);
});

test("leaves out findings on excluded elements on pages that a journey reaches @long", async ({ engine, serve }) => {
  const site = await serve(() => ({ "/": soundPage(`<div id="chat">${image}</div>${image}`) }));
  const journeys = [{ name: "Visit", steps: [{ action: "scan", name: "start" }] }];
  const { reached } = await scanJourneys(engine, site.origin, journeys, { exclude_elements: ["#chat"] });
  expect(
    found(reached["start"])
      .filter((finding) => finding.startsWith("image-alt"))
      .map(isInWidget),
  ).toEqual([false]);
  expect(reached["start"]?.excluded).toEqual({ elements: 1, findings: 1 });
});
