import { rules as accessLintRules } from "@accesslint/core";
import { expect, test } from "@playwright/test";
import { RuleRollup } from "@/server/domains/audits/totals";
import { NodeResult } from "@/server/scanner/contract";
import type { Engine } from "@/server/scanner/engines";
import { joinEngines, type SecondFindings } from "@/server/scanner/page/join-engines";
import type { AxeFindings, AxeNode, AxeRule } from "@/server/scanner/page/probe/run-axe";
import { allRulesOf, enginesOf, ruleCatalogue, rulesOf, secondRulesOf } from "@/server/scanner/page/rule-catalogue";
import { counterpartsOf, secondEngineRules } from "@/server/scanner/page/second-rules";
import { listRulesInUse, seenBy } from "@/server/scanner/rule-facts";
import { axeOf } from "../support/scans";

const node = (element: number | null, place: number | null = null): AxeNode => ({
  ...{ selector: `#e${element}`, html: "<a>", summary: "", place, element },
  ...{ isInFrame: false, description: null, signals: null, related: [] },
});

const rule = (id: string, violations: AxeNode[], incomplete: AxeNode[] = []): AxeRule => ({
  ...{ id, passed: 0, failed: violations.length, review: incomplete.length, violations, incomplete },
});

const place = (tag: string, parent: number | null) => ({ tag, role: "", id: "", classes: [], parent });

const found = (): AxeFindings[] => [
  {
    rules: [rule("link-name", [node(1)], [node(2)]), rule("image-alt", [])],
    places: [place("body", null)],
    outline: null,
  },
  { rules: [rule("paste-blocked", [node(7)])], places: [], outline: null },
];

const join = (findings: SecondFindings["findings"], places: SecondFindings["places"] = []) =>
  joinEngines(found(), { findings, places, isWhole: true });

const idsOf = (all: readonly AxeFindings[]) =>
  all.flatMap(({ rules }) =>
    rules.flatMap(({ id, violations, incomplete }) => [
      ...violations.map(({ element, engines }) => [id, "failed", element, engines ?? []]),
      ...incomplete.map(({ element, engines }) => [id, "review", element, engines ?? []]),
    ]),
  );

test("every AccessLint rule has counterparts in the rule catalogue, except the two that Curbcut tests by interacting with the page", () => {
  const unused = accessLintRules.map(({ id }) => id).filter((id) => counterpartsOf(id).length === 0);
  expect(unused.sort()).toEqual(["adaptable/orientation-lock", "keyboard-accessible/focus-visible"]);
  for (const { id } of accessLintRules)
    for (const counterpart of counterpartsOf(id)) expect(ruleCatalogue.has(counterpart), counterpart).toBe(true);
});

test("AccessLint's own rules are listed with their engine but never passed to axe-core", () => {
  const listed = new Map(listRulesInUse().map((each) => [each.rule_id, each]));
  for (const id of secondEngineRules.keys()) {
    expect(id).toMatch(/^accesslint-/);
    expect(listed.get(id)).toMatchObject({ engine: "accesslint", engines: ["accesslint"], outcome: "needs_review" });
    expect(rulesOf("wcag22aa")).not.toContain(id);
    expect(allRulesOf("wcag22aa")).toContain(id);
  }
  expect(listed.get("image-alt")).toMatchObject({ engine: "axe-core", engines: ["axe-core", "accesslint"] });
  expect(listed.get("visible-label")).toMatchObject({ engine: "curbcut", engines: ["curbcut", "accesslint"] });
  expect(enginesOf("keyboard-trap")).toEqual(["curbcut"]);
});

test("runs only the AccessLint rules that belong to the standard", () => {
  expect(secondRulesOf("wcag2a")).toContain("text-alternatives/img-alt");
  expect(secondRulesOf("wcag2a")).not.toContain("distinguishable/color-contrast");
  expect(secondRulesOf("wcag21aa")).toContain("distinguishable/color-contrast");
  expect(secondRulesOf("wcag21aa")).not.toContain("input-assistance/accessible-authentication");
  expect(secondRulesOf("wcag22aa")).toContain("input-assistance/accessible-authentication");
  expect(secondRulesOf("wcag22aa")).not.toContain("distinguishable/color-contrast-enhanced");
  expect(secondRulesOf("wcag22aaa")).toContain("distinguishable/color-contrast-enhanced");
});

