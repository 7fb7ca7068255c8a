import { expect, test } from "@playwright/test";
import type { AxeFindings, AxeNode } from "@/server/scanner/page/probe/run-axe";
import { joinStates, KnownFindings, NUMBERS_PER_DOCUMENT } from "@/server/scanner/page/states/state-findings";

const node = (element: number, more: Partial<AxeNode> = {}): AxeNode => ({
  ...{ selector: `#e${element}`, html: "<a>", summary: "", place: 0, element },
  ...{ isInFrame: false, description: null, signals: null, related: [], ...more },
});

const found = (violations: AxeNode[], incomplete: AxeNode[] = [], parent: number | null = null): AxeFindings => ({
  rules: [{ id: "link-name", passed: 4, failed: violations.length, review: incomplete.length, violations, incomplete }],
  places: [{ tag: "body", role: "", id: "", classes: [], parent }],
  outline: null,
});

const reach = [{ action: "open" as const, name: "Menu" }];
const selectorsOf = ({ rules: [rule] }: AxeFindings) => [
  (rule?.violations ?? []).map(({ selector }) => selector),
  (rule?.incomplete ?? []).map(({ selector }) => selector),
];

test("returns only findings that are neither in the page's initial state nor in earlier states", () => {
  const known = new KnownFindings();
  known.add(found([node(1)]), 1);
  const first = known.takeNew(found([node(1), node(2)], [node(3)]), 1, reach);
  expect(selectorsOf(first)).toEqual([["#e2"], ["#e3"]]);
  expect(first.rules[0]?.violations[0]).toMatchObject({ element: NUMBERS_PER_DOCUMENT + 2, reach });
  expect(selectorsOf(known.takeNew(found([node(2), node(4)]), 1, reach))).toEqual([["#e4"], []]);
});

test("recognises an element by its selector, not its number, after the page has been loaded again", () => {
  const known = new KnownFindings();
  known.add(found([node(1)]), 1);
  const again = known.takeNew(found([node(7, { selector: "#e1" }), node(1, { selector: "#other" })]), 2, reach);
  expect(selectorsOf(again)).toEqual([["#other"], []]);
  expect(again.rules[0]).toMatchObject({ passed: 0, failed: 1, review: 0 });
});

test("adds findings in other states to those in the page's initial state, except those already found there", () => {
  const page = [found([node(1)]), found([], [node(5)])];
  const state = found([node(1), node(2), node(5)], [node(3)], 0);
  const [usual, later] = joinStates(page, [state]);
  expect(usual && selectorsOf(usual)).toEqual([["#e1", "#e2"], ["#e3"]]);
  expect(usual?.rules[0]).toMatchObject({ passed: 4, failed: 2, review: 1 });
  expect(usual?.rules[0]?.violations.map(({ place }) => place)).toEqual([0, 1]);
  expect(usual?.places.map(({ parent }) => parent)).toEqual([null, 1]);
  expect(later).toEqual(page[1]);
  expect(joinStates(page, [])).toEqual(page);
});
