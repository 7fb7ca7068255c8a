import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { criteriaOf } from "@/server/domains/audits/results/summarise-rules";
import { rulesThatDecide, wcagCriteria } from "@/server/domains/audits/rules";
import { lowerLevelsOf } from "@/server/domains/audits/rules/stricter-criteria";
import { RuleRollup } from "@/server/domains/audits/totals/roll-up-rules";
import { Standard } from "@/server/scanner/contract";
import { ruleAccuracy } from "@/server/scanner/rule-accuracy";
import { actRules, ruleFacts } from "@/server/scanner/rule-facts";
import { axeOf } from "@/tests/support/scans";

type Rules = Parameters<typeof axeOf>[0];

const criterionOf = (criterion: string, rules: Rules, standard = "wcag22aa", pages = 1) => {
  const rollup = new RuleRollup();
  rollup.add(axeOf(rules));
  return criteriaOf(rollup.rules, standard, pages).find((each) => each.criterion === criterion);
};

const outcomeOf = (criterion: string, rules: Rules, standard?: string): string | undefined =>
  criterionOf(criterion, rules, standard)?.outcome;

test("criterion 1.4.12 doesn't pass merely because rules about style attributes passed", () => {
  const inline = { rule_id: "avoid-inline-spacing", impact: "serious", wcag: ["1.4.12"], passed: 40 } as const;
  expect(outcomeOf("1.4.12", [{ ...inline, wcag: ["1.4.12"] }])).toBe("no_failures");
});

test("a criterion passes only if the rules that fully cover it passed and no other rule found anything", () => {
  const trap = { rule_id: "keyboard-trap", impact: "critical", wcag: ["2.1.2"] } as const;
  expect(outcomeOf("2.1.2", [{ ...trap, wcag: ["2.1.2"], passed: 3 }])).toBe("passed");
  expect(outcomeOf("2.1.2", [{ ...trap, wcag: ["2.1.2"], passed: 3, needs_review: ["iframe"] }])).toBe("needs_review");
  expect(outcomeOf("2.1.2", [{ ...trap, wcag: ["2.1.2"], passed: 3, failed: ["div"] }])).toBe("failed");
  expect(outcomeOf("2.1.2", [])).toBe("not_tested");
  expect(outcomeOf("2.4.4", [{ rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 9 }])).toBe(
    "no_failures",
  );
});

test("a criterion passes only if its rules passed on every page, because some rules run on only a few pages of a template", () => {
  const trap: Rules = [{ rule_id: "keyboard-trap", impact: "critical", wcag: ["2.1.2"], passed: 3 }];
  expect(criterionOf("2.1.2", trap, "wcag22aa", 1)?.outcome).toBe("passed");
  expect(criterionOf("2.1.2", trap, "wcag22aa", 2)?.outcome).toBe("no_failures");
});

test("a person still has to check criteria for which the accuracy table shows missed barriers", () => {
  for (const [criterion, rule_id] of [
    ["1.3.4", "orientation-lock"],
    ["1.4.10", "reflow"],
    ["1.4.12", "text-spacing"],
  ] as const)
    expect(outcomeOf(criterion, [{ rule_id, impact: "serious", wcag: [criterion], passed: 1 }])).toBe("no_failures");
});

test("the rules that fully cover a criterion reported each of at least ten barriers in the accuracy table", () => {
  const table = readFileSync("docs/accuracy.md", "utf8");
  for (const { criterion } of wcagCriteria.filter((each) => rulesThatDecide(each.criterion).length > 0)) {
    const row = table.split("\n").find((line) => line.startsWith(`| ${criterion} `)) ?? "";
    const found = [...row.matchAll(/(\d+) of (\d+)/g)].map(([, hits, of]) => [Number(hits), Number(of)] as const);
    const reviewed = Number(/\| (\d+) +\|$/.exec(row)?.[1]);
    const barriers = found.reduce((sum, [, of]) => sum + of, 0);
    expect(barriers, criterion).toBeGreaterThanOrEqual(10);
    expect(
      found.reduce((sum, [hits]) => sum + hits, reviewed),
      criterion,
    ).toBe(barriers);
    for (const id of rulesThatDecide(criterion)) expect(ruleAccuracy(id)?.wrong, id).toBe(0);
  }
});