test("names both engines for a finding that both reported, even if its rule interacts with the page", () => {
  const joined = join([
    { rules: ["link-name"], element: 1, node: null },
    { rules: ["accesslint-authentication", "paste-blocked"], element: 7, node: node(7) },
  ]);
  expect(idsOf(joined)).toEqual([
    ["link-name", "failed", 1, ["axe-core", "accesslint"]],
    ["link-name", "review", 2, []],
    ["paste-blocked", "failed", 7, ["curbcut", "accesslint"]],
  ]);
});

test("findings reported only by the second engine are marked as needing review, and added once for each rule and element", () => {
  const joined = join(
    [
      { rules: ["image-alt", "role-img-alt"], element: 4, node: node(4, 1) },
      { rules: ["image-alt"], element: 4, node: node(4, 1) },
      { rules: ["accesslint-image-alt-words"], element: 5, node: node(5) },
    ],
    [place("html", null), place("img", 0)],
  );
  expect(idsOf(joined).slice(2)).toEqual([
    ["image-alt", "review", 4, ["accesslint"]],
    ["accesslint-image-alt-words", "review", 5, ["accesslint"]],
    ["paste-blocked", "failed", 7, []],
  ]);
  const [usual] = joined;
  const added = usual?.rules.find(({ id }) => id === "image-alt");
  expect(added?.review).toBe(1);
  expect(usual?.places[added?.incomplete[0]?.place ?? 0]).toEqual(place("img", 1));
});

test("doesn't report text again if its contrast has been determined from a screenshot", () => {
  expect(idsOf(join([{ rules: ["color-contrast"], element: 9, node: null }]))).toEqual(idsOf(found()));
});

test("a node without engines is attributed to its rule's engine, and unknown engines are ignored", () => {
  const sound = { selector: "a", html: "<a>", failure_summary: "" };
  expect(NodeResult.parse({ ...sound, engines: ["accesslint"] }).engines).toEqual(["accesslint"]);
  expect(NodeResult.parse({ ...sound, engines: ["pa11y"] }).engines).toBeUndefined();
  expect(NodeResult.parse({ ...sound, engines: "axe-core" }).engines).toBeUndefined();
  expect(seenBy("image-alt", [])).toEqual(["axe-core"]);
  expect(seenBy("keyboard-trap", [])).toEqual(["curbcut"]);
  expect(seenBy("accesslint-image-alt-words", [])).toEqual(["accesslint"]);
  expect(seenBy("image-alt", ["accesslint", "nonsense", "axe-core"])).toEqual(["axe-core", "accesslint"]);
});

test("combines the engines that ran a rule across pages, in whatever order the pages arrive", () => {
  const pageWith = (outcome: "failed" | "needs_review", engines: Engine[] | undefined) => {
    const axe = axeOf([{ rule_id: "link-name", impact: "serious", [outcome]: ["#a"] }]);
    for (const each of [...axe.violations, ...axe.incomplete])
      for (const one of each.nodes) if (engines) one.engines = engines;
    return axe;
  };
  const enginesAfter = (...pages: ReturnType<typeof pageWith>[]) => {
    const rollup = new RuleRollup();
    for (const page of pages) rollup.add(page);
    return seenBy("link-name", rollup.rules[0]?.engines ?? []);
  };
  const alone = pageWith("needs_review", ["accesslint"]);
  const usual = pageWith("failed", undefined);
  expect(enginesAfter(alone)).toEqual(["accesslint"]);
  expect(enginesAfter(usual)).toEqual(["axe-core"]);
  expect(enginesAfter(alone, usual)).toEqual(["axe-core", "accesslint"]);
  expect(enginesAfter(usual, alone, usual)).toEqual(["axe-core", "accesslint"]);
});
