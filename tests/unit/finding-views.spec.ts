import { expect, test } from "@playwright/test";
import type { AxeFindings, AxeNode, AxeRule } from "@/server/scanner/page/probe/run-axe";
import { joinView } from "@/server/scanner/page/views/join-view";
import { matchElements, numberInView } from "@/server/scanner/page/views/match-elements";
import { rulesInState, rulesInView } from "@/server/scanner/page/views/view-rules";
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

test("an element that fails in several views is one finding that names all of these views", () => {
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

test("an element that fails in one view counts as failed, even if it needs review in another", () => {
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

test("distinguishes elements in the same frame, and each finding still refers to the right component", () => {
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

test("an element that the page recreates for another view is still one finding", () => {
  const again = (element: number) => node(element, { selector: "#menu > button" });
  const joined = joinView(found([again(1), node(2)], [node(3)]), {
    view: "narrow",
    found: found([again(7), node(8, { selector: "#e2", html: "<b>" })], [node(9, { selector: "#e3" })]),
  });
  expect(summaryOf(joined)).toEqual({
    counts: [4, 3, 1],
    failed: [["#menu > button", "usual", "narrow"], ["#e2"], ["#e2", "narrow"]],
    review: [["#e3", "usual", "narrow"]],
  });
});

test("an element that moves in another view isn't mistaken for the one whose place it takes", () => {
  const item = (element: number, place: number) => node(element, { selector: `li:nth-child(${place})` });
  const joined = joinView(found([item(1, 1), item(2, 2)]), { view: "narrow", found: found([item(1, 2)]) });
  expect(summaryOf(joined).failed).toEqual([["li:nth-child(1)", "usual", "narrow"], ["li:nth-child(2)"]]);
});

test("rules without findings in a view are unchanged", () => {
  const usual = found([node(1)]);
  expect(joinView(usual, { view: "dark", found: { rules: [], places: [], outline: null } })).toEqual(usual);
});

test("chooses the rules whose outcome depends on the view", () => {
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

test("stored views are read in a fixed order, and unknown ones are ignored", () => {
  expect(viewsOf([])).toEqual(["usual"]);
  expect(viewsOf(["dark", "usual", "watch"])).toEqual(["usual", "dark"]);
});

test("matches each element of a reloaded page once, by the details that stay the same", () => {
  const signals = { role: "link", name: "Home", text: "Home", heading: "", near: "", path: "nav" };
  const usual = found(
    [
      node(1, { selector: "#a", html: "<a id=a>" }),
      node(2, { selector: "li:nth-child(1)", html: "<a>x</a>" }),
      node(3, { selector: "#c", html: '<a style="width: 600px">' }),
      node(4, { selector: "#d4", html: "<a id=d4>", signals }),
    ],
    [],
  );
  const later = found([
    node(7, { selector: "li:nth-child(2)", html: "<a>x</a>" }),
    node(8, { selector: "#a", html: "<a id=a>" }),
    node(9, { selector: "#c", html: '<a style="width: 195px">' }),
    node(10, { selector: "#d9", html: "<a id=d9>", signals }),
    node(11, { selector: "li:nth-child(3)", html: "<a>x</a>" }),
    node(12, { selector: "#c > b", html: "<b>" }),
  ]);
  const joined = joinView(usual, { view: "phone", found: matchElements(usual, later) });
  expect(summaryOf(joined).failed).toEqual([
    ["#a", "usual", "phone"],
    ["li:nth-child(1)", "usual", "phone"],
    ["#c", "usual", "phone"],
    ["#d4", "usual", "phone"],
    ["li:nth-child(3)", "phone"],
    ["#c > b", "phone"],
  ]);
  const numbers = joined.rules[0]?.violations.map(({ element }) => numberInView(element));
  expect(numbers, "only new elements are in the later document").toEqual([null, null, null, null, 11, 12]);
});

test("counts no element as new on a phone if the list of a rule's failing elements is incomplete", () => {
  const usual = found([node(1)]);
  const cut = { ...usual, rules: usual.rules.map((rule) => ({ ...rule, failed: 600 })) };
  const later = matchElements(cut, found([node(1), node(2, { selector: "#new", html: "<b>" })]));
  expect(joinView(cut, { view: "phone", found: later }).rules[0]).toMatchObject({ failed: 600 });
});

test("axe-core's rules run in states even if their precision isn't known, unless only a person can decide", () => {
  const rules = ["aria-command-name", "bypass", "identical-links-same-purpose", "region", "aria-dialog-name"];
  expect(rulesInState(rules)).toEqual(["aria-command-name", "bypass", "aria-dialog-name"]);
});
