import { expect, test } from "@playwright/test";
import type { AxeFindings, AxeNode, AxeRule } from "@/server/scanner/page/probe/run-axe";
import { joinView } from "@/server/scanner/page/views/join-view";
import { rulesInView } from "@/server/scanner/page/views/view-rules";
import { viewsOf } from "@/server/scanner/views";

const node = (element: number, more: Partial<AxeNode> = {}): AxeNode => ({
  ...{ selector: `#e${element}`, html: "<a>", summary: "", place: 0, element },
  ...{ isInFrame: false, description: null, signals: null, related: [], ...more },
});

const found = (violations: AxeNode[], incomplete: AxeNode[] = [], parent: number | null = null): AxeFindings => {
  const counts = { passed: 4, failed: violations.length, review: incomplete.length };
  const rule: AxeRule = { id: "link-name", ...counts, violations, incomplete };
  return { rules: [rule], places: [{ tag: "body", role: "", id: "", classes: [], parent }], outline: null };
};

const summaryOf = ({ rules: [rule] }: AxeFindings) => {
  const list = (nodes: readonly AxeNode[] = []) => nodes.map(({ selector, views }) => [selector, ...(views ?? [])]);
  return {
    counts: [rule?.passed, rule?.failed, rule?.review],
    failed: list(rule?.violations),
    review: list(rule?.incomplete),
  };
};

test("an element that fails in several views is one finding, which names them", () => {
  const narrow = joinView(found([node(1), node(2)]), { view: "narrow", found: found([node(2), node(3)]) });
  const dark = joinView(narrow, { view: "dark", found: found([node(1), node(2), node(4)]) });
  expect(summaryOf(dark)).toEqual({
    counts: [4, 4, 0],
    failed: [
      ["#e1", "usual", "dark"],
      ["#e2", "usual", "narrow", "dark"],
      ["#e3", "narrow"],
      ["#e4", "dark"],
    ],
    review: [],
  });
});

test("a failure in one view replaces needs review in another", () => {
  const later = found([node(2)], [node(1), node(3), node(4)]);
  const joined = joinView(found([node(1)], [node(2), node(3)]), { view: "dark", found: later });
  expect(summaryOf(joined)).toEqual({
    counts: [4, 2, 2],
    failed: [["#e1"], ["#e2", "dark"]],
    review: [
      ["#e3", "usual", "dark"],
      ["#e4", "dark"],
    ],
  });
});

test("elements in the same frame are distinguished, and components refer to the right places", () => {
  const inFrame = (selector: string) => node(1, { isInFrame: true, selector });
  const joined = joinView(found([inFrame("iframe >>> #a")]), {
    view: "narrow",
    found: found([inFrame("iframe >>> #a"), inFrame("iframe >>> #b")], [], 0),
  });
  expect(summaryOf(joined).failed).toEqual([
    ["iframe >>> #a", "usual", "narrow"],
    ["iframe >>> #b", "narrow"],
  ]);
  expect(joined.rules[0]?.violations.map(({ place }) => place)).toEqual([0, 1]);
  expect(joined.places.map(({ parent }) => parent)).toEqual([null, 1]);
});

test("rules without findings in a view stay as they are", () => {
  const usual = found([node(1)]);
  expect(joinView(usual, { view: "dark", found: { rules: [], places: [], outline: null } })).toEqual(usual);
});

test("chooses the rules whose outcome depends on a view", () => {
  const usual = [
    "color-contrast",
    "link-in-text-block",
    "button-name",
    "heading-order",
    "mouse-only",
    "p-as-heading",
    "aria-prohibited-attr",
  ];
  expect(rulesInView("narrow", usual)).toEqual(["color-contrast", "link-in-text-block", "button-name"]);
  expect(rulesInView("dark", usual)).toEqual(["color-contrast", "link-in-text-block"]);
});

test("stored views are read in a fixed order, and unknown ones ignored", () => {
  expect(viewsOf([])).toEqual(["usual"]);
  expect(viewsOf(["dark", "usual", "watch"])).toEqual(["usual", "dark"]);
});