test("the rules that fully cover a criterion belong to that criterion and implement ACT rules", () => {
  const decided = wcagCriteria.filter(({ criterion }) => rulesThatDecide(criterion).length > 0);
  expect(decided.map(({ criterion }) => criterion)).toEqual(["2.1.2"]);
  for (const { criterion } of decided)
    for (const id of rulesThatDecide(criterion)) {
      expect(ruleFacts(id).wcag).toContain(criterion);
      expect(actRules(id).length).toBeGreaterThan(0);
    }
});

test("level AAA criteria are listed only if the standard includes them, and the other criteria are the same for every standard", () => {
  const levelsOf = (standard: string) => {
    const levels = criteriaOf([], standard, 1).map(({ level }) => level);
    return ["A", "AA", "AAA"].map((level) => levels.filter((each) => each === level).length);
  };
  for (const standard of Standard.options)
    expect(levelsOf(standard), standard).toEqual(standard === "wcag22aaa" ? [31, 24, 31] : [31, 24, 0]);
  const numbers = criteriaOf([], "wcag22aaa", 1).map(({ criterion }) => criterion);
  expect([...numbers].sort((a, b) => a.localeCompare(b, "en", { numeric: true }))).toEqual(numbers);
});

test("a criterion's stricter version fails or needs review if the criterion does, but a pass doesn't carry over", () => {
  const text = { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"] } as const;
  const ofText = (found: object, standard = "wcag22aaa") =>
    criterionOf("1.4.6", [{ ...text, wcag: ["1.4.3"], ...found }], standard);
  expect(ofText({ failed: ["p"] })).toMatchObject({ level: "AAA", outcome: "failed", rules: ["color-contrast"] });
  expect(ofText({ needs_review: ["p"] })).toMatchObject({ outcome: "needs_review", rules: ["color-contrast"] });
  expect(ofText({ passed: 9 })).toMatchObject({ outcome: "not_tested", rules: [] });
  expect(ofText({ failed: ["p"] }, "wcag22aa")).toBeUndefined();

  const enhanced = { rule_id: "color-contrast-enhanced", impact: "serious", wcag: ["1.4.6"] } as const;
  const strict: Rules = [{ ...enhanced, wcag: ["1.4.6"], failed: ["p"] }];
  expect(outcomeOf("1.4.6", strict, "wcag22aaa")).toBe("failed");
  expect(outcomeOf("1.4.3", strict, "wcag22aaa")).toBe("not_tested");
  expect(outcomeOf("1.4.6", [{ ...enhanced, wcag: ["1.4.6"], passed: 3 }], "wcag22aaa")).toBe("no_failures");

  const refresh: Rules = [{ rule_id: "meta-refresh", impact: "critical", wcag: ["2.2.1"], failed: ["meta"] }];
  for (const criterion of ["2.2.4", "3.2.5"])
    expect(outcomeOf(criterion, refresh, "wcag22aaa"), criterion).toBe("failed");
  expect(outcomeOf("2.2.3", refresh, "wcag22aaa")).toBe("not_tested");
});

test("a criterion that is a stricter version of another is at a higher level", () => {
  const levelOf = (criterion: string | null) => wcagCriteria.find((each) => each.criterion === criterion)?.level ?? "";
  const stricter = wcagCriteria.filter(({ criterion }) => lowerLevelsOf(criterion).criterion !== null);
  expect(stricter).toHaveLength(9);
  for (const { criterion, level } of stricter) {
    expect(level, criterion).toBe("AAA");
    expect(["A", "AA"], criterion).toContain(levelOf(lowerLevelsOf(criterion).criterion));
  }
});
