import type { PageResult, Standard } from "@/server/scanner/contract";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const found = (page: PageResult | undefined, id: string) => {
  const of = (outcome: "violations" | "incomplete") =>
    (page?.axe?.[outcome] ?? []).flatMap(({ rule_id, nodes }) =>
      rule_id === id ? nodes.map(({ selector }) => selector) : [],
    );
  return { failed: of("violations").sort(), review: of("incomplete").sort() };
};

const text = (id: string, style: string, inner = "The opening hours of the harbour") =>
  `<p id="${id}" style="max-width: 300px; font-size: 20px; ${style}">${inner}</p>`;

const sunset = "background: linear-gradient(to right, #fff, #f4f4ff)";

/** Passes at level AA, except for one piece of text with too little contrast for either level. */
const page = soundPage(
  `${text("grey", "color: #666")}
  ${text("pale", "color: #bbb")}
  ${text("black", "color: #333")}
  ${text("large", "color: #666; font-size: 26px")}
  ${text("bold", "color: #666; font-size: 19px; font-weight: bold")}
  ${text("logo", "color: #666", '<span aria-disabled="true" role="button">Not in use</span>')}
  ${text("grey-sunset", `color: #626262; ${sunset}`)}
  ${text("pale-sunset", `color: #bbb; ${sunset}`)}
  ${text("black-sunset", `color: #222; ${sunset}`)}
  <p>Lamps made of brass: <a id="brass" href="/brass">read more</a></p>
  <p>Lamps made of glass: <a id="glass" href="/glass">read more</a></p>
  <p>About the workshop: <a href="/about">history of the workshop</a></p>
  <p>Again about it: <a href="/about">history of the workshop</a></p>`,
  '<meta http-equiv="refresh" content="90000">',
);

const other = soundPage("<p>Nothing to see here.</p>");
const site = () => ({ "/": page, "/brass": other, "/glass": other, "/about": other });

const strictRules = ["color-contrast-enhanced", "identical-links-same-purpose", "meta-refresh-no-exceptions"];

const namesOf = ({ axe }: PageResult): string[] =>
  [
    ...[...(axe?.violations ?? []), ...(axe?.incomplete ?? []), ...(axe?.checks ?? [])].map(({ rule_id }) => rule_id),
    ...(axe?.inapplicable ?? []),
  ].sort();

test("finds barriers at level AAA on a page, reports each piece of text once, and doesn't report similar content without barriers @long", async ({
  engine,
  serve,
}) => {
  const { origin } = await serve(site);
  const scanOnce = async (standard: Standard) => {
    const { pages } = await scan(engine, origin, { standard, max_pages: 1 });
    const [result] = pages;
    if (!result) throw new Error("The page wasn't scanned.");
    return result;
  };
  const strict = await scanOnce("wcag22aaa");
  expect(found(strict, "color-contrast")).toEqual({ failed: ["#pale", "#pale-sunset"], review: [] });
  expect(found(strict, "color-contrast-enhanced")).toEqual({ failed: ["#grey", "#grey-sunset"], review: [] });
  expect(found(strict, "identical-links-same-purpose")).toEqual({ failed: [], review: ["#brass"] });
  expect(found(strict, "meta-refresh-no-exceptions").failed).toHaveLength(1);
  const summaries = strict.axe?.violations
    .find(({ rule_id }) => rule_id === "color-contrast-enhanced")
    ?.nodes.map(({ failure_summary }) => failure_summary);
  for (const summary of summaries ?? []) expect(summary).toMatch(/Expected contrast ratio of 7:1/);
  const checks = strict.axe?.checks.find(({ rule_id }) => rule_id === "color-contrast-enhanced");
  expect(checks).toMatchObject({ failed: 2, needs_review: 0 });

  const usual = await scanOnce("wcag22aa");
  expect(namesOf(usual).filter((id) => strictRules.includes(id))).toEqual([]);
  expect(namesOf(strict).filter((id) => !strictRules.includes(id))).toEqual(namesOf(usual));
  expect(found(usual, "color-contrast")).toEqual(found(strict, "color-contrast"));
  expect(strict.axe?.score).toBeLessThan(usual.axe?.score ?? 0);
  expect(strict.axe?.score_low).toBeLessThan(usual.axe?.score_low ?? 0);
});

test("the contrast of text that can fail only at level AAA is also measured from the pixels @long", async ({
  engine,
  serve,
}) => {
  const cross = (id: string, style: string) => text(id, style, "×");
  const { origin } = await serve(() => ({
    "/": soundPage(cross("single", "font-size: 60px; color: #888") + cross("dark", "font-size: 60px; color: #222")),
  }));
  const { byPath } = await scan(engine, origin, { standard: "wcag22aaa", max_pages: 1 });
  expect(found(byPath["/"], "color-contrast")).toEqual({ failed: [], review: [] });
  expect(found(byPath["/"], "color-contrast-enhanced")).toEqual({ failed: ["#single"], review: [] });
});

test("links that have the same name within one block aren't reported again at level AAA @long", async ({
  engine,
  serve,
}) => {
  const { origin } = await serve(() => ({
    "/": soundPage('<p id="pair"><a href="/brass">read more</a> or <a href="/glass">read more</a></p>'),
    "/brass": other,
    "/glass": other,
  }));
  const { byPath } = await scan(engine, origin, { standard: "wcag22aaa", max_pages: 1 });
  expect(found(byPath["/"], "ambiguous-link").review).toHaveLength(2);
  expect(found(byPath["/"], "identical-links-same-purpose")).toEqual({ failed: [], review: [] });
});

test("a failure at level AAA that both engines find is reported as one finding that names both", async ({
  engine,
  serve,
}) => {
  const { origin } = await serve(() => ({ "/": soundPage(text("grey", "color: #666") + text("pale", "color: #bbb")) }));
  const { pages } = await scan(engine, origin, { standard: "wcag22aaa", depth: "quick", second_engine: true });
  const contrast = [...(pages[0]?.axe?.violations ?? []), ...(pages[0]?.axe?.incomplete ?? [])].flatMap(
    ({ rule_id, nodes }) =>
      rule_id.startsWith("color-contrast") ? nodes.map((node) => [rule_id, node.selector, node.engines]) : [],
  );
  expect(contrast).toEqual([
    ["color-contrast", "#pale", ["axe-core", "accesslint"]],
    ["color-contrast-enhanced", "#grey", ["axe-core", "accesslint"]],
  ]);
});
