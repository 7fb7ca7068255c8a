import { serveDemo } from "@/demo/serve";
import { componentLabel } from "@/server/scanner/component";
import type { PageResult } from "@/server/scanner/contract";
import { rounds } from "../support/rounds";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const componentsOf = (page: PageResult | undefined): string[] =>
  (page?.axe?.violations ?? []).flatMap(({ rule_id, nodes }) =>
    nodes.map(({ selector, component }) => `${rule_id} ${selector} ${component}`),
  );

const scans = rounds("COMPONENT_SCANS", { usual: 4, promised: 20 });

test(`the same element has the same component in ${scans} scans @long`, async ({ engine }) => {
  const shop = await serveDemo();
  const seen = new Set<string>();
  for (let round = 0; round < scans; round += 1) {
    const { pages } = await scan(engine, shop.url, { max_pages: 1 });
    expect(pages[0]?.error).toBeNull();
    seen.add(JSON.stringify(componentsOf(pages[0]).sort()));
  }
  await shop.close();
  expect(seen.size).toBe(1);
  const [first = "[]"] = seen;
  expect(JSON.parse(first).length).toBeGreaterThan(5);
  expect(first).not.toContain("undefined");
});

test("a shared template part is one component, even if its markup differs between builds and pages @long", async ({
  engine,
  serve,
}) => {
  const menu = (build: string, current: number) =>
    `<nav class="menu_${build} css-${build}"><a class="item-${current} active" href="#x"><img src="/p.gif"></a></nav>`;
  const host = '<div id="host"></div><script>host.attachShadow({mode:"open"}).innerHTML="<button></button>"</script>';
  const site = await serve(() => ({
    "/": soundPage(`${menu("3kX9a", 1)}<a href="/two">Two</a>`),
    "/two": soundPage(
      `${menu("9bQ2z", 2)}<aside class="tip">${host}</aside><iframe title="Part" src="/part"></iframe>`,
    ),
    "/part": soundPage("<button></button>"),
    "/p.gif": soundPage(""),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 2 });
  const of = (path: string, rule: string) =>
    byPath[path]?.axe?.violations.find(({ rule_id }) => rule_id === rule)?.nodes.map(({ component }) => component) ??
    [];
  expect(of("/", "image-alt")).toHaveLength(1);
  expect(of("/", "image-alt")).toEqual(of("/two", "image-alt"));
  const labels = of("/two", "button-name").map((component) => componentLabel(component ?? null));
  expect(labels).toEqual(["main > aside.tip", "main > iframe"]);
});

test("pages with the same template, whatever they contain, have the same template name; other pages have a different one @long", async ({
  engine,
  serve,
}) => {
  const article = (text: string) =>
    soundPage(
      `<header><nav><a href="/">Home</a></nav></header><main><article>${text}</article></main>
      <form><label>Area <input name="children"></label><label>Type <input name="localName"></label></form>`,
    );
  const site = await serve(() => ({
    "/": soundPage('<main><a href="/one">One</a> <a href="/two">Two</a></main>'),
    "/one": article("<h2>One</h2><p>Short.</p>"),
    "/two": article(`<h2>Two</h2>${"<p>Much <em>longer</em>.</p><ul><li>Point</li></ul>".repeat(300)}`),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 3 });
  expect(byPath["/one"]?.template).toMatch(/^[0-9a-f]{12}$/);
  expect(byPath["/two"]?.template).toBe(byPath["/one"]?.template);
  expect(byPath["/"]?.template).not.toBe(byPath["/one"]?.template);
});
